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
    text_digest,
)
from cotext.records import (
    Chunk,
    FileQuality,
    KnownFile,
    LineRange,
    SkippedFile,
    SourceFile,
)

texts = st.text(max_size=20)
numbers = st.integers(0, 1 << 40)


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
