"""A file's record, stored once for the file and all its chunks.

Two lines of JSON and a compressed block: what is known of the document (`StoredDocument`), what a reader keeps in
columns (`FileHead`), and one line of JSON a chunk. A reader that loads a whole folder reads the first two only; the
chunks' lines repeat each other's names so much that together they take a third of their size.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cotext.index.stored import StoredChunk, StoredDocument
from cotext.records import Corpus

__all__ = ["MOST_CHUNKS", "ORDINAL_BITS", "FileHead", "read_chunk_rows", "read_document", "read_record", "to_bytes"]

ORDINAL_BITS = 16
MOST_CHUNKS = 1 << ORDINAL_BITS
"""Chunks that a file can have; a file of 4 MB has some 3,000."""


@dataclass(frozen=True, slots=True)
class FileHead:
    """What is read of a file when an index is loaded.

    Attributes:
        quality: as in `StoredChunk`.
        mean_row: row of the mean of its chunks' vectors in the vector store; -1: none of them has one.
        names, ordinals, kinds: for each definition its name, the ordinal of the chunk that holds it, and the number of
            its `SymbolKind`, in order.
        rows: for each chunk its row in the vector store; -1: none.
        prose: ordinals of the chunks of the corpus `structured_doc`.
    """

    quality: int
    mean_row: int
    names: list[str]
    ordinals: list[int]
    kinds: list[int]
    rows: list[int]
    prose: list[int]

    @staticmethod
    def of(quality: int, chunks: Sequence[StoredChunk], rows: Sequence[int], mean_row: int) -> FileHead:
        """The head for a file's chunks and their rows in the vector store."""
        places = [(flat, ordinal) for ordinal, chunk in enumerate(chunks) for flat in chunk.flat_definitions]
        return FileHead(
            quality,
            mean_row,
            [str(flat[0]) for flat, _ in places],
            [ordinal for _, ordinal in places],
            [int(flat[1]) for flat, _ in places],
            list(rows),
            [ordinal for ordinal, chunk in enumerate(chunks) if chunk.corpus is Corpus.STRUCTURED_DOC],
        )


def to_bytes(document: StoredDocument, head: FileHead | None = None, chunks: Sequence[StoredChunk] = ()) -> bytes:
    """A file's record; without a head (a skipped file) its document alone."""
    lines = [_dump(document.to_row())]
    if head is None:
        return lines[0]
    fields = [head.quality, head.mean_row, head.names, head.ordinals, head.kinds, head.rows, head.prose]
    lines.append(_dump(fields))
    lines.append(zlib.compress(b"\n".join([_dump(chunk.to_row()) for chunk in chunks])))
    return b"\n".join(lines)


def read_document(record: bytes) -> StoredDocument:
    """A record's document."""
    return StoredDocument.of_row(json.loads(record.partition(b"\n")[0]))


def read_record(record: bytes) -> tuple[list[Any], FileHead | None, bytes]:
    """A record's document as a row, its head, and the block of its chunks, which `read_chunk_rows` opens."""
    first, _, rest = record.partition(b"\n")
    if not rest:
        return json.loads(first), None, b""
    head, _, block = rest.partition(b"\n")
    return json.loads(first), FileHead(*json.loads(head)), block


def read_chunk_rows(block: bytes) -> list[bytes]:
    """One line of JSON a chunk, which holds what `StoredChunk.of_row` reads."""
    text = zlib.decompress(block)
    return text.split(b"\n") if text else []


def _dump(values: list[object]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode("ascii")
