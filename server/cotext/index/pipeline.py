"""From a file on disk to what the writer takes: read, judge, cut, encode. One file's failure costs that file alone."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from cotext.chunking.chunk_file import chunk_file
from cotext.chunking.languages import language_of_path
from cotext.embedding.binarize import quantise, sign_term_text
from cotext.embedding.encoder import Encoder
from cotext.errors import FileSkipped
from cotext.index.fault_injection import crash_if_asked
from cotext.index.folder_index import FolderIndex
from cotext.index.journal import CRASHES_UNTIL_SKIPPED, Journal
from cotext.index.stored import StoredDocument, content_id
from cotext.index.vectors import vector_key
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
    signs = _encode(texts, index, encoder, counters)
    for prepared, row in zip(batch, keys, strict=True):
        index.forget(prepared.document.known.source.path)
        chunks = list(_written(prepared.file.chunks, row, signs, index)) if prepared.file else []
        index.writer.put(prepared.document, prepared.file, chunks)
        index.note(prepared.document)
        counters.files_written += 1


def _encode(
    texts: dict[bytes, str], index: FolderIndex, encoder: Encoder, counters: PipelineCounters
) -> dict[bytes, str]:
    if not texts:
        return {}
    vectors = quantise(encoder.encode_documents(list(texts.values())))
    index.vectors.append(list(texts), vectors)
    counters.chunks_encoded += len(texts)
    return dict(zip(texts, sign_term_text(vectors), strict=True))


def _written(
    chunks: Iterable[Chunk], keys: Iterable[bytes | None], signs: dict[bytes, str], index: FolderIndex
) -> Iterator[WrittenChunk]:
    for chunk, key in zip(chunks, keys, strict=True):
        row = index.vectors.row_of(key) if key is not None else None
        if key is None or row is None:
            yield WrittenChunk(chunk, None, "")
            continue
        if key not in signs:
            signs[key] = sign_term_text(index.vectors.take([row]))[0]
        yield WrittenChunk(chunk, row, signs[key])
