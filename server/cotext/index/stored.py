"""What a reader needs of a document or chunk without its text.

The text itself is not kept: an answer shows a document as it stands now. A chunk keeps a digest of its text, so that a
reader can tell whether the lines still hold it, and find it again where they do not.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from typing import Any

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
    Symbol,
    SymbolKind,
    TextRange,
)

__all__ = [
    "FILE_KEY_BITS",
    "FlatDefinition",
    "StoredChunk",
    "StoredDocument",
    "content_id",
    "file_key",
    "first_line_checksum",
    "quality_bits",
    "record",
    "text_digest",
]

FILE_KEY_BITS = 47
"""Two of a hundred thousand files share a key with a chance of one in thirty thousand."""


def content_id(source: SourceFile) -> str:
    """One term for a file's identity {path, language, blob}."""
    whole = "\0".join((source.path, source.language, source.blob))
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def file_key(source: SourceFile) -> int:
    """A number of `FILE_KEY_BITS` bits for a file's identity: the beginning of its content id."""
    return int(content_id(source)[:12], 16) >> 48 - FILE_KEY_BITS


def text_digest(text: str) -> str:
    """64 bits that stand for a chunk's text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def first_line_checksum(line: str) -> int:
    """A cheap first test of where a chunk may begin now."""
    return zlib.crc32(line.encode("utf-8", "surrogatepass"))


def record(searcher: tantivy.Searcher, address: tantivy.DocAddress) -> bytes:
    """The stored record of a document entry, as `file_record.to_bytes` made it."""
    data = searcher.doc(address).get_first(Field.RECORD)
    assert isinstance(data, bytes), "every document entry has a record"
    return data


def quality_bits(quality: FileQuality) -> int:
    """0 for an ordinary file, else bits: 1 poor, 2 names only, 4 generated, 8 vendored."""
    return quality.poor | quality.names_only << 1 | quality.generated << 2 | quality.vendored << 3


FlatDefinition = tuple[str | int, ...]
"""A definition as a row of JSON."""


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as the index knows it.

    A request looks at hundreds of these for their path, length or digest, and at few of them for their definitions and
    references, which are therefore built only when asked for.

    Attributes:
        path, language: of its document.
        lines: where it stood when it was indexed.
        characters: length of its text.
        digest, first_line: `text_digest` of its text and `first_line_checksum` of its first line.
        quality: see `quality_bits`.
    """

    path: str
    language: str
    lines: LineRange
    characters: int
    digest: str
    first_line: int
    corpus: Corpus
    quality: int
    breadcrumb: tuple[str, ...]
    joined_references: str
    flat_definitions: tuple[FlatDefinition, ...]

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """As in `Chunk`."""
        return tuple([_unflatten(flat) for flat in self.flat_definitions])

    @property
    def references(self) -> tuple[str, ...]:
        """As in `Chunk`."""
        return tuple(self.joined_references.split())

    @property
    def symbol(self) -> Symbol | None:
        """The name that the chunk is shown with: its first definition."""
        if not self.flat_definitions:
            return None
        name, kind, container = self.flat_definitions[0][:3]
        return Symbol(str(name), SymbolKind(int(kind)), str(container))

    @staticmethod
    def of(path: str, language: str, chunk: Chunk, quality: FileQuality) -> StoredChunk:
        """The record of a chunk of a document."""
        end = chunk.text.find("\n") + 1
        return StoredChunk(
            path,
            language,
            chunk.lines,
            len(chunk.text),
            text_digest(chunk.text),
            first_line_checksum(chunk.text[:end] if end else chunk.text),
            chunk.corpus,
            quality_bits(quality),
            chunk.breadcrumb,
            " ".join(chunk.references),
            tuple([_flatten(definition) for definition in chunk.definitions]),
        )


def _flatten(one: Definition) -> FlatDefinition:
    start, end = one.name_range.start, one.name_range.end
    numbers = (start.line, start.column, end.line, end.column)
    lines = (one.signature.start, one.signature.end, one.whole.start, one.whole.end)
    return (one.name, int(one.kind), one.container, *numbers, *lines)


def _unflatten(flat: FlatDefinition) -> Definition:
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

    def to_row(self) -> list[object]:
        """As it is stored."""
        known, skipped = self.known, self.known.skipped
        source = known.source
        reason = [skipped.reason, skipped.detail] if skipped else None
        identity = [source.path, source.language, source.blob]
        return [*identity, known.size, known.modified_ns, reason, self.chunks, self.degraded]

    @staticmethod
    def of_row(row: list[Any]) -> StoredDocument:
        """Read what `to_row` gave."""
        path, language, blob, size, modified_ns, skipped, chunks, degraded = row
        reason = SkippedFile(path, *skipped) if skipped else None
        return StoredDocument(KnownFile(SourceFile(path, language, blob), size, modified_ns, reason), chunks, degraded)
