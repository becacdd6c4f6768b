"""What of a document is read as the query of a completion context: the code around the cursor. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cotext.index.terms import keyword_terms
from cotext.records import LineRange, Position
from cotext.routes.cursor_context import CursorContext, cursor_context

__all__ = ["LINES_ABOVE", "LINES_BELOW", "QueryWindow", "clamp", "query_window"]

LINES_ABOVE, LINES_BELOW = 20, 5

_FADE_LINES = 5
"""A line this far above the cursor counts half as much as the cursor's own."""
_BELOW = 0.6
_CURRENT = 1.5


@dataclass(frozen=True, slots=True)
class QueryWindow:
    """The query.

    Attributes:
        lines: the lines read.
        text: their text.
        terms: distinct keyword terms, each with the weight of the nearest line that has it.
        cursor: what stands around the cursor.
        language: language identifier of the document.
    """

    lines: LineRange
    text: str
    terms: dict[str, float]
    cursor: CursorContext
    language: str


def clamp(position: Position, lines: Sequence[str]) -> Position:
    """The nearest place inside the document."""
    if not lines:
        return Position(0, 0)
    line = max(0, min(position.line, len(lines) - 1))
    if position.line > line:
        return Position(line, len(lines[line].rstrip("\r\n")))
    return Position(line, max(0, min(position.column, len(lines[line].rstrip("\r\n")))))


def query_window(lines: Sequence[str], position: Position, language: str) -> QueryWindow:
    """The lines around the cursor: 20 above, its own, 5 below.

    Args:
        lines: the document's, line ends kept.
        position: the cursor, clamped.
        language: language identifier of the document.
    """
    start = max(0, position.line - LINES_ABOVE)
    end = min(len(lines), position.line + LINES_BELOW + 1)
    terms: dict[str, float] = {}
    for number in range(start, end):
        distance = abs(number - position.line)
        weight = (_CURRENT if distance == 0 else 1 / (1 + distance / _FADE_LINES)) * (
            _BELOW if number > position.line else 1
        )
        for term in keyword_terms(lines[number]):
            if weight > terms.get(term, 0.0):
                terms[term] = weight
    cursor = cursor_context(lines, position)
    return QueryWindow(LineRange(start, end), "".join(lines[start:end]), terms, cursor, language)
