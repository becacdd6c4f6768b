"""Jupyter notebooks (nbformat 4) cut by their cells, in the lines of the JSON file as it stands on disk.

The format: https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from cotext.chunking.file_quality import LONGEST_LINE
from cotext.chunking.text_chunks import chunk_lines, code_names, identifiers, line_ranges, make_chunk
from cotext.records import Chunk, Corpus, Definition, LineRange, Position, SymbolKind, TextRange
from cotext.workspace.lines import split_lines

__all__ = ["chunk_notebook"]

WHITE_SPACE = re.compile(r"[ \t\n\r]*")
# Both read a line of the JSON text: one string of a cell's source array.
PYTHON_DEFINITION = re.compile(r'\s*"((?: |\\t)*)(?:async +)?(def|class) +([^\W\d]\w*)(?![\w\\])')
HEADING = re.compile(r'\s*"(#{1,6}) +([^"\\]{0,300}?[^"\\\s])(?: +#+)? *(?:\\n)?",?\s*$')
STRING_LINE = re.compile(r'\s*"((?: |\\t)*)(.*)')
EMPTY_STRING = re.compile(r'\s*"(?:\\[nrt]| )*",?\s*$')
HEAD_END = re.compile(r':(?: |\\t)*(?:#.*)?(?:\\n)?",?\s*$')
LONGEST_HEAD = 20

decode = json.JSONDecoder(strict=False).raw_decode


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's kind ("code", "markdown", "raw"), its source, and where that stands in the file as character offsets."""

    kind: str
    source: str
    start: int
    end: int


def chunk_notebook(text: str) -> tuple[Chunk, ...]:
    """Cut a notebook into the sources of its cells; all else (outputs, metadata) gets no vector and no references.

    A source keeps the lines of its JSON array. Code belongs to the corpus `code`, Markdown and raw cells to
    `structured_doc`; the breadcrumb is the path of headings that the Markdown cells above set. In a Python notebook
    functions and classes are definitions, and headings are in any. Text that is no notebook, or one whose cells share
    their lines (a minified file), is cut by lines.
    """
    lines = split_lines(text)
    try:
        cells, language = _read(text)
    except (ValueError, RecursionError):
        return chunk_lines(lines)
    offsets = list(accumulate(map(len, lines), initial=0))
    chunks: list[Chunk] = []
    headings: list[tuple[int, str]] = []
    at = 0
    placed: list[tuple[Cell, int, int]] = []
    for cell in cells:
        start, end = bisect_right(offsets, cell.start) - 1, bisect_right(offsets, cell.end - 1)
        if start < at:
            return chunk_lines(lines)
        placed.append((cell, start, end))
        at = end
    at = 0
    for cell, start, end in placed:
        chunks.extend(_without_meaning(lines, at, start))
        prose = cell.kind != "code"
        found = _headings(lines, start, end, headings) if prose else ()
        if not prose and language == "python":
            found = _definitions(lines, start, end)
        chunks.extend(_cell_chunks(lines, start, end, cell, found, tuple(name for _, name in headings)))
        at = end
    chunks.extend(_without_meaning(lines, at, len(lines)))
    return tuple(chunks) if placed else chunk_lines(lines)


def _read(text: str) -> tuple[list[Cell], str]:
    """The cells, and the notebook's language in lower case. Raises: ValueError (not JSON), RecursionError."""
    cells: list[Cell] = []
    metadata: Any = {}
    for key, start, end in _members(text, _skip(text, 0)):
        if key == "cells" and text[start] == "[":
            cells = [cell for item in _items(text, start) if (cell := _cell(text, item)) is not None]
        elif key == "metadata":
            metadata = decode(text[start:end])[0]
    for section, key in (("language_info", "name"), ("kernelspec", "language")):
        inner = metadata.get(section) if isinstance(metadata, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get(key), str):
            return cells, inner[key].lower()
    return cells, "python"


def _cell(text: str, start: int) -> Cell | None:
    kind, source = "code", None
    if text[start] != "{":
        return None
    for key, value_start, value_end in _members(text, start):
        if key == "cell_type":
            kind = str(decode(text, value_start)[0])
        elif key == "source":
            value = decode(text, value_start)[0]
            joined = value if isinstance(value, str) else "".join(map(str, value)) if isinstance(value, list) else None
            source = (joined, value_start, value_end)
    if source is None or source[0] is None:
        return None
    return Cell(kind, source[0], source[1], source[2])


def _skip(text: str, at: int) -> int:
    """The next place that is not white space. Raises: ValueError where the text ends."""
    space = WHITE_SPACE.match(text, at)
    at = space.end() if space else at
    if at >= len(text):
        raise ValueError("the JSON text ends early")
    return at


def _members(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """Each key of the object at `at`, with the offsets of its value. Raises: ValueError."""
    if text[at] != "{":
        raise ValueError("no JSON object")
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, at = decode(text, at)
        at = _skip(text, at)
        if not isinstance(key, str) or text[at] != ":":
            raise ValueError("no key and colon")
        start = _skip(text, at + 1)
        end = decode(text, start)[1]
        yield key, start, end
        at = _next(text, end, "}")


def _items(text: str, at: int) -> Iterator[int]:
    """The offset of each element of the array at `at`. Raises: ValueError."""
    at = _skip(text, at + 1)
    while text[at] != "]":
        yield at
        at = _next(text, decode(text, at)[1], "]")


def _next(text: str, at: int, closing: str) -> int:
    at = _skip(text, at)
    if text[at] == ",":
        return _skip(text, at + 1)
    if text[at] != closing:
        raise ValueError("no comma between two values")
    return at


def _without_meaning(lines: list[str], start: int, end: int) -> Iterator[Chunk]:
    return (replace(chunk, references=(), embeddable=False) for chunk in chunk_lines(lines, start, end))


def _cell_chunks(
    lines: Sequence[str],
    start: int,
    end: int,
    cell: Cell,
    definitions: tuple[Definition, ...],
    breadcrumb: tuple[str, ...],
) -> list[Chunk]:
    """One chunk for a cell, or several for a long one. An empty cell has no meaning, and so no vector."""
    chunks: list[Chunk] = []
    prose = cell.kind != "code"
    ranges = line_ranges(lines, start, end)
    for first, last in ranges:
        own = tuple(one for one in definitions if first <= one.name_range.start.line < last)
        source = cell.source if len(ranges) == 1 else _source_text(lines, first, last)
        defined = {one.name for one in own}
        references = tuple(name for name in (code_names if prose else identifiers)(source) if name not in defined)
        chunk = make_chunk(
            lines,
            first,
            last,
            definitions=own,
            references=references,
            breadcrumb=breadcrumb,
            summary=_summary(lines, own, breadcrumb) if own else "",
            corpus=Corpus.STRUCTURED_DOC if prose else Corpus.CODE,
            embeddable=bool(source.strip()),
        )
        if chunk is not None:
            chunks.append(chunk)
    return chunks


def _source_text(lines: Sequence[str], start: int, end: int) -> str:
    """The source in some lines of an array of strings, each in a line of its own, as nbformat writes it."""
    decoded: list[str] = []
    for line in lines[start:end]:
        try:
            value = json.loads(line.strip().removesuffix(","), strict=False)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, str):
            decoded.append(value)
    return "".join(decoded)


def _summary(lines: Sequence[str], definitions: tuple[Definition, ...], breadcrumb: tuple[str, ...]) -> str:
    if definitions[0].kind is SymbolKind.STRING:
        return " > ".join(breadcrumb)
    return "\n".join(_source_text(lines, one.signature.start, one.signature.end).strip() for one in definitions)


def _headings(lines: Sequence[str], start: int, end: int, headings: list[tuple[int, str]]) -> tuple[Definition, ...]:
    """The headings in a Markdown cell; `headings`, the path of levels and names, is brought up to date."""
    definitions: list[Definition] = []
    for number in range(start, end):
        heading = HEADING.match(lines[number])
        if heading is None:
            continue
        level, name = len(heading[1]), heading[2]
        while headings and headings[-1][0] >= level:
            headings.pop()
        container = ".".join(name for _, name in headings)
        headings.append((level, name))
        definitions.append(_definition(number, heading.start(2), name, SymbolKind.STRING, container, number + 1, end))
    return tuple(definitions)


def _definitions(lines: Sequence[str], start: int, end: int) -> tuple[Definition, ...]:
    """Functions and classes of a Python cell, their extent by indentation."""
    found: list[Definition] = []
    around: list[tuple[int, str, SymbolKind]] = []
    for number in range(start, end):
        head = PYTHON_DEFINITION.match(lines[number])
        if head is None:
            continue
        indentation = _indentation(head[1])
        while around and around[-1][0] >= indentation:
            around.pop()
        kind = SymbolKind.CLASS if head[2] == "class" else SymbolKind.FUNCTION
        if kind is SymbolKind.FUNCTION and around and around[-1][2] is SymbolKind.CLASS:
            kind = SymbolKind.METHOD
        head_end = next(
            (line + 1 for line in range(number, min(number + LONGEST_HEAD, end)) if _ends_head(lines[line])),
            number + 1,
        )
        whole_end = head_end
        for line in range(head_end, end):
            text = STRING_LINE.match(lines[line])
            if text is None or (not EMPTY_STRING.match(lines[line]) and _indentation(text[1]) <= indentation):
                break
            whole_end = line + 1
        container = ".".join(name for _, name, _ in around)
        found.append(_definition(number, head.start(3), head[3], kind, container, head_end, whole_end))
        around.append((indentation, head[3], kind))
    return tuple(found)


def _ends_head(line: str) -> bool:
    # Only the end of the line is searched: a line of many colons and number signs would take quadratic time.
    return HEAD_END.search(line, max(0, len(line) - LONGEST_LINE)) is not None


def _indentation(raw: str) -> int:
    return len(raw.replace("\\t", "        "))


def _definition(
    line: int, column: int, name: str, kind: SymbolKind, container: str, head_end: int, end: int
) -> Definition:
    where = TextRange(Position(line, column), Position(line, column + len(name)))
    return Definition(name, kind, container, where, LineRange(line, head_end), LineRange(line, end))
