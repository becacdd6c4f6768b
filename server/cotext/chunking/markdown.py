"""Markdown cut by its headings.

Headings are those of CommonMark 0.31 (ATX, and setext under a line of its own), outside fenced code, HTML comments,
raw HTML blocks and front matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cotext.chunking.text_chunks import TARGET_CHARACTERS, make_chunk, pack_blocks
from cotext.records import Chunk, Corpus, Definition, LineRange, Position, SymbolKind, TextRange
from cotext.workspace.lines import split_lines

__all__ = ["chunk_markdown"]

ATX_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
SETEXT_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
THEMATIC_BREAK = re.compile(r" {0,3}([-_*])[ \t]*+(?:\1[ \t]*+){2,}$")
FENCE = re.compile(r"[ \t]*(`{3,}+(?=[^`]*$)|~{3,}+)")
RAW_HTML = re.compile(r" {0,3}<(?:(!--)|(?:pre|script|style|textarea)(?=[\s>]|$))", re.IGNORECASE)
RAW_HTML_END = re.compile(r"</(?:pre|script|style|textarea)>", re.IGNORECASE)
FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}
# Lines that begin another block, so that an underline below them is a thematic break or a table, not a heading's.
OTHER_BLOCK = re.compile(r" {0,3}(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|\||<)|    |\t")


@dataclass(slots=True)
class Section:
    """A heading and what stands below it, up to the next heading of any level.

    Attributes:
        start, body, end: lines of the heading, of what follows it, and after the last one.
        level: 1 to 6; 0 for what precedes the first heading.
        name: the heading's text, "" where it has none.
        column: where the name begins in its line.
        path: numbers of the enclosing sections and its own, outermost first.
        whole_end: the line after the last one of the section and its subsections.
    """

    start: int
    body: int
    end: int
    level: int
    name: str
    column: int
    path: tuple[int, ...] = ()
    whole_end: int = 0


def chunk_markdown(text: str) -> tuple[Chunk, ...]:
    """Cut Markdown by headings.

    Small sections join their neighbours below the same parent; one longer than the target is cut between paragraphs and
    fences. Each heading is a definition of kind `STRING`, its container the headings around it. A chunk's breadcrumb is
    the path of headings down to the innermost one that all of it belongs to.
    """
    lines = split_lines(text)
    sections, block_starts = _scan(lines)
    _nest(sections)
    chunks: list[Chunk | None] = []
    for first, last in _groups(lines, sections):
        if last - first == 1:
            chunks.extend(_section_chunks(lines, sections, first, block_starts))
        else:
            chunks.append(_joined_chunk(lines, sections, first, last))
    return tuple(chunk for chunk in chunks if chunk is not None)


def _scan(lines: Sequence[str]) -> tuple[list[Section], list[int]]:
    """All sections, and the lines before which a long section may be cut, in order."""
    sections = [Section(0, 0, len(lines), 0, "", 0)]
    block_starts: list[int] = []
    number = _front_matter_end(lines)
    above = 0  # 1 where a paragraph of one line stands above, 2 where anything else does but a blank line or a heading
    after_blank = True
    while number < len(lines):
        line = lines[number].rstrip("\r\n")
        bare = line.strip()
        if not bare:
            above, after_blank, number = 0, True, number + 1
            continue
        end = _opaque_end(lines, number, line) if bare[0] in "`~<" else number
        heading = _atx(line, number) if bare[0] == "#" else None
        if end > number:
            block_starts.append(number)
            above, after_blank, number = 0, True, end
            continue
        if heading is None and above == 1 and bare[0] in "=-" and SETEXT_UNDERLINE.match(line):
            name = lines[number - 1].strip()
            heading = _heading(number - 1, number + 1, 1 if bare[0] == "=" else 2, name, lines[number - 1].index(name))
        if heading is not None:
            sections[-1].end = heading.start
            heading.end = len(lines)
            sections.append(heading)
            above, after_blank, number = 0, True, heading.body
            continue
        if after_blank:
            block_starts.append(number)
        if bare[0] in "-_*" and THEMATIC_BREAK.match(line):
            above = 0
        else:
            above = 1 if above == 0 and not OTHER_BLOCK.match(line) else 2
        after_blank, number = False, number + 1
    has_preamble = any(line.strip() for line in lines[: sections[0].end])
    return sections if has_preamble else sections[1:], block_starts


def _front_matter_end(lines: Sequence[str]) -> int:
    closing = FRONT_MATTER.get(lines[0].rstrip()) if lines else None
    if closing:
        for number in range(1, len(lines)):
            if lines[number].rstrip() in closing:
                return number + 1
    return 0


def _opaque_end(lines: Sequence[str], number: int, line: str) -> int:
    """The line after a fence, comment or raw HTML block that begins at `number`; `number` where none begins."""
    if fence := FENCE.match(line):
        mark = fence[1]
        for end in range(number + 1, len(lines)):
            bare = lines[end].strip()
            if bare.startswith(mark) and not bare.strip(mark[0]):
                return end + 1
        return len(lines)
    if html := RAW_HTML.match(line):
        column = html.end()
        for end in range(number, len(lines)):
            if "-->" in lines[end][column:] if html[1] else RAW_HTML_END.search(lines[end], column):
                return end + 1
            column = 0
        return len(lines)
    return number


def _atx(line: str, number: int) -> Section | None:
    opening = ATX_HEADING.match(line)
    if opening is None:
        return None
    name = line[opening.end() :].rstrip()
    without_closing = name.rstrip("#")
    if not without_closing or without_closing[-1] in " \t":
        name = without_closing.rstrip()
    return _heading(number, number + 1, len(opening[1]), name, opening.end())


def _heading(start: int, body: int, level: int, name: str, column: int) -> Section:
    # An anchor or class as in "Usage {#usage}" is no part of the name; "GET /users/{id}" has none.
    brace = name.rfind("{")
    if brace > 0 and name.endswith("}") and name[brace + 1] in "#.:":
        name = name[:brace].rstrip()
    return Section(start, body, body, level, name, column)


def _nest(sections: list[Section]) -> None:
    """Fill in `path` and `whole_end`."""
    open_sections: list[int] = []
    for number, section in enumerate(sections):
        if section.level == 0:
            section.whole_end = section.end
            continue
        while open_sections and sections[open_sections[-1]].level >= section.level:
            sections[open_sections.pop()].whole_end = section.start
        open_sections.append(number)
        section.path = tuple(open_sections)
    for number in open_sections:
        sections[number].whole_end = sections[-1].end


def _groups(lines: Sequence[str], sections: list[Section]) -> list[tuple[int, int]]:
    """Runs of sections that share a chunk, as half-open ranges of section numbers.

    A section joins the run when all stays within the target and it belongs below the parent of the run's first section.
    """
    groups: list[tuple[int, int]] = []
    parent: tuple[int, ...] = ()
    room = -1
    for number, section in enumerate(sections):
        size = sum(map(len, lines[section.start : section.end]))
        if groups and size <= room and section.path[: len(parent)] == parent:
            groups[-1] = (groups[-1][0], number + 1)
            room -= size
        else:
            groups.append((number, number + 1))
            parent = section.path[:-1]
            room = TARGET_CHARACTERS - size
    return groups


def _names(sections: list[Section], path: Sequence[int]) -> tuple[str, ...]:
    return tuple(name for number in path if (name := sections[number].name))


def _definitions(sections: list[Section], first: int, last: int) -> tuple[Definition, ...]:
    definitions: list[Definition] = []
    for section in sections[first:last]:
        if section.name:
            start = Position(section.start, section.column)
            definitions.append(
                Definition(
                    section.name,
                    SymbolKind.STRING,
                    ".".join(_names(sections, section.path[:-1])),
                    TextRange(start, Position(section.start, section.column + len(section.name))),
                    LineRange(section.start, section.body),
                    LineRange(section.start, section.whole_end),
                )
            )
    return tuple(definitions)


def _summary(lines: Sequence[str], sections: list[Section], section: Section) -> str:
    """The section's heading path, and below it its first paragraph."""
    number = section.body
    while number < section.end and not lines[number].strip():
        number += 1
    start = number
    while number < section.end and lines[number].strip():
        number += 1
    path = " > ".join(_names(sections, section.path))
    return f"{path}\n{''.join(lines[start:number])}".strip()


def _joined_chunk(lines: Sequence[str], sections: list[Section], first: int, last: int) -> Chunk | None:
    members = sections[first:last]
    # The shortest and the longest of several tuples in order differ where any of them do.
    paths = [member.path for member in members if member.path]
    low, high = min(paths, default=()), max(paths, default=())
    common = tuple(one for one, other in zip(low, high, strict=False) if one == other)
    return make_chunk(
        lines,
        members[0].start,
        members[-1].end,
        definitions=_definitions(sections, first, last),
        breadcrumb=_names(sections, common),
        summary="\n".join(filter(None, (_summary(lines, sections, member) for member in members))),
        corpus=Corpus.STRUCTURED_DOC,
    )


def _section_chunks(
    lines: Sequence[str], sections: list[Section], number: int, block_starts: list[int]
) -> list[Chunk | None]:
    """The chunks of one section; the later ones of several carry its heading as context."""
    section = sections[number]
    heads = "".join(lines[section.start : section.body])
    cuts = [line for line in block_starts if section.body <= line < section.end]
    # The heading stays with the first block below it.
    bounds = [section.start, *cuts[1:], section.end] if section.level else [section.start, *cuts, section.end]
    blocks = [(start, end) for start, end in pairwise(bounds) if start < end]
    chunks: list[Chunk | None] = []
    for start, end in pack_blocks(lines, blocks):
        is_first = start == section.start
        chunks.append(
            make_chunk(
                lines,
                start,
                end,
                definitions=_definitions(sections, number, number + 1) if is_first else (),
                breadcrumb=_names(sections, section.path),
                context="" if is_first else heads,
                summary=_summary(lines, sections, section) if is_first else "",
                corpus=Corpus.STRUCTURED_DOC,
            )
        )
    return chunks
