"""The cursor's place in a document."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.answers.query_window import clamp
from cotext.records import Position

LINES = ["first\r\n", "second line\n", "\n", "last"]


@pytest.mark.parametrize(
    ("position", "clamped"),
    [
        (Position(0, 3), Position(0, 3)),
        (Position(0, 99), Position(0, 5)),
        (Position(1, 11), Position(1, 11)),
        (Position(2, 1), Position(2, 0)),
        (Position(3, 4), Position(3, 4)),
        (Position(4, 0), Position(3, 4)),
        (Position(-1, -1), Position(0, 0)),
        (Position(1, -1), Position(1, 0)),
    ],
)
def test_clamping(position: Position, clamped: Position) -> None:
    assert clamp(position, LINES) == clamped


def test_an_empty_document() -> None:
    assert clamp(Position(5, 5), []) == Position(0, 0)


@settings(deadline=None, max_examples=50)
@given(st.integers(-9, 9), st.integers(-9, 99))
def test_it_is_always_inside_and_stays_there(line: int, column: int) -> None:
    clamped = clamp(Position(line, column), LINES)
    assert 0 <= clamped.line < len(LINES)
    assert 0 <= clamped.column <= len(LINES[clamped.line].rstrip("\r\n"))
    assert clamp(clamped, LINES) == clamped
