"""A file and its chunks survive their way through a record."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.index.file_record import FileHead, FileRecord, to_bytes
from cotext.index.stored import StoredChunk, StoredDocument, quality_bits
from cotext.records import (
    Chunk,
    Corpus,
    Definition,
    FileQuality,
    KnownFile,
    LineRange,
    Position,
    SkippedFile,
    SourceFile,
    SymbolKind,
    TextRange,
)

texts = st.text(max_size=20)
numbers = st.integers(0, 1 << 40)
words = st.from_regex(r"\A\w{1,12}\Z")
lines = st.builds(LineRange, numbers, numbers)
positions = st.builds(Position, numbers, numbers)
definitions = st.builds(
    Definition, texts, st.sampled_from(SymbolKind), texts, st.builds(TextRange, positions, positions), lines, lines
)
chunks = st.builds(
    Chunk,
    lines,
    texts,
    st.lists(definitions, max_size=3).map(tuple),
    st.lists(words, max_size=4).map(tuple),
    st.lists(texts, max_size=3).map(tuple),
    corpus=st.sampled_from(Corpus),
)
qualities = st.builds(FileQuality, st.booleans(), st.booleans(), st.booleans(), st.booleans())
documents = st.builds(
    StoredDocument, st.builds(KnownFile, st.builds(SourceFile, texts, texts, texts), numbers, numbers), numbers, texts
)


@settings(deadline=None, max_examples=100)
@given(documents, st.lists(chunks, max_size=5), qualities, st.integers(-1, 1 << 30))
def test_a_file_comes_back_as_it_was(
    document: StoredDocument, parts: list[Chunk], quality: FileQuality, mean_row: int
) -> None:
    source = document.known.source
    stored = [StoredChunk.of(source.path, source.language, chunk, quality) for chunk in parts]
    rows = [number - 1 for number in range(len(parts))]
    head = FileHead.of(quality_bits(quality), stored, rows, mean_row)
    read = FileRecord(to_bytes(document, head, stored))
    assert StoredDocument.of_row(read.document_row()) == document
    assert read.head() == head
    assert head.rows == rows
    assert head.names == [one.name for chunk in parts for one in chunk.definitions]
    assert head.prose == [number for number, one in enumerate(parts) if one.corpus is Corpus.STRUCTURED_DOC]
    opened = read.chunk_rows()
    again = [opened.read(source.path, source.language, number) for number in range(len(opened))]
    assert again == stored
    for chunk, one in zip(parts, again, strict=True):
        assert (one.lines, one.corpus, one.characters) == (chunk.lines, chunk.corpus, len(chunk.text))
        assert (one.definitions, one.references) == (chunk.definitions, chunk.references)
        assert one.breadcrumb == chunk.breadcrumb


@settings(deadline=None, max_examples=30)
@given(documents, texts, texts)
def test_a_skipped_file_is_its_document_alone(document: StoredDocument, reason: str, detail: str) -> None:
    source = document.known.source
    skipped = StoredDocument(KnownFile(source, 0, 0, SkippedFile(source.path, reason, detail)), 0, "")
    read = FileRecord(to_bytes(skipped))
    assert StoredDocument.of_row(read.document_row()) == skipped
    assert read.head() is None
    assert len(read.chunk_rows()) == 0


@pytest.mark.parametrize("damage", [b"", b"\0", b"\xff\0\0\0garbage"])
def test_bytes_that_are_no_head_are_a_value_error(damage: bytes) -> None:
    document = StoredDocument(KnownFile(SourceFile("a.py", "python", "00"), 0, 0), 0, "")
    with pytest.raises(ValueError, match="cannot be read"):
        FileRecord(to_bytes(document) + b"\n" + damage).head()
