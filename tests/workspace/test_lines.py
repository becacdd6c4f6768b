from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.records import LineRange
from cotext.workspace.lines import line_starts, slice_lines, split_lines

texts = st.text(alphabet="ab\n\r\x0b\x0c\x1c\x85\u2028\u2029😀", max_size=60)


def test_only_three_line_ends() -> None:
    assert split_lines("a\rb\r\nc\n\x0cd\u2028e\x85f\x0bg\x1ch") == [
        "a\r",
        "b\r\n",
        "c\n",
        "\x0cd\u2028e\x85f\x0bg\x1ch",
    ]


def test_no_empty_last_line_but_the_protocol_counts_one() -> None:
    assert split_lines("a\n") == ["a\n"]
    assert split_lines("") == []
    assert line_starts("a\n") == [0, 2]
    assert line_starts("") == [0]
    assert line_starts("a\r\r\n\n") == [0, 2, 4, 5]


@settings(deadline=None, max_examples=200)
@given(texts)
def test_lines_joined_are_the_text(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(lines)
    for line in lines:
        body = line.removesuffix("\n").removesuffix("\r") if line.endswith("\r\n") else line.rstrip("\r\n")
        assert "\r" not in body
        assert "\n" not in body
        assert len(line) - len(body) <= 2


@settings(deadline=None, max_examples=200)
@given(texts)
def test_starts_agree_with_lines(text: str) -> None:
    lines, starts = split_lines(text), line_starts(text)
    assert [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)] == [
        *lines,
        *([""] if not text or text[-1] in "\r\n" else []),
    ]


@settings(deadline=None, max_examples=100)
@given(texts, st.integers(0, 20), st.integers(0, 20))
def test_slices_are_whole_lines(text: str, start: int, end: int) -> None:
    lines = split_lines(text)
    assert slice_lines(lines, LineRange(start, end)) == "".join(lines[start:end])
