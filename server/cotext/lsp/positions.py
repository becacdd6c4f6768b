"""Positions between the protocol and the engine: a client's code units against code points.

A protocol position counts UTF-8 bytes, UTF-16 units or UTF-32 code points of a line, as agreed at `initialize`; the
engine counts code points. Lines end at "\\n", "\\r\\n" or "\\r" only.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cotext.lsp import standard_messages
from cotext.records import LineRange, Position, TextRange
from cotext.workspace.lines import split_lines

__all__ = [
    "PositionEncoding",
    "code_points",
    "code_units",
    "content_length",
    "document_lines",
    "lines_to_wire",
    "negotiate",
    "position_from_wire",
    "position_to_wire",
    "range_from_wire",
    "range_to_wire",
]


class PositionEncoding(StrEnum):
    """What a client's `character` counts."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16"
    UTF_32 = "utf-32"


CODECS = {
    PositionEncoding.UTF_8: ("utf-8", 1),
    PositionEncoding.UTF_16: ("utf-16-le", 2),
    PositionEncoding.UTF_32: ("utf-32-le", 4),
}


def negotiate(offered: Sequence[object] | None) -> PositionEncoding:
    """The first encoding that the client offers, in its order of preference, and that we know; else UTF-16."""
    known = {encoding.value: encoding for encoding in PositionEncoding}
    return next((known[one] for one in offered or () if isinstance(one, str) and one in known), PositionEncoding.UTF_16)


def document_lines(text: str) -> list[str]:
    """The lines of a text, line ends included, as an editor shows them: after a last line end comes an empty line."""
    lines = split_lines(text)
    if not lines or lines[-1].endswith(("\n", "\r")):
        lines.append("")
    return lines


def content_length(line: str) -> int:
    """Length of a line without its line end, in code points."""
    if line.endswith("\r\n"):
        return len(line) - 2
    return len(line) - 1 if line.endswith(("\n", "\r")) else len(line)


def code_points(line: str, units: int, encoding: PositionEncoding) -> int:
    """The column in code points of one in code units, clamped to the line; inside a character counts as before it."""
    limit = content_length(line)
    if encoding is PositionEncoding.UTF_32 or line.isascii():
        return min(units, limit)
    codec, width = CODECS[encoding]
    head = line[: min(units, limit)].encode(codec, "replace")[: units * width]
    return len(head.decode(codec, "ignore"))


def code_units(line: str, column: int, encoding: PositionEncoding) -> int:
    """The column in code units of a column in code points, clamped to the line."""
    column = min(column, content_length(line))
    if encoding is PositionEncoding.UTF_32 or line.isascii():
        return column
    codec, width = CODECS[encoding]
    return len(line[:column].encode(codec, "replace")) // width


def position_from_wire(
    position: standard_messages.Position, lines: Sequence[str], encoding: PositionEncoding
) -> Position:
    """A client's position in a document; past the end of a line or of the document it becomes that end."""
    if position.line >= len(lines):
        return Position(len(lines) - 1, content_length(lines[-1]))
    return Position(position.line, code_points(lines[position.line], position.character, encoding))


def position_to_wire(
    position: Position, lines: Sequence[str], encoding: PositionEncoding
) -> standard_messages.Position:
    """A position of the engine's as a client counts it, clamped into the document."""
    if position.line >= len(lines):
        return standard_messages.Position(len(lines) - 1, code_units(lines[-1], len(lines[-1]), encoding))
    return standard_messages.Position(position.line, code_units(lines[position.line], position.column, encoding))


def range_from_wire(span: standard_messages.Range, lines: Sequence[str], encoding: PositionEncoding) -> TextRange:
    """A client's range; one that runs backwards is turned round (some clients send a selection's anchor and cursor)."""
    start, end = (position_from_wire(one, lines, encoding) for one in (span.start, span.end))
    return TextRange(min(start, end), max(start, end))


def range_to_wire(span: TextRange, lines: Sequence[str], encoding: PositionEncoding) -> standard_messages.Range:
    """A range of the engine's as a client counts it."""
    return standard_messages.Range(*(position_to_wire(one, lines, encoding) for one in (span.start, span.end)))


def lines_to_wire(lines: LineRange, last_line: str, encoding: PositionEncoding) -> standard_messages.Range:
    """Whole lines as a range.

    Args:
        lines: the lines; not empty.
        last_line: text of line `lines.end - 1`; without a line end, the range stops where it stops.
    """
    start = standard_messages.Position(lines.start, 0)
    if last_line.endswith(("\n", "\r")):
        return standard_messages.Range(start, standard_messages.Position(lines.end, 0))
    return standard_messages.Range(
        start, standard_messages.Position(lines.end - 1, code_units(last_line, len(last_line), encoding))
    )
