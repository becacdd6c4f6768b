"""The records stored beside the terms: what a reader needs of a document or chunk without its text.

The text itself is not kept: an answer shows a document as it stands now. A chunk keeps a digest of its text, so that a
reader can tell whether the lines still hold it, and find it again where they do not.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass

import tantivy

from cotext.index.schema import Field
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

__all__ = ["StoredChunk", "StoredDocument", "content_id", "first_line_checksum", "record", "text_digest"]


def content_id(source: SourceFile) -> str:
    """One term for a file's identity {path, language, blob}."""
    whole = "\0".join((source.path, source.language, source.blob))
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def text_digest(text: str) -> str:
    """64 bits that stand for a chunk's text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def first_line_checksum(line: str) -> int:
    """A cheap first test of where a chunk may begin now."""
    return zlib.crc32(line.encode("utf-8", "surrogatepass"))


def record(searcher: tantivy.Searcher, address: tantivy.DocAddress) -> bytes:
    """The stored record of an entry."""
    data = searcher.doc(address).get_first(Field.RECORD)
    assert isinstance(data, bytes), "every document and chunk entry has a record"
    return data


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as the index knows it.

    Attributes:
        path, language: of its document.
        lines: where it stood when it was indexed.
        digest, first_line: `text_digest` of its text and `first_line_checksum` of its first line.
        quality: 0 ordinary, else bits: 1 poor, 2 names only, 4 generated, 8 vendored.
    """

    path: str
    language: str
    lines: LineRange
    digest: str
    first_line: int
    corpus: Corpus
    quality: int
    definitions: tuple[Definition, ...]
    references: tuple[str, ...]
    breadcrumb: tuple[str, ...]

    @staticmethod
    def of(path: str, language: str, chunk: Chunk, quality: FileQuality) -> StoredChunk:
        end = chunk.text.find("\n") + 1
        return StoredChunk(
            path,
            language,
            chunk.lines,
            text_digest(chunk.text),
            first_line_checksum(chunk.text[:end] if end else chunk.text),
            chunk.corpus,
            quality.poor | quality.names_only << 1 | quality.generated << 2 | quality.vendored << 3,
            chunk.definitions,
            chunk.references,
            chunk.breadcrumb,
        )

    def to_bytes(self) -> bytes:
        return _dump(
            [
                self.path,
                self.language,
                self.lines.start,
                self.lines.end,
                self.digest,
                self.first_line,
                self.corpus,
                self.quality,
                [_flatten(definition) for definition in self.definitions],
                " ".join(self.references),
                self.breadcrumb,
            ]
        )

    @staticmethod
    def from_bytes(data: bytes) -> StoredChunk:
        path, language, start, end, digest, first, corpus, quality, definitions, references, breadcrumb = json.loads(
            data
        )
        return StoredChunk(
            path,
            language,
            LineRange(start, end),
            digest,
            first,
            Corpus(corpus),
            quality,
            tuple(_unflatten(flat) for flat in definitions),
            tuple(references.split()),
            tuple(breadcrumb),
        )


def _flatten(d: Definition) -> list[str | int]:
    name = d.name_range
    return [d.name, int(d.kind), d.container, name.start.line, name.start.column, name.end.line, name.end.column,
            d.signature.start, d.signature.end, d.whole.start, d.whole.end]  # fmt: skip


def _unflatten(flat: list[str | int]) -> Definition:
    name, kind, container, *numbers = flat
    a, b, c, d, e, f, g, h = (int(number) for number in numbers)
    return Definition(
        str(name),
        SymbolKind(int(kind)),
        str(container),
        TextRange(Position(a, b), Position(c, d)),
        LineRange(e, f),
        LineRange(g, h),
    )


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A file as the index knows it. `chunks`: how many it has; `degraded`: as in `ChunkedFile`."""

    known: KnownFile
    chunks: int
    degraded: str

    def to_bytes(self) -> bytes:
        known, skipped = self.known, self.known.skipped
        return _dump(
            [
                known.source.path,
                known.source.language,
                known.source.blob,
                known.size,
                known.modified_ns,
                [skipped.reason, skipped.detail] if skipped else None,
                self.chunks,
                self.degraded,
            ]
        )

    @staticmethod
    def from_bytes(data: bytes) -> StoredDocument:
        path, language, blob, size, modified_ns, skipped, chunks, degraded = json.loads(data)
        reason = SkippedFile(path, *skipped) if skipped else None
        return StoredDocument(KnownFile(SourceFile(path, language, blob), size, modified_ns, reason), chunks, degraded)


def _dump(values: list[object]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode("ascii")
