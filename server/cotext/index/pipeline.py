"""From a file on disk to what the writer takes: read, judge, cut, encode. One file's failure costs that file alone."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cotext.chunking.chunk_file import chunk_file
from cotext.chunking.languages import language_of_path
from cotext.embedding.binarize import mean_vector, quantise, sign_term_text
from cotext.embedding.encoder import Encoder
from cotext.errors import FileSkipped
from cotext.index.fault_injection import crash_if_asked
from cotext.index.file_record import MOST_CHUNKS
from cotext.index.folder_index import FolderIndex
from cotext.index.journal import CRASHES_UNTIL_SKIPPED, Journal
from cotext.index.stored import StoredDocument, content_id
from cotext.index.vectors import mean_key, vector_key
from cotext.index.writer import WrittenChunk, model_text
from cotext.records import Chunk, ChunkedFile, FoundFile, KnownFile, SkippedFile, SourceFile
from cotext.workspace.changes import same_content
from cotext.workspace.decoding import is_binary_name
from cotext.workspace.reading import GONE, read_source

__all__ = ["HANG_SECONDS", "PipelineCounters", "Prepared", "hang_guard", "prepare", "write_files"]

_LOG = logging.getLogger(__name__)

HANG_SECONDS = 60
"""A grammar that holds the process for so long without an end is taken for a crash: nothing else can interrupt it."""


@contextlib.contextmanager
def hang_guard() -> Iterator[None]:
    """End the process when the work inside takes longer than `HANG_SECONDS`.

    The timer is a thread that needs no interpreter lock, and costs a millisecond to stop: hence one for each batch of
    files.
    """
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@dataclass(slots=True)
class PipelineCounters:
    """What was done since the process started; tests assert on them."""

    files_chunked: int = 0
    chunks_encoded: int = 0
    files_written: int = 0
    files_unchanged: int = 0
    commits: int = 0


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file ready to be written; `file` is None for one that is skipped."""

    document: StoredDocument
    file: ChunkedFile | None


def prepare(
    folder: Path,
    found: FoundFile,
    known: KnownFile | None,
    journal: Journal,
    encoding: str | None,
    counters: PipelineCounters,
) -> Prepared | KnownFile | None:
    """Read and cut one file.

    Returns:
        What to write; or, for content that the index has already, its record with the present size and time; or None
        for a file that is gone.
    """
    source = SourceFile(found.path, language_of_path(found.path), found.blob or "")
    if is_binary_name(found.path):
        return _skipped(found, source, "binary", "")
    try:
        text = read_source(folder, found.path, encoding)
    except FileSkipped as skipped:
        if skipped.detail == GONE:
            return None
        return _skipped(found, source, skipped.reason, skipped.detail)
    language = language_of_path(found.path, text.text.partition("\n")[0])
    held = known is not None and (known.skipped is None or known.skipped.reason == "crashed")
    if known is not None and held and known.source.language == language and same_content(known, text.blob):
        counters.files_unchanged += 1
        return replace(known, size=text.size, modified_ns=text.modified_ns)
    source = SourceFile(found.path, language, text.blob)
    found = replace(found, size=text.size, modified_ns=text.modified_ns)
    identity = content_id(source)
    if journal.crashes(identity) >= CRASHES_UNTIL_SKIPPED:
        return _skipped(found, source, "crashed", f"It ended the indexing process {CRASHES_UNTIL_SKIPPED} times.")
    journal.take_in_hand(identity)
    crash_if_asked(found.path)
    try:
        file = chunk_file(found.path, language, text.text)
    except Exception as error:
        _LOG.exception("%s: %s cannot be cut into chunks", folder, found.path)
        return _skipped(found, source, "crashed", f"It cannot be cut into chunks ({type(error).__name__}: {error}).")
    finally:
        journal.put_down()
    counters.files_chunked += 1
    file = replace(file, chunks=file.chunks[:MOST_CHUNKS])
    return Prepared(
        StoredDocument(KnownFile(source, found.size, found.modified_ns), len(file.chunks), file.degraded), file
    )


def _skipped(found: FoundFile, source: SourceFile, reason: str, detail: str) -> Prepared:
    return Prepared(
        StoredDocument(
            KnownFile(source, found.size, found.modified_ns, SkippedFile(found.path, reason, detail)), 0, ""
        ),
        None,
    )


def write_files(files: Iterable[Prepared], index: FolderIndex, encoder: Encoder, counters: PipelineCounters) -> None:
    """Encode what no vector is known for, all files' chunks in one batch, and put the files into the writer. Raises
    OSError."""
    batch = list(files)
    texts: dict[bytes, str] = {}
    keys: list[list[bytes | None]] = []
    for prepared in batch:
        row: list[bytes | None] = []
        for chunk in prepared.file.chunks if prepared.file else ():
            key = None
            if chunk.embeddable:
                text = model_text(prepared.document.known.source.path, chunk)
                key = vector_key(text)
                if index.vectors.row_of(key) is None:
                    texts[key] = text
            row.append(key)
        keys.append(row)
    vectors = _encode(texts, index, encoder, counters)
    means = _mean_rows(keys, vectors, index)
    for prepared, row, mean in zip(batch, keys, means, strict=True):
        index.forget(prepared.document.known.source.path)
        chunks = list(_written(prepared.file.chunks, row, vectors, index)) if prepared.file else []
        index.writer.put(prepared.document, prepared.file, chunks, mean)
        index.note(prepared.document)
        counters.files_written += 1


class _Vectors(dict[bytes, NDArray[np.int8]]):
    """The vectors that a batch needs, by key: those just encoded, and what the store has, read once."""

    def __init__(self, index: FolderIndex) -> None:
        self._store = index.vectors

    def __missing__(self, key: bytes) -> NDArray[np.int8]:
        row = self._store.row_of(key)
        assert row is not None, "every key of a batch was encoded at some time"
        vector: NDArray[np.int8] = self._store.take([row])[0]
        self[key] = vector
        return vector


def _encode(texts: dict[bytes, str], index: FolderIndex, encoder: Encoder, counters: PipelineCounters) -> _Vectors:
    vectors = _Vectors(index)
    if texts:
        matrix = quantise(encoder.encode_documents(list(texts.values())))
        index.vectors.append(list(texts), matrix)
        counters.chunks_encoded += len(texts)
        vectors.update(zip(texts, matrix, strict=True))
    return vectors


def _mean_rows(files: Sequence[Sequence[bytes | None]], vectors: _Vectors, index: FolderIndex) -> list[int]:
    """The row of each file's mean vector, which is added to the store where it is new; -1 for a file without
    vectors."""
    keys: list[bytes] = []
    fresh: dict[bytes, NDArray[np.int8]] = {}
    for file in files:
        known = [key for key in file if key is not None]
        key = mean_key(known) if known else b""
        if known and index.vectors.row_of(key) is None:
            fresh[key] = mean_vector(np.stack([vectors[one] for one in known]))
        keys.append(key)
    if fresh:
        index.vectors.append(list(fresh), np.stack(list(fresh.values())))
    return [-1 if not key or (row := index.vectors.row_of(key)) is None else row for key in keys]


def _written(
    chunks: Sequence[Chunk], keys: Sequence[bytes | None], vectors: _Vectors, index: FolderIndex
) -> Iterator[WrittenChunk]:
    known = [key for key in keys if key is not None]
    texts = sign_term_text(np.stack([vectors[key] for key in known])) if known else []
    signs = dict(zip(known, texts, strict=True))
    for chunk, key in zip(chunks, keys, strict=True):
        row = index.vectors.row_of(key) if key is not None else None
        yield WrittenChunk(chunk, row, signs[key] if key is not None else "")
