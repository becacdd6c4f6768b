"""A file's record, stored once for the file and all its chunks.

It has four parts: what is known of the document (`StoredDocument`, a line of JSON), what a reader keeps in columns
(`FileHead`, compressed JSON), the chunks' digests, which no compression makes smaller, and a line of JSON a chunk,
compressed together because the chunks' names repeat each other's. A reader that loads a whole folder reads the first
two.
"""

from __future__ import annotations

import json
import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from cotext.index.stored import FlatDefinition, StoredChunk, StoredDocument
from cotext.records import Corpus, LineRange

__all__ = ["MOST_CHUNKS", "ORDINAL_BITS", "ChunkRows", "FileHead", "FileRecord", "entry_number", "to_bytes"]

ORDINAL_BITS = 16
MOST_CHUNKS = 1 << ORDINAL_BITS
"""Chunks that a file can have; a file of 4 MB has some 3,000."""

_DIGESTS = struct.Struct("<8sI")
_LENGTH = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class FileHead:
    """What is read of a file when an index is loaded.

    Attributes:
        quality: as in `StoredChunk`.
        mean_row: row of the mean of its chunks' vectors in the vector store; -1: none of them has one.
        names, ordinals, kinds: for each definition its name, the ordinal of the chunk that holds it, and the number of
            its `SymbolKind`, in order.
        containers, container_of: the names around definitions, joined by "."; and for each definition which of them.
        rows: for each chunk its row in the vector store; -1: none.
        prose: ordinals of the chunks of the corpus `structured_doc`.
    """

    quality: int
    mean_row: int
    names: list[str]
    ordinals: list[int]
    kinds: list[int]
    containers: list[str]
    container_of: list[int]
    rows: list[int]
    prose: list[int]

    def container(self, number: int) -> str:
        """The names around the definition with a number."""
        return self.containers[self.container_of[number]]

    @staticmethod
    def of(quality: int, chunks: Sequence[StoredChunk], rows: Sequence[int], mean_row: int) -> FileHead:
        """The head for a file's chunks and their rows in the vector store."""
        places = [(flat, ordinal) for ordinal, chunk in enumerate(chunks) for flat in chunk.flat_definitions]
        containers: dict[str, int] = {}
        container_of = [containers.setdefault(str(flat[2]), len(containers)) for flat, _ in places]
        return FileHead(
            quality,
            mean_row,
            [str(flat[0]) for flat, _ in places],
            [ordinal for _, ordinal in places],
            [int(flat[1]) for flat, _ in places],
            list(containers),
            container_of,
            list(rows),
            [ordinal for ordinal, chunk in enumerate(chunks) if chunk.corpus is Corpus.STRUCTURED_DOC],
        )


def to_bytes(document: StoredDocument, head: FileHead | None = None, chunks: Sequence[StoredChunk] = ()) -> bytes:
    """A file's record; without a head (a skipped file) its document alone."""
    first = _dump(document.to_row())
    if head is None:
        return first
    packed = zlib.compress(_dump([getattr(head, one.name) for one in fields(head)]))
    digests = [_DIGESTS.pack(bytes.fromhex(chunk.digest), chunk.first_line) for chunk in chunks]
    rows = zlib.compress(b"\n".join([_dump(_chunk_row(chunk)) for chunk in chunks]))
    return b"".join([first, b"\n", _LENGTH.pack(len(packed)), packed, *digests, rows])


def entry_number(key: int, record: bytes) -> int:
    """What tells a document entry from all others: its file's key and 16 bits that stand for its record."""
    return key << ORDINAL_BITS | zlib.crc32(record) & MOST_CHUNKS - 1


class FileRecord:
    """Reads a record, part by part.

    Args:
        data: as `to_bytes` gives it.
    """

    __slots__ = ("_data", "_start")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._start = data.find(b"\n") + 1

    def document_row(self) -> list[Any]:
        """What `StoredDocument.of_row` reads."""
        row: list[Any] = _load(self._data[: self._start or None])
        return row

    def head(self) -> FileHead | None:
        """None for a skipped file. Raises ValueError for bytes that are no head."""
        if not self._start:
            return None
        start = self._start + _LENGTH.size
        try:
            return FileHead(*_load(zlib.decompress(self._data[start : self._digests()])))
        except (zlib.error, struct.error, TypeError) as error:
            raise ValueError(f"A file's record cannot be read ({error}).") from error

    def _digests(self) -> int:
        (length,) = _LENGTH.unpack_from(self._data, self._start)
        return self._start + _LENGTH.size + int(length)

    def chunk_rows(self) -> ChunkRows:
        """The chunks; none for a skipped file."""
        head = self.head()
        if head is None:
            return ChunkRows(FileHead(0, -1, [], [], [], [], [], [], []), b"", [])
        start = self._digests()
        end = start + _DIGESTS.size * len(head.rows)
        text = zlib.decompress(self._data[end:])
        return ChunkRows(head, self._data[start:end], text.split(b"\n") if head.rows else [])


class ChunkRows:
    """The chunks of a record, each parsed when it is asked for."""

    __slots__ = ("_digests", "_head", "_lines")

    def __init__(self, head: FileHead, digests: bytes, lines: list[bytes]) -> None:
        self._head, self._digests, self._lines = head, digests, lines

    def __len__(self) -> int:
        return len(self._lines)

    def read(self, path: str, language: str, ordinal: int) -> StoredChunk:
        """The chunk with an ordinal, 0 <= ordinal < len, of the file with a path and a language."""
        head = self._head
        start, lines, characters, corpus, breadcrumb, references, places = _load(self._lines[ordinal])
        digest, first_line = _DIGESTS.unpack_from(self._digests, _DIGESTS.size * ordinal)
        first = bisect_left(head.ordinals, ordinal)
        definitions = [
            _definition(head.names[number], head.kinds[number], head.container(number), start, place)
            for number, place in enumerate(places, first)
        ]
        return StoredChunk(
            path,
            language,
            LineRange(start, start + lines),
            characters,
            digest.hex(),
            first_line,
            Corpus.STRUCTURED_DOC if corpus else Corpus.CODE,
            head.quality,
            tuple(breadcrumb),
            references,
            tuple(definitions),
        )


def _chunk_row(chunk: StoredChunk) -> list[object]:
    """What is stored of a chunk beside its digests; the names, kinds and containers of its definitions
    stand in the head."""
    start = chunk.lines.start
    numbers = [start, chunk.lines.end - start, chunk.characters, int(chunk.corpus is Corpus.STRUCTURED_DOC)]
    places = [list(_place(flat, start)) for flat in chunk.flat_definitions]
    return [*numbers, chunk.breadcrumb, chunk.joined_references, places]


def _place(flat: FlatDefinition, start: int) -> Iterator[int]:
    """A definition's lines and columns as differences that are mostly equal, which compress to a quarter."""
    line, column, end_line, end_column, head, head_end, whole, whole_end = (int(number) for number in flat[3:])
    yield from (line - start, column, end_line - line, end_column - column - len(str(flat[0])))
    yield from (head - line, head_end - head, whole - head, whole_end - head_end)


def _definition(name: str, kind: int, container: str, start: int, place: Sequence[Any]) -> FlatDefinition:
    line, column, end_line, end_column, head, head_end, whole, whole_end = place
    line += start
    head += line
    head_end += head
    name_end = (end_line + line, end_column + column + len(name))
    return (name, kind, container, line, column, *name_end, head, head_end, whole + head, whole_end + head_end)


def _load(data: bytes) -> Any:
    # Of bytes, `json` would first find out the encoding.
    return json.loads(data.decode("ascii"))


def _dump(values: list[object]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode("ascii")
