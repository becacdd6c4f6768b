"""What is shown of a definition, and of several wanted lines of one file. Pure functions over lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cotext.index.stored import FlatDefinition
from cotext.records import LineRange

__all__ = ["brief", "line_ranges"]

_LONGEST_DOC = 120
_LONGEST_HEAD = 6
"""Characters of a doc comment, and lines of a signature, that are shown where the whole definition is not."""

_DOCSTRING = ('"""', "'''", 'r"""', "r'''", '@doc """', '@moduledoc """')


def brief(definition: FlatDefinition, lines: Sequence[str], shift: int, bounds: LineRange, whole: int) -> list[int]:
    """The lines that say what a definition is: all of it where it is short, else its doc comment and signature.

    Args:
        definition: see `FlatDefinition`.
        lines: of its document as it stands now, line ends kept.
        shift: how many lines further down the definition stands now than when it was indexed.
        bounds: no other lines are given.
        whole: most characters of a definition that is given as a whole.
    """
    name_line, (head, body, start, end) = int(definition[3]), map(int, definition[7:11])
    if _characters(lines[start + shift : end + shift]) <= whole:
        return _inside(range(start + shift, end + shift), bounds)
    body = max(min(body, head + _LONGEST_HEAD), min(name_line, head + _LONGEST_HEAD) + 1)
    shown = list(range(head + shift, body + shift))
    if start < head and _characters(lines[start + shift : head + shift]) <= _LONGEST_DOC:
        shown = [*range(start + shift, head + shift), *shown]
    after = body + shift
    if after < len(lines) and len(lines[after]) <= _LONGEST_DOC and lines[after].lstrip().startswith(_DOCSTRING):
        shown.append(after)
    return _inside(shown, bounds)


def _characters(lines: Iterable[str]) -> int:
    return sum(map(len, lines))


def _inside(numbers: Iterable[int], bounds: LineRange) -> list[int]:
    return [number for number in numbers if bounds.start <= number < bounds.end]


def line_ranges(numbers: Iterable[int]) -> tuple[LineRange, ...]:
    """Line numbers as ranges, in order, neighbours joined."""
    ranges: list[LineRange] = []
    for number in sorted(set(numbers)):
        if ranges and ranges[-1].end == number:
            ranges[-1] = LineRange(ranges[-1].start, number + 1)
        else:
            ranges.append(LineRange(number, number + 1))
    return tuple(ranges)
