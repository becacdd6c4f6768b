"""Single-file components (Vue, Svelte, Astro) cut into their script, style and template parts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from cotext.chunking.text_chunks import chunk_lines, has_long_line
from cotext.records import Chunk, Definition, LineRange, Position, TextRange
from cotext.workspace.lines import split_lines

__all__ = ["chunk_component"]

PART_START = re.compile(r"<!--|<(script|style|template)(?=[\s>/])", re.IGNORECASE)
ATTRIBUTES = re.compile(r"(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>")
LONGEST_TAG = 1_000
"""Characters; a bound, so that hostile text with many unclosed tags costs no quadratic time."""
LANGUAGE = re.compile(r"(?<![\w-])(?:lang|type)\s*=\s*[\"']?(?:(?:text|application)/)?([\w+-]+)", re.IGNORECASE)
NESTED_TEMPLATE = re.compile(r"<(/?)template(?=[\s>/])", re.IGNORECASE)

DEFAULT_LANGUAGE = {"script": "javascript", "style": "css", "template": "html"}
LANGUAGE_IDS = {
    "ts": "typescript",
    "typescript": "typescript",
    "tsx": "typescriptreact",
    "jsx": "javascriptreact",
    "js": "javascript",
    "coffee": "coffeescript",
    "styl": "stylus",
    "postcss": "css",
    "json": "json",
    "ld+json": "json",
    "importmap": "json",
    "pug": "jade",
    "jade": "jade",
    "sass": "sass",
    "scss": "scss",
    "less": "less",
    "stylus": "stylus",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part's language and lines.

    Attributes:
        language: language identifier.
        opening: the first line of its opening tag.
        start, end: the lines that hold nothing but the part's content.
        closing: the line after its closing tag.
    """

    language: str
    opening: int
    start: int
    end: int
    closing: int


def chunk_component(text: str, chunk_part: Callable[[str, str], tuple[Chunk, ...]]) -> tuple[Chunk, ...]:
    """Cut a component by its parts.

    A line that holds both a tag and something else is cut with what lies outside the parts; a line with only a part's
    tag goes to the part's first or last chunk. A part whose end is missing, as while it is typed, ends with the text.

    Args:
        text: the file's text. A first line `---` opens Astro's TypeScript part.
        chunk_part: chunks one part's text, given a language identifier ("typescript", "scss", "html") and the text.
    """
    lines = split_lines(text)
    chunks: list[Chunk] = []
    at = 0
    for part in _parts(text, lines):
        inner = [shift(chunk, part.start) for chunk in chunk_part(part.language, "".join(lines[part.start : part.end]))]
        inner.sort(key=lambda chunk: (chunk.lines.start, chunk.lines.end))
        opening, closing = part.opening, part.closing
        if inner and _are_tags(lines, opening, part.start, at):
            inner[0] = _extend(inner[0], lines, opening, inner[0].lines.end)
        else:
            opening = part.start
        chunks.extend(chunk_lines(lines, at, opening))
        if inner and _are_tags(lines, part.end, closing, part.end):
            inner[-1] = _extend(inner[-1], lines, inner[-1].lines.start, closing)
        else:
            closing = part.end
        chunks.extend(inner)
        at = closing
    chunks.extend(chunk_lines(lines, at))
    return tuple(chunks)


def shift(chunk: Chunk, offset: int) -> Chunk:
    """The same chunk, `offset` lines further down."""
    if offset == 0:
        return chunk

    def lines(moved: LineRange) -> LineRange:
        return LineRange(moved.start + offset, moved.end + offset)

    def place(moved: Position) -> Position:
        return Position(moved.line + offset, moved.column)

    definitions = tuple(
        Definition(
            one.name,
            one.kind,
            one.container,
            TextRange(place(one.name_range.start), place(one.name_range.end)),
            lines(one.signature),
            lines(one.whole),
        )
        for one in chunk.definitions
    )
    return replace(chunk, lines=lines(chunk.lines), definitions=definitions)


def _parts(text: str, lines: Sequence[str]) -> list[Part]:
    offsets = list(accumulate(map(len, lines), initial=0))
    parts: list[Part] = []
    at = 0
    if lines and lines[0].rstrip() == "---":
        end = next((number for number in range(1, len(lines)) if lines[number].rstrip() == "---"), len(lines))
        parts.append(Part("typescript", 0, 1, end, min(end + 1, len(lines))))
        at = offsets[parts[0].closing]
    while opening := PART_START.search(text, at):
        if opening[1] is None:
            comment_end = text.find("-->", opening.end())
            if comment_end < 0:
                break
            at = comment_end + 3
            continue
        tag = ATTRIBUTES.match(text, opening.end(), opening.end() + LONGEST_TAG)
        if tag is None:
            at = opening.end()
            continue
        at = tag.end()
        if tag.group().endswith("/>"):
            continue
        kind = opening[1].lower()
        content_end, at = _part_end(text, kind, at)
        first = bisect_right(offsets, tag.end() - 1) - 1
        last = bisect_right(offsets, content_end) - 1
        # Text after the opening tag's line end is the part's own; a tag that ends a line leaves only white space there.
        start = first + 1
        end = last if content_end < len(text) else len(lines)
        if start < end and (not parts or first >= parts[-1].end):
            begin = bisect_right(offsets, opening.start()) - 1
            closing = bisect_right(offsets, max(at - 1, 0)) if content_end < len(text) else len(lines)
            parts.append(Part(_language(kind, tag.group()), begin, start, end, closing))
    return parts


def _part_end(text: str, kind: str, at: int) -> tuple[int, int]:
    """Where the content of a part that begins at `at` ends, and where its closing tag does."""
    if kind == "template":
        depth = 1
        for tag in NESTED_TEMPLATE.finditer(text, at):
            if tag[1]:
                depth -= 1
            else:
                rest = ATTRIBUTES.match(text, tag.end(), tag.end() + LONGEST_TAG)
                depth += 0 if rest and rest.group().endswith("/>") else 1
            if depth == 0:
                return tag.start(), _tag_end(text, tag.end())
        return len(text), len(text)
    closing = re.compile(rf"</{kind}(?=[\s>/])", re.IGNORECASE).search(text, at)
    return (closing.start(), _tag_end(text, closing.end())) if closing else (len(text), len(text))


def _tag_end(text: str, at: int) -> int:
    end = text.find(">", at, at + LONGEST_TAG)
    return end + 1 if end >= 0 else at


def _language(kind: str, attributes: str) -> str:
    named = (LANGUAGE_IDS.get(name.lower()) for name in LANGUAGE.findall(attributes))
    return next(filter(None, named), DEFAULT_LANGUAGE[kind])


TAGS_ONLY = re.compile(r"\s*+(?:---|<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+>|</\w+\s*>)\s*+")


def _are_tags(lines: Sequence[str], start: int, end: int, free_from: int) -> bool:
    """Whether the lines are not yet taken and hold one tag and nothing else."""
    return free_from <= start < end and TAGS_ONLY.fullmatch("".join(lines[start:end])) is not None


def _extend(chunk: Chunk, lines: Sequence[str], start: int, end: int) -> Chunk:
    return replace(
        chunk,
        lines=LineRange(start, end),
        text="".join(lines[start:end]),
        embeddable=chunk.embeddable and not has_long_line(lines, start, end),
    )
