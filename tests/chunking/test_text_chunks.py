from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.chunking.text_chunks import (
    TARGET_CHARACTERS,
    chunk_lines,
    chunk_paragraphs,
    code_names,
    identifiers,
    line_ranges,
    make_chunk,
)
from cotext.records import Chunk, Corpus
from cotext.workspace.lines import split_lines

Check = Callable[[str, tuple[Chunk, ...]], None]

line = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "\f", "\u2028", "    ", "\tif x:", "}", "word " * 50, "x" * 400, "long " * 400, "é" * 1501]),
)
texts = st.one_of(
    st.text(),
    st.lists(st.tuples(line, st.sampled_from(["\n", "\r\n", "\r", "\n\n"])), max_size=60).map(
        lambda pairs: "".join(body + end for body, end in pairs)
    ),
)


@settings(max_examples=150, deadline=None)
@given(text=texts)
def test_every_text_is_covered_once(check: Check, text: str) -> None:
    lines = split_lines(text)
    for chunks in (chunk_lines(lines), chunk_paragraphs(text, lines)):
        check(text, chunks)
        for chunk in chunks:
            assert len(chunk.text) <= TARGET_CHARACTERS or chunk.lines.end - chunk.lines.start == 1
    assert chunk_lines(lines) == chunk_lines(lines)
    assert chunk_paragraphs(text, lines) == chunk_paragraphs(text, lines)


@settings(max_examples=50, deadline=None)
@given(text=texts, data=st.data())
def test_a_stretch_of_lines_stays_within_its_bounds(text: str, data: st.DataObject) -> None:
    lines = split_lines(text)
    start = data.draw(st.integers(0, len(lines)))
    end = data.draw(st.integers(start, len(lines) + 3))
    ranges = line_ranges(lines, start, min(end, len(lines)))
    assert [number for one in ranges for number in range(*one)] == list(range(start, min(end, len(lines))))
    for chunk in chunk_lines(lines, start, end):
        assert start <= chunk.lines.start < chunk.lines.end <= end


def test_no_text_gives_no_chunk() -> None:
    for text in ("", "\n\r\n \t\r"):
        assert chunk_lines(split_lines(text)) == ()
        assert chunk_paragraphs(text, split_lines(text)) == ()


def test_code_is_cut_at_a_blank_line_before_a_line_of_low_indentation() -> None:
    function = "def name():\n    first = 1\n\n    if first:\n        second = 2\n    return second\n\n"
    lines = split_lines(function * 60)
    chunks = chunk_lines(lines)
    assert len(chunks) > 2
    assert {chunk.text.splitlines()[0] for chunk in chunks} == {"def name():"}


def test_a_cut_does_not_stand_before_a_closing_bracket() -> None:
    lines = split_lines("".join(f"fn f{i}() {{\n    call({i});\n}}\n" for i in range(200)))
    assert all(chunk.text.startswith("fn f") for chunk in chunk_lines(lines))


def test_a_longer_line_than_the_target_is_a_chunk_of_its_own() -> None:
    long = "x" * (TARGET_CHARACTERS + 1) + "\n"
    chunks = chunk_lines(["before\n", long, "after\n"])
    assert [chunk.text for chunk in chunks] == ["before\n", long, "after\n"]
    assert [chunk.embeddable for chunk in chunks] == [True, False, True]


def test_a_line_of_300_characters_has_a_vector_and_a_longer_one_has_none() -> None:
    assert chunk_lines(["y" * 300 + "\r\n"])[0].embeddable
    assert not chunk_lines(["y" * 301])[0].embeddable


def test_paragraphs_are_joined_up_to_the_target_and_never_cut_when_they_fit() -> None:
    paragraphs = [f"Paragraph {number}. " + "It goes on and on. " * 20 + "\n" for number in range(12)]
    text = "\n".join(paragraphs)
    chunks = chunk_paragraphs(text, split_lines(text))
    assert [chunk.text.count("Paragraph") for chunk in chunks] == [3, 3, 3, 3]
    assert all(chunk.corpus is Corpus.STRUCTURED_DOC and chunk.embeddable for chunk in chunks)


def test_a_long_paragraph_is_cut_between_lines() -> None:
    text = "Title\n\n" + "A line of a long paragraph.\n" * 200
    chunks = chunk_paragraphs(text, split_lines(text))
    assert chunks[0].text == "Title\n"
    assert len(chunks) >= 4


def test_a_long_line_of_prose_has_a_vector_but_data_has_none() -> None:
    prose = "One paragraph that an editor wraps for its reader. " * 12
    assert chunk_paragraphs(prose, [prose])[0].embeddable
    data = "image: " + "QUJD" * 100
    assert not chunk_paragraphs(data, [data])[0].embeddable


def test_blank_lines_at_either_end_are_left_out() -> None:
    lines = ["\n", " \n", "a b\n", "\n", "c\n", "\n"]
    chunk = make_chunk(lines, 0, 6)
    assert chunk is not None
    assert (chunk.lines.start, chunk.lines.end, chunk.text) == (2, 5, "a b\n\nc\n")
    assert make_chunk(lines, 0, 2) is None


def test_identifiers_come_once_in_order() -> None:
    assert identifiers("total = parse_line(größe, 12px) + total.x2 - a") == ("total", "parse_line", "größe", "px", "x2")


def test_prose_only_refers_to_words_that_look_like_code() -> None:
    text = "Call `open store` or retry_policy, then HttpClient and flush() of the getURL kind. Nothing else, McX."
    assert code_names(text) == ("open", "store", "retry_policy", "HttpClient", "flush", "getURL", "McX")


def test_the_language_of_a_fence_is_no_name() -> None:
    assert code_names("Text:\n\n```python title\nopen(path)\n```\n\n```\nother\n```\n") == ("open", "path", "other")


def test_names_are_found_in_hostile_prose_without_quadratic_work() -> None:
    for text in ("`" * 400_000 + "a", "a" * 400_000, "_" * 400_000, "`a" * 200_000, "(" * 400_000, "aB_" * 130_000):
        code_names(text)
        chunk_paragraphs(text, [text])
