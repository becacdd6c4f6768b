"""What stands around a cursor: the names, the place in the syntax, the imports. Pure functions.

A completion context asks which definition is about to be used. Most of the answer is in the text around the cursor, and
regular expressions tell it in a fraction of the time that a parser needs for a buffer that changes at every keystroke.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cotext.index.terms import word_parts
from cotext.records import Position
from cotext.routes.followers import MEMBER_TOKENS, Followers, followers

__all__ = ["PLACES", "CursorContext", "cursor_context", "import_statements", "names_in"]

_NEAR_LINES = 60
"""A name further away counts as standing in the document, wherever that is."""

_READ_LINES = 600
"""Lines above and below the cursor that are read; a longer document costs time and says nothing more."""

_MOST_IMPORT_LINES = 200
_MOST_DECLARATIONS = 5
_WORDS_NEAR = (5, 3)
"""Lines above and below whose words are compared with a definition's name."""

_NAME = re.compile(r"[^\W\d]\w*")
_ASCII_NAME = re.compile(r"[^\W\d]\w*", re.ASCII)
_TOKEN = re.compile(r"\w+|::|->|\?\.|=>|[^\w\s]")
_WORD_BEFORE, _WORD_AFTER = re.compile(r"\w*\Z"), re.compile(r"\A\w*")
_RECEIVER = re.compile(r"(\w+)\s*(?:\([^()]*\))?\s*(?:\?\.|!?\.|->|::)\s*\Z")
_IMPORT = re.compile(
    r"\s*(?:import|from|use|using|alias|require|require_relative|include|package|@import|export\b.*\bfrom"
    r"|(?:const|let|var)\b.*\brequire\()\b|\s*#\s*(?:include|import)\b"
)
_IMPORT_STARTS = frozenset(["im", "fr", "us", "al", "re", "in", "pa", "@i", "ex", "co", "le", "va", "#i", "# ", "#\t"])
"""How each line begins that `_IMPORT` matches: to see that most lines do not takes a quarter of the pattern's time."""
_TYPE_HEAD = re.compile(
    r"\b(?:class|interface|struct|trait|impl|object|enum|extends|implements|protocol|extension|defmodule|instance)\b"
)

_BEFORE_TYPE = frozenset(
    [
        "new",
        "throw",
        "extends",
        "implements",
        "class",
        "struct",
        "impl",
        "for",
        "instanceof",
        "is",
        "as",
        "catch",
        "throws",
    ]
)
_BEFORE_VALUE = frozenset(
    [
        "return",
        "await",
        "if",
        "while",
        "in",
        "not",
        "and",
        "or",
        "else",
        "do",
        "yield",
        "case",
        "when",
        "match",
        "unless",
        "elif",
    ]
)
_PLACE_OF_TOKEN = {
    "(": "argument",
    ",": "list",
    "=": "assignment",
    ":": "annotation",
    "<": "type_argument",
    "::": "scope",
    "@": "sigil",
    "#": "sigil",
    "$": "sigil",
    "\\": "scope",
    "[": "bracket",
    "{": "bracket",
}

PLACES = ("line_start", "member", "scope", "annotation", "argument", "list", "assignment", "type_argument", "bracket",
          "sigil", "operator", "before_type", "before_value", "word")  # fmt: skip
"""What a cursor's place in the syntax is told by: the token before it."""


@dataclass(frozen=True, slots=True)
class CursorContext:
    """What a document says about the name that is about to be written.

    Attributes:
        place: one of `PLACES`.
        typed: what stands of the name at the cursor already; at_cursor: the whole word under it.
        before: the last two tokens before the name, nearest last.
        receiver: the name whose member is asked for ("config" in `config.|`), "" for none.
        above, below: each name near the cursor with its distance in lines.
        occurrences: each name of the document with its number of occurrences.
        imports: import statements, a line each; imported: the names in them.
        declaring: names on lines that declare the receiver.
        inheriting: names on the head of the type around the cursor.
        line_parts: lower-cased parts of the words on the line; near_parts: the same of the lines around it.
        followers: what follows the tokens before the cursor elsewhere in the document.
    """

    place: str
    typed: str
    at_cursor: str
    before: tuple[str, ...]
    receiver: str
    above: Mapping[str, int]
    below: Mapping[str, int]
    occurrences: Mapping[str, int]
    imports: tuple[str, ...]
    imported: frozenset[str]
    declaring: frozenset[str]
    inheriting: frozenset[str]
    line_parts: frozenset[str]
    near_parts: frozenset[str]
    followers: Followers


def names_in(text: str) -> list[str]:
    """The words of a text that can be names, in order."""
    # Nearly all code is ASCII, in which they are found in little more than half the time.
    return (_ASCII_NAME if text.isascii() else _NAME).findall(text)


def cursor_context(lines: Sequence[str], position: Position) -> CursorContext:
    """Read a document around a cursor.

    Args:
        lines: the document's, line ends kept.
        position: the cursor, clamped.
    """
    number = position.line
    line = lines[number] if lines else ""
    typed, rest = _found(_WORD_BEFORE, line[: position.column]), _found(_WORD_AFTER, line[position.column :])
    left, right = line[: position.column - len(typed)], line[position.column + len(rest) :]
    first, last = max(0, number - _READ_LINES), min(len(lines), number + _READ_LINES)
    # The word at the cursor is what is being written: it says nothing about what else the document uses.
    others = [*lines[first:number], left + right, *lines[number + 1 : last]]
    text = "".join(others)
    tokens = _TOKEN.findall(left)
    before = tuple(tokens[-2:])
    imports = import_statements(lines)
    above, below = _distances(lines, number, left + right)
    near = lines[max(0, number - _WORDS_NEAR[0]) : number + _WORDS_NEAR[1] + 1]
    receiver = match.group(1) if (match := _RECEIVER.search(left)) else ""
    return CursorContext(
        place=_place(tokens),
        typed=typed,
        at_cursor=typed + rest,
        before=before,
        receiver=receiver,
        above=above,
        below=below,
        occurrences=Counter(names_in(text)),
        imports=tuple(imports),
        imported=frozenset(names_in("".join(imports))),
        declaring=_declaring(lines[first:number], receiver),
        inheriting=_inheriting(lines[first : number + 1]),
        line_parts=_parts(names_in(left)),
        near_parts=_parts(names_in("".join(near))),
        followers=followers([(text, 1.0)], before),
    )


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found.group() if found else ""


def _parts(names: Iterable[str]) -> frozenset[str]:
    return frozenset(part for name in names for part in word_parts(name))


def _place(tokens: Sequence[str]) -> str:
    if not tokens:
        return "line_start"
    token = tokens[-1]
    if token in MEMBER_TOKENS:
        return "member"
    if token in _BEFORE_TYPE:
        return "before_type"
    if token in _BEFORE_VALUE:
        return "before_value"
    if _NAME.fullmatch(token):
        return "word"
    return _PLACE_OF_TOKEN.get(token, "operator")


def _distances(lines: Sequence[str], number: int, own: str) -> tuple[dict[str, int], dict[str, int]]:
    above = dict.fromkeys(names_in(own), 0)
    below: dict[str, int] = {}
    for distance in range(1, _NEAR_LINES + 1):
        if number - distance >= 0:
            for name in names_in(lines[number - distance]):
                above.setdefault(name, distance)
        if number + distance < len(lines):
            for name in names_in(lines[number + distance]):
                below.setdefault(name, distance)
    return above, below


def _declaring(lines: Sequence[str], receiver: str) -> frozenset[str]:
    """Names beside a declaration of the receiver: `receiver: Type`, `receiver = make()`, `Type receiver`."""
    if not receiver:
        return frozenset()
    found: list[str] = []
    declarations = 0
    for line in reversed(lines):
        if receiver in line and _is_declared(receiver, line):
            found += names_in(line)
            declarations += 1
            if declarations == _MOST_DECLARATIONS:
                break
    return frozenset(found) - {receiver}


def _is_declared(name: str, line: str) -> bool:
    start = line.find(name)
    while start >= 0:
        end = start + len(name)
        if not (_is_word(line[start - 1 : start]) or _is_word(line[end : end + 1])) and (
            line[end:].lstrip().startswith((":", "=")) or _ends_in_type(line[:start])
        ):
            return True
        start = line.find(name, end)
    return False


def _ends_in_type(before: str) -> bool:
    """Whether a type and a space end it, and perhaps a mark of a pointer or a reference."""
    parted = before.removesuffix("&").removesuffix("*")
    return parted != parted.rstrip() and _is_word(parted.rstrip().rstrip(">]")[-1:])


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _inheriting(lines: Sequence[str]) -> frozenset[str]:
    """Names on the nearest line above that begins a type and is indented less than the cursor's line."""
    if not lines:
        return frozenset()
    indentation = _indentation(lines[-1])
    for line in reversed(lines[:-1]):
        own = _indentation(line)
        if own is None:
            continue
        if indentation is None:
            indentation = own + 1
        if own < indentation and _TYPE_HEAD.search(line):
            return frozenset(names_in(line))
        if indentation == 0:
            break
    return frozenset()


def _indentation(line: str) -> int | None:
    """Characters before the first that is no white space; None for a line without one."""
    text = line.lstrip()
    return len(line) - len(text) if text else None


def import_statements(lines: Sequence[str]) -> list[str]:
    """The lines of import statements, also those that run over several lines in brackets."""
    found: list[str] = []
    depth = 0
    for line in lines:
        if depth > 0 or (line.lstrip()[:2] in _IMPORT_STARTS and _IMPORT.match(line)):
            found.append(line)
            depth = max(0, depth + sum(map(line.count, "({[")) - sum(map(line.count, ")}]")))
            if len(found) >= _MOST_IMPORT_LINES:
                break
    return found
