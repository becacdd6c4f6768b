"""Records survive their way through the index."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.index.stored import (
    StoredChunk,
    StoredDocument,
    content_id,
    first_line_checksum,
    quality_bits,
    text_digest,
)
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


@settings(deadline=None, max_examples=100)
@given(texts, texts, chunks, qualities)
def test_a_chunk_comes_back_as_it_was(path: str, language: str, chunk: Chunk, quality: FileQuality) -> None:
    stored = StoredChunk.of(path, language, chunk, quality)
    row = json.loads(json.dumps(stored.to_row()))
    read = StoredChunk.of_row(path, language, quality_bits(quality), row)
    assert read == stored
    assert (read.path, read.language, read.lines, read.corpus) == (path, language, chunk.lines, chunk.corpus)
    assert (read.definitions, read.references) == (chunk.definitions, chunk.references)
    assert (read.breadcrumb, read.characters) == (chunk.breadcrumb, len(chunk.text))


@settings(deadline=None, max_examples=100)
@given(texts, texts, texts, numbers, numbers, st.none() | st.tuples(texts, texts), numbers, texts)
def test_a_document_comes_back_as_it_was(
    path: str,
    language: str,
    blob: str,
    size: int,
    time: int,
    skipped: tuple[str, str] | None,
    count: int,
    degraded: str,
) -> None:
    reason = SkippedFile(path, *skipped) if skipped else None
    document = StoredDocument(KnownFile(SourceFile(path, language, blob), size, time, reason), count, degraded)
    assert StoredDocument.of_row(json.loads(json.dumps(document.to_row()))) == document


@settings(deadline=None, max_examples=50)
@given(st.tuples(texts, texts, texts), st.tuples(texts, texts, texts))
def test_content_ids_differ_where_identities_do(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    first, second = content_id(SourceFile(*one)), content_id(SourceFile(*other))
    if "\0" not in "".join(one + other):
        assert (first == second) == (one == other)
    assert len(first) == 32
    assert first.isascii()


def test_a_chunk_is_stored_with_what_finds_it_again() -> None:
    chunk = Chunk(LineRange(3, 5), "first\nsecond\n", references=("a", "b"), breadcrumb=("Outer",))
    stored = StoredChunk.of("a.py", "python", chunk, FileQuality(poor=True, vendored=True))
    assert stored.lines == LineRange(3, 5)
    assert stored.digest == text_digest("first\nsecond\n")
    assert stored.first_line == first_line_checksum("first\n")
    assert stored.quality == 1 | 8
    assert stored.references == ("a", "b")
    one_line = StoredChunk.of("a.py", "python", Chunk(LineRange(0, 1), "only"), FileQuality())
    assert one_line.first_line == first_line_checksum("only")
