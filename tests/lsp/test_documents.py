"""Text synchronisation, held against a straightforward model: cut the whole text at UTF-16 offsets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.lsp.documents import Documents
from cotext.lsp.positions import PositionEncoding
from cotext.lsp.standard_messages import ContentChange, Position, Range, TextDocumentIdentifier, TextDocumentItem

URI = "file:///work/a.py"
TEXT = st.text(st.sampled_from("ab é😀\u2028\f\n\r"), max_size=25)
POSITION = st.builds(Position, st.integers(0, 12), st.integers(0, 12))
CHANGE = st.one_of(
    st.builds(ContentChange, TEXT, st.builds(Range, POSITION, POSITION)),
    st.builds(ContentChange, TEXT),
)


class TextModel:
    """A document as its UTF-16 code units."""

    def __init__(self, text: str) -> None:
        self.units = text.encode("utf-16-le")

    def offset(self, position: Position) -> int:
        """Offset in bytes; clamped, and before a pair rather than inside."""
        text = self.units.decode("utf-16-le")
        ends = [match.span() for match in re.finditer(r"\r\n|\r|\n", text)]
        starts = [0, *(end for _, end in ends)]
        contents = [*(start for start, _ in ends), len(text)]
        if position.line >= len(starts):
            return len(self.units)
        start, end = (
            len(text[:index].encode("utf-16-le")) for index in (starts[position.line], contents[position.line])
        )
        offset = min(start + 2 * position.character, end)
        inside = start < offset < len(self.units) and 0xDC <= self.units[offset + 1] <= 0xDF
        return offset - 2 if inside else offset

    def apply(self, change: ContentChange) -> None:
        new = change.text.encode("utf-16-le")
        if change.range is None:
            self.units = new
            return
        start, end = sorted((self.offset(change.range.start), self.offset(change.range.end)))
        self.units = self.units[:start] + new + self.units[end:]


def opened(text: str, encoding: PositionEncoding = PositionEncoding.UTF_16, version: int | None = 1) -> Documents:
    documents = Documents(encoding)
    documents.open(TextDocumentItem(URI, text, "python", version))
    return documents


def span(*numbers: int) -> Range:
    line, character, last_line, last_character = numbers
    return Range(Position(line, character), Position(last_line, last_character))


@settings(max_examples=300, deadline=None)
@given(TEXT, st.lists(CHANGE, max_size=5))
def test_edits_in_utf_16_give_the_same_text_as_the_model(text: Any, changes: Any) -> None:
    documents, model = opened(text), TextModel(text)
    for number, change in enumerate(changes):
        model.apply(change)
        document = documents.change(TextDocumentIdentifier(URI, 2 + number), [change])
        assert document is not None
        assert document.text == model.units.decode("utf-16-le")
        assert document.lines == re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]*\Z", document.text)[: len(document.lines)]


def test_several_changes_of_one_notification_build_on_each_other() -> None:
    documents = opened("one\ntwo\n")
    changes = [ContentChange("1\n", span(0, 0, 1, 0)), ContentChange("2", span(1, 0, 1, 3))]
    document = documents.change(TextDocumentIdentifier(URI, 2), changes)
    assert document is not None
    assert (document.text, document.version) == ("1\n2\n", 2)


@pytest.mark.parametrize(
    ("encoding", "character"), [(PositionEncoding.UTF_8, 5), (PositionEncoding.UTF_16, 3), (PositionEncoding.UTF_32, 2)]
)
def test_columns_count_in_the_negotiated_encoding(encoding: Any, character: Any) -> None:
    document = opened("a😀b", encoding).change(
        TextDocumentIdentifier(URI, 2), [ContentChange("X", span(0, character, 0, character))]
    )
    assert document is not None
    assert document.text == "a😀Xb"


def test_a_form_feed_or_a_line_separator_is_no_line_end() -> None:
    documents = opened("a\fb\u2028c\x85d\ne\n")
    document = documents.change(TextDocumentIdentifier(URI, 2), [ContentChange("E", span(1, 0, 1, 1))])
    assert document is not None
    assert document.text == "a\fb\u2028c\x85d\nE\n"


def test_a_carriage_return_and_a_line_feed_that_come_together_are_one_line_end() -> None:
    documents = opened("a\rX\nb")
    document = documents.change(TextDocumentIdentifier(URI, 2), [ContentChange("", span(1, 0, 1, 1))])
    assert document is not None
    assert document.lines == ["a\r\n", "b"]


def test_a_change_to_an_unknown_document_is_ignored() -> None:
    assert Documents(PositionEncoding.UTF_16).change(TextDocumentIdentifier(URI, 2), [ContentChange("x")]) is None


def test_a_change_to_an_older_version_is_ignored_and_one_without_version_is_not() -> None:
    documents = opened("a", version=5)
    assert documents.change(TextDocumentIdentifier(URI, 4), [ContentChange("old")]) is None
    changed = documents.change(TextDocumentIdentifier(URI, None), [ContentChange("new")])
    assert changed is not None
    assert (changed.text, changed.version) == ("new", 5)


def test_a_document_opened_again_is_replaced() -> None:
    documents = opened("a", version=7)
    documents.open(TextDocumentItem(URI, "b", "python", 1))
    document = documents.get(URI)
    assert document is not None
    assert (document.text, document.version) == ("b", 1)


def test_a_document_is_known_by_every_spelling_of_its_uri_and_answers_with_the_clients() -> None:
    documents = Documents(PositionEncoding.UTF_16)
    documents.open(TextDocumentItem("file:///work/a%2Bb.py", "x", "python", 1))
    document = documents.get("file:///work/a+b.py")
    assert document is not None
    assert documents.uri_of(document.key) == "file:///work/a%2Bb.py"


def test_closing_forgets_the_document() -> None:
    documents = opened("a")
    assert documents.close(URI) is not None
    assert documents.get(URI) is None
    assert documents.close(URI) is None


def test_an_untitled_document_is_named_by_its_uri() -> None:
    documents = Documents(PositionEncoding.UTF_16)
    assert documents.open(TextDocumentItem("untitled:Untitled-1", "x", "python", 1)).key == "untitled:Untitled-1"
