"""Doc comments, by lines: where they start above a definition, and the first paragraph of what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cotext.chunking.languages import family
from cotext.records import Definition

__all__ = ["CommentStyle", "head_start", "is_comment_line", "leading_comment_start", "style_of", "summarize"]

_BLOCK_LINES = 300
"""How far up the start of a block comment is looked for."""

_SUMMARY_CHARACTERS = 600
"""How much of one definition's signature, and of its doc comment, a summary holds."""


@dataclass(frozen=True, slots=True)
class CommentStyle:
    """How a language's comments look.

    Attributes:
        line: prefixes of a line that belongs to the definition below: line comments, attributes.
        attribute: those of them that are no comment.
        opening, closing: of a block comment; empty where there is none.
        multiline: prefix and last line of an attribute over several lines (Rust's `#[...]`, Elixir's `@doc`).
        docstring: whether a string that starts the body is the doc comment.
    """

    line: tuple[str, ...] = ("#",)
    attribute: tuple[str, ...] = ()
    opening: str = ""
    closing: str = ""
    multiline: tuple[tuple[str, str], ...] = ()
    docstring: bool = False


_C = CommentStyle(("//",), (), "/*", "*/")
_C_ANNOTATED = CommentStyle(("//", "@"), ("@",), "/*", "*/", ((("@"), ")"),))
_STYLES = {
    "python": CommentStyle(docstring=True),
    "starlark": CommentStyle(docstring=True),
    "javascript": _C_ANNOTATED,
    "java": _C_ANNOTATED,
    "kotlin": _C_ANNOTATED,
    "scala": _C_ANNOTATED,
    "swift": _C_ANNOTATED,
    "csharp": CommentStyle(("//", "["), ("[",), "/*", "*/", (("[", "]"),)),
    "php": CommentStyle(("//", "#"), ("#[",), "/*", "*/", (("#[", "]"),)),
    "rust": CommentStyle(("//", "#["), ("#[",), "/*", "*/", (("#[", "]"),)),
    "cpp": CommentStyle(("//", "[["), ("[[",), "/*", "*/"),
    "ruby": CommentStyle(("#",), (), "=begin", "=end"),
    "elixir": CommentStyle(
        ("#", "@doc", "@spec", "@impl", "@deprecated", "@typedoc"),
        ("@spec", "@impl"),
        multiline=(("@doc", '"""'), ("@typedoc", '"""'), ("@doc", "'''")),
    ),
    "haskell": CommentStyle(("--", "{-#"), ("{-#",), "{-", "-}"),
    "elm": CommentStyle(("--",), (), "{-", "-}"),
    "lua": CommentStyle(("--",), (), "--[[", "]]"),
    "sql": CommentStyle(("--",), (), "/*", "*/"),
    "shellscript": CommentStyle(),
    "ada": CommentStyle(("--",)),
    "vhdl": CommentStyle(("--",)),
}
_HASH_FAMILIES = frozenset(
    [
        "cmake",
        "dockerfile",
        "fish",
        "gdscript",
        "ini",
        "julia",
        "makefile",
        "nim",
        "nix",
        "perl",
        "powershell",
        "properties",
        "r",
        "tcl",
        "terraform",
        "toml",
        "yaml",
    ]
)


def style_of(language: str) -> CommentStyle:
    """The comment style of a language; C's for languages not known to have another."""
    name = family(language)
    return _STYLES.get(name) or (_STYLES["shellscript"] if name in _HASH_FAMILIES else _C)


def is_comment_line(line: str, style: CommentStyle) -> bool:
    """Whether a line, by its looks, holds nothing but a comment."""
    start = line.lstrip()
    if start.startswith(style.line):
        return not start.startswith(style.attribute) if style.attribute else True
    return bool(style.opening) and (start.startswith((style.opening, "* ")) or start.rstrip() in ("*", style.closing))


def leading_comment_start(lines: Sequence[str], first: int, floor: int, style: CommentStyle) -> int:
    """The first of the comment and attribute lines directly above line `first`, not above line `floor`."""
    at = first
    while at > floor:
        line = lines[at - 1].strip()
        if not line:
            break
        if line.startswith(style.line):
            at -= 1
            continue
        if style.closing and line.endswith(style.closing):
            opened = _line_with(lines, at - 1, floor, style.opening, style.closing)
        else:
            opened = None
            for prefix, ending in style.multiline:
                if line.endswith(ending):
                    opened = _line_with(lines, at - 1, floor, prefix, ending)
                    if opened is not None:
                        break
        if opened is None:
            break
        at = opened
    return at


def _line_with(lines: Sequence[str], below: int, floor: int, prefix: str, ending: str) -> int | None:
    """The line, at `below` or above it, that starts with `prefix` and opens what ends at `below`."""
    for at in range(below, max(floor, below - _BLOCK_LINES) - 1, -1):
        line = lines[at].strip()
        if line.startswith(prefix):
            return at
        # A blank line or the end of another block lies between: what ends below did not begin here.
        if at != below and (line.endswith(ending) if ending in ("*/", "-}") else not line and prefix != "@doc"):
            return None
    return None


def head_start(lines: Sequence[str], first: int, name_line: int) -> int:
    """The line where a definition's own words begin, after annotations on lines of their own, up to the name's line."""
    depth = 0
    for at in range(first, name_line):
        line = lines[at].strip()
        if depth <= 0 and not line.startswith(("@", "[", "#[")):
            return at
        depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
    return name_line if first < name_line and depth <= 0 else first


_MARKS = re.compile(r"^\s*(?:/\*[*!]*|\*+/|\*(?!\*)|//[/!]*|--+\[*\[?|\{-+|-\}|#+!?|;+|%+)[ \t]?(?:\|[ \t]?|\^[ \t]?)?")
_CLOSERS = re.compile(r"\s*(?:\*+/|-\}|\]\])\s*$")
_TAGS = re.compile(r"</?(?:summary|p|para|remarks)/?>")
_ELIXIR_DOC = re.compile(r'^\s*@(?:type)?doc\s+(?:~[sS])?("""|\'\'\'|")?')
_DOCSTRING = re.compile(r"^\s*[rRuU]?(\"\"\"|'''|\"|')")


def summarize(lines: Sequence[str], definition: Definition, style: CommentStyle) -> str:
    """The signature and the first paragraph of the doc comment of a definition, as plain text."""
    signature = definition.signature
    text = " ".join("".join(lines[signature.start : signature.end]).split())[:_SUMMARY_CHARACTERS]
    doc = ""
    if definition.whole.start < signature.start:
        doc = _paragraph(lines, definition.whole.start, signature.start, style)
    if not doc and style.docstring and signature.end < definition.whole.end:
        doc = _docstring(lines, signature.end, definition.whole.end)
    return f"{text}\n{doc[:_SUMMARY_CHARACTERS]}" if doc else text


def _paragraph(lines: Sequence[str], start: int, end: int, style: CommentStyle) -> str:
    said: list[str] = []
    for number in range(start, end):
        line = lines[number]
        stripped = line.lstrip()
        if style.attribute and stripped.startswith(style.attribute):
            continue
        if stripped.startswith(("@doc", "@typedoc")):
            if stripped.rstrip().endswith("false"):
                continue
            line = _ELIXIR_DOC.sub("", line).rstrip().removesuffix('"')
        word = _TAGS.sub("", _CLOSERS.sub("", _MARKS.sub("", line))).strip()
        if word in ('"""', "'''"):
            word = ""
        if word.startswith("@") and said:
            break
        if word:
            said.append(word)
        elif said:
            break
    return " ".join(said)


def _docstring(lines: Sequence[str], start: int, end: int) -> str:
    opened = _DOCSTRING.match(lines[start])
    if opened is None:
        return ""
    quote = opened[1]
    said: list[str] = []
    for number in range(start, end):
        line = lines[number][opened.end() :] if number == start else lines[number]
        word, closed, _ = line.partition(quote)
        if word.strip():
            said.append(word.strip())
        if closed or len(quote) == 1 or (said and not word.strip()):
            break
    return " ".join(said)
