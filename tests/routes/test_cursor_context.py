from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.records import Position
from cotext.routes.cursor_context import PLACES, _is_declared, cursor_context


def _at_end(text: str) -> tuple[list[str], Position]:
    lines = text.splitlines(keepends=True)
    return lines, Position(len(lines) - 1, len(lines[-1]))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("    ", "line_start"),
        ("config.", "member"),
        ("node->", "member"),
        ("Config::", "scope"),
        ("call(", "argument"),
        ("x = ", "assignment"),
        ("x: ", "annotation"),
        ("List<", "type_argument"),
        ("x = new ", "before_type"),
        ("return ", "before_value"),
        ("int ", "word"),
        ("a + ", "operator"),
    ],
)
def test_the_token_before_the_cursor_tells_the_place(line: str, place: str) -> None:
    assert cursor_context(*_at_end(line)).place == place
    assert place in PLACES


def test_the_word_at_the_cursor_is_no_word_of_the_document() -> None:
    context = cursor_context(["first = parse_con\n"], Position(0, 13))
    assert context.typed == "parse"
    assert context.at_cursor == "parse_con"
    assert "parse_con" not in context.occurrences


def test_names_around_it_have_distances_and_followers() -> None:
    text = "from pkg import load\n\nconfig = Config()\nconfig.read()\nvalue = config."
    context = cursor_context(*_at_end(text))
    assert context.receiver == "config"
    assert "Config" in context.declaring
    assert context.above["load"] == 4
    assert "load" in context.imported
    assert set(context.followers.two) == {"read"}


def test_an_empty_document_has_a_place() -> None:
    assert cursor_context([], Position(0, 0)).place == "line_start"


_PARTS = st.sampled_from(
    ["name", "names", "other", "T", "é", " ", "\t", ":", "=", "*", "&", "<", ">", "]", "[", ".", "("]
)


@given(st.lists(_PARTS, max_size=12).map("".join))
def test_a_line_declares_a_name_before_a_type_or_a_value_and_after_a_type(line: str) -> None:
    declaration = re.compile(r"\bname\b\s*[:=]|\w[>\]]*\s+\*?&?\bname\b")
    assert _is_declared("name", line) == (declaration.search(line) is not None)
