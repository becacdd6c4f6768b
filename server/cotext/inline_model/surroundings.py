"""What of a document the model is shown: the text before the cursor and after it. Pure functions over lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cotext.records import Position

__all__ = ["Surroundings", "after_cursor", "before_cursor", "one_line_only"]

_STEPS = 4


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The place that is completed.

    Attributes:
        prefix, suffix: text before and after the cursor; lines end at "\\n", whatever they end at in the document.
        path: the document's name as the model is told: relative to the workspace where it is in it.
        language: language identifier of the document.
        repository: name of the workspace folder.
    """

    prefix: str
    suffix: str
    path: str
    language: str
    repository: str


def before_cursor(lines: Sequence[str], cursor: Position, limit: int) -> str:
    """The text before the cursor, at most `limit` characters of it, from the start of a line where that is possible.

    In a long document the first character shown stays the same while a quarter of the limit is typed: a window that
    moved with each character would have the model read all of it anew at each.

    Args:
        lines: the document's, line ends kept.
        cursor: a place in the document.
        limit: at least 1.
    """
    before = lines[cursor.line][: cursor.column]
    above = sum(map(len, lines[: cursor.line]))
    surplus = above + len(before) - limit
    if surplus <= 0:
        return _plain("".join(lines[: cursor.line]) + before)
    step = max(1, limit // _STEPS)
    start = -(-surplus // step) * step
    first, offset = 0, 0
    while first < cursor.line and offset < start:
        offset += len(lines[first])
        first += 1
    if offset < start:
        # The cursor's own line is longer than all that may be shown.
        return _plain(before[start - offset :])
    return _plain("".join(lines[first : cursor.line]) + before)


def after_cursor(lines: Sequence[str], cursor: Position, limit: int) -> str:
    """The text after the cursor, at most `limit` characters of it, up to the end of a line where that is possible."""
    if limit <= 0:
        return ""
    shown = [lines[cursor.line][cursor.column :]]
    count, following = len(shown[0]), cursor.line + 1
    while count <= limit and following < len(lines):
        shown.append(lines[following])
        count += len(lines[following])
        following += 1
    text = _plain("".join(shown))
    if len(text) <= limit:
        return text
    cut = text[:limit]
    return cut[: cut.rfind("\n") + 1] or cut


def one_line_only(lines: Sequence[str], cursor: Position) -> bool:
    """Whether code stands behind the cursor in its line: then no more than one line fits there."""
    return lines[cursor.line][cursor.column :].strip() != ""


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
