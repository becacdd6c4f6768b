"""Conversion of positions, held against the definition: count units character by character."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.lsp import standard_messages
from cotext.lsp.positions import (
    PositionEncoding,
    code_points,
    code_units,
    document_lines,
    lines_to_wire,
    negotiate,
    position_from_wire,
    position_to_wire,
    range_from_wire,
)
from cotext.records import LineRange, Position, TextRange

UNITS = {
    PositionEncoding.UTF_8: lambda c: len(c.encode()),
    PositionEncoding.UTF_16: lambda c: 2 if ord(c) > 0xFFFF else 1,
    PositionEncoding.UTF_32: lambda c: 1,
}
TEXT = st.text(st.sampled_from("ab\t é€😀𝒳\u2028\f\x85\n\r"), max_size=40)
ENCODING = st.sampled_from(list(PositionEncoding))
SETTINGS = settings(max_examples=150, deadline=None)


@SETTINGS
@given(TEXT, ENCODING, st.data())
def test_a_position_survives_the_way_to_the_client_and_back(text: Any, encoding: Any, data: Any) -> None:
    lines = document_lines(text)
    line = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[line].rstrip("\r\n"))))
    wire = position_to_wire(Position(line, column), lines, encoding)
    assert wire == standard_messages.Position(line, sum(map(UNITS[encoding], lines[line][:column])))
    assert position_from_wire(wire, lines, encoding) == Position(line, column)


@SETTINGS
@given(TEXT, ENCODING, st.integers(0, 60), st.integers(0, 120))
def test_any_client_position_lands_on_a_character_boundary_inside_the_document(
    text: Any, encoding: Any, line: Any, character: Any
) -> None:
    lines = document_lines(text)
    position = position_from_wire(standard_messages.Position(line, character), lines, encoding)
    assert 0 <= position.line < len(lines)
    content = lines[position.line].rstrip("\r\n")
    assert 0 <= position.column <= len(content)
    if line < len(lines):
        before = [sum(map(UNITS[encoding], content[:column])) for column in range(len(content) + 1)]
        assert position.column == max(column for column, units in enumerate(before) if units <= character)


@SETTINGS
@given(TEXT)
def test_lines_end_at_the_protocols_line_ends_only_and_lose_nothing(text: Any) -> None:
    lines = document_lines(text)
    assert "".join(lines) == text
    assert len(lines) == 1 + text.replace("\r\n", "\n").replace("\r", "\n").count("\n")


@pytest.mark.parametrize(
    ("units", "column"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 3), (9, 3)], ids=lambda value: str(value)
)
def test_the_middle_of_a_surrogate_pair_counts_as_before_it(units: Any, column: Any) -> None:
    assert code_points("a😀b\r\n", units, PositionEncoding.UTF_16) == column


def test_a_column_past_the_end_stops_before_the_line_end() -> None:
    assert code_units("é😀\r\n", 9, PositionEncoding.UTF_16) == 3
    assert code_units("é😀\r\n", 9, PositionEncoding.UTF_8) == 6
    assert code_units("é😀\r\n", 9, PositionEncoding.UTF_32) == 2


def test_a_line_past_the_end_becomes_the_end_of_the_document() -> None:
    assert position_from_wire(standard_messages.Position(99, 0), ["a\n", "bc"], PositionEncoding.UTF_16) == Position(
        1, 2
    )


def test_a_range_that_runs_backwards_is_turned_round() -> None:
    backwards = standard_messages.Range(standard_messages.Position(1, 1), standard_messages.Position(0, 2))
    expected = TextRange(Position(0, 2), Position(1, 1))
    assert range_from_wire(backwards, ["abc\n", "def"], PositionEncoding.UTF_16) == expected


def test_whole_lines_end_at_the_next_line_or_where_the_text_ends() -> None:
    start = standard_messages.Position(2, 0)
    assert lines_to_wire(LineRange(2, 4), "x\n", PositionEncoding.UTF_16) == standard_messages.Range(
        start, standard_messages.Position(4, 0)
    )
    assert lines_to_wire(LineRange(2, 4), "x\r", PositionEncoding.UTF_16) == standard_messages.Range(
        start, standard_messages.Position(4, 0)
    )
    assert lines_to_wire(LineRange(2, 4), "a😀", PositionEncoding.UTF_16) == standard_messages.Range(
        start, standard_messages.Position(3, 3)
    )
    assert lines_to_wire(LineRange(2, 4), "a😀", PositionEncoding.UTF_8) == standard_messages.Range(
        start, standard_messages.Position(3, 5)
    )


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, PositionEncoding.UTF_16),
        ([], PositionEncoding.UTF_16),
        (["utf-16"], PositionEncoding.UTF_16),
        (["utf-8", "utf-32", "utf-16"], PositionEncoding.UTF_8),
        (["utf-32", "utf-8", "utf-16"], PositionEncoding.UTF_32),
        (["utf-16", "utf-8"], PositionEncoding.UTF_16),
        (["utf-7", 3, "utf-32"], PositionEncoding.UTF_32),
    ],
)
def test_the_clients_first_known_encoding_is_taken(offered: Any, chosen: Any) -> None:
    assert negotiate(offered) is chosen
