from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.answers.outlines import brief, line_ranges
from cotext.records import LineRange

LINES = [
    "# Opens it.\n",
    "@cached\n",
    "def open_session(\n",
    "    cookie,\n",
    "):\n",
    '    """Open the session."""\n',
    *(f"    step({number})\n" for number in range(60)),
]
# name, kind, container, line of the name, ..., first line of the head, first of the body, first and last of the whole
DEFINITION = ("open_session", 12, "", 2, 4, 2, 16, 1, 5, 0, len(LINES))
EVERYTHING = LineRange(0, len(LINES))


def test_a_short_definition_is_given_as_a_whole() -> None:
    assert brief(DEFINITION, LINES, 0, EVERYTHING, 10_000) == list(range(len(LINES)))


def test_of_a_long_one_comment_signature_and_docstring_are_given() -> None:
    assert brief(DEFINITION, LINES, 0, EVERYTHING, 100) == [0, 1, 2, 3, 4, 5]


def test_lines_that_moved_are_followed() -> None:
    moved = ["\n"] * 7 + LINES
    shown = brief(DEFINITION, moved, 7, LineRange(0, len(moved)), 100)
    assert shown == [7, 8, 9, 10, 11, 12]


@pytest.mark.parametrize("bounds", [LineRange(3, 5), LineRange(0, 1), LineRange(90, 100)])
def test_nothing_outside_the_bounds_is_given(bounds: LineRange) -> None:
    for whole in (100, 10_000):
        assert all(bounds.start <= line < bounds.end for line in brief(DEFINITION, LINES, 0, bounds, whole))


def test_a_long_comment_is_left_out() -> None:
    lines = ["# " + "very long " * 20 + "\n", *LINES[1:]]
    assert 0 not in brief(DEFINITION, lines, 0, EVERYTHING, 100)


@given(st.lists(st.integers(0, 50)))
def test_ranges_hold_the_same_lines(numbers: list[int]) -> None:
    ranges = line_ranges(numbers)
    assert [line for one in ranges for line in range(one.start, one.end)] == sorted(set(numbers))
    assert all(one.end < other.start for one, other in pairwise(ranges)), "neighbours are joined"
