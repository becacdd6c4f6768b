"""What of a document is shown before and after the cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.inline_model.surroundings import after_cursor, before_cursor, one_line_only
from cotext.lsp.positions import content_length, document_lines
from cotext.records import Position

TEXTS = st.text(alphabet="ab\n\r é\x0c", max_size=120)


def split_at(text: str, line: int, column: int) -> tuple[list[str], Position]:
    lines = document_lines(text)
    line = min(line, len(lines) - 1)
    return lines, Position(line, min(column, content_length(lines[line])))


def plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@given(TEXTS, st.integers(0, 20), st.integers(0, 60), st.integers(1, 200))
def test_the_prefix_is_the_end_of_what_stands_before(text: str, line: int, column: int, limit: int) -> None:
    lines, cursor = split_at(text, line, column)
    before = "".join(lines[: cursor.line]) + lines[cursor.line][: cursor.column]
    shown = before_cursor(lines, cursor, limit)
    assert len(shown) <= limit
    assert plain(before).endswith(shown)
    if len(before) <= limit:
        assert shown == plain(before)
    else:
        start = len(plain(before)) - len(shown)
        from_a_line_start = start == 0 or plain(before)[start - 1] == "\n"
        assert from_a_line_start or "\n" not in shown


@given(TEXTS, st.integers(0, 20), st.integers(0, 60), st.integers(0, 200))
def test_the_suffix_is_the_beginning_of_what_stands_after(text: str, line: int, column: int, limit: int) -> None:
    lines, cursor = split_at(text, line, column)
    after = plain(lines[cursor.line][cursor.column :] + "".join(lines[cursor.line + 1 :]))
    shown = after_cursor(lines, cursor, limit)
    assert len(shown) <= limit
    assert after.startswith(shown)
    if len(after) <= limit:
        assert shown == after
    else:
        assert shown.endswith("\n") or "\n" not in shown


def test_a_line_longer_than_the_limit_is_shown_in_part() -> None:
    lines = document_lines("x = 1\n" + "a" * 1000)
    assert 70 <= len(before_cursor(lines, Position(1, 1000), 100)) <= 100
    assert len(after_cursor(lines, Position(1, 0), 100)) == 100


def test_while_typing_the_first_character_shown_seldom_changes() -> None:
    above = "".join(f"line {number} of the document\n" for number in range(100))
    firsts = set()
    for count in range(200):
        lines = document_lines(above + "t" * count)
        shown = before_cursor(lines, Position(100, count), 1000)
        assert 650 <= len(shown) <= 1000
        firsts.add(shown[:60])
    assert len(firsts) <= 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [("foo(|)", True), ("foo|", False), ("foo|  ", False), ("|foo\r\n", True), ("foo|\r\n", False)],
)
def test_code_behind_the_cursor_leaves_one_line(line: str, expected: bool) -> None:
    column = line.index("|")
    assert one_line_only(document_lines(line.replace("|", "")), Position(0, column)) is expected
