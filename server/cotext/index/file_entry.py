"""What a reader knows of one file: a file of the index, or an open document over it; both look alike from outside."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, overload

import numpy as np
from numpy.typing import NDArray

from cotext.index.file_record import ChunkRows, FileHead, FileRecord
from cotext.index.stored import StoredChunk, StoredDocument
from cotext.index.vectors import VectorReader

__all__ = ["ChunkCache", "FileEntry", "IndexedFile"]


class FileEntry(Protocol):
    """One file.

    Attributes:
        key: see `stored.file_key`; open documents have keys of their own (`overlay.OPEN_FILE`).
        path: relative POSIX path.
        language, family: of the file.
        quality: bits as in `StoredChunk`; 0 ordinary.
    """

    @property
    def key(self) -> int: ...

    @property
    def path(self) -> str: ...

    @property
    def language(self) -> str: ...

    @property
    def family(self) -> str: ...

    @property
    def quality(self) -> int: ...

    @property
    def names(self) -> tuple[tuple[str, int], ...]:
        """Each name that the file defines, with the ordinal of the chunk that holds it, in order."""

    @property
    def chunks(self) -> Sequence[StoredChunk]:
        """The file's chunks by their ordinals, in order of their lines; each is read when it is asked for."""

    @property
    def chunk_rows(self) -> NDArray[np.int32]:
        """Each chunk's row in the vector store, (chunks,); -1 for one without a vector."""

    @property
    def mean_vector(self) -> NDArray[np.int8] | None:
        """The mean of the chunks' vectors (`binarize.mean_vector`), (dimension,); None where no chunk has one."""


class _Chunks(Sequence[StoredChunk]):
    """A file's chunks, decompressed together and parsed one by one."""

    def __init__(self, file: IndexedFile, rows: ChunkRows) -> None:
        self._file, self._rows = file, rows
        self._parsed: dict[int, StoredChunk] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> StoredChunk: ...
    @overload
    def __getitem__(self, place: slice) -> list[StoredChunk]: ...
    def __getitem__(self, place: int | slice) -> StoredChunk | list[StoredChunk]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self._rows)))]
        kept = self._parsed.get(place)
        if kept is None:
            number = range(len(self._rows))[place]
            kept = self._parsed[place] = self._rows.read(self._file.path, self._file.language, number)
        return kept

    def __iter__(self) -> Iterator[StoredChunk]:
        return (self[number] for number in range(len(self._rows)))


class ChunkCache:
    """Bounds how many files have their chunks decompressed: the first to come are the first to go.

    Args:
        most: chunks kept.
    """

    def __init__(self, most: int = 8192) -> None:
        self._most = most
        self._guard = threading.Lock()
        self._opened: deque[tuple[IndexedFile, int]] = deque()
        self._total = 0

    def note(self, file: IndexedFile, chunks: int) -> None:
        """A file's chunks were decompressed."""
        with self._guard:
            self._opened.append((file, chunks))
            self._total += chunks
            while self._total > self._most and len(self._opened) > 1:
                oldest, count = self._opened.popleft()
                oldest.forget_chunks()
                self._total -= count


@dataclass(slots=True, eq=False)
class IndexedFile:
    """A file of the index; see `FileEntry`. Everything but its identity stays in its record until it is asked for.

    Attributes:
        blob: git blob hash, 20 bytes; empty for a file that was not read.
        skipped: why it is not indexed, and has no chunks; "" for an ordinary file.
        chunk_count: how many chunks it has.
    """

    key: int
    path: str
    language: str
    family: str
    quality: int
    blob: bytes
    skipped: str
    chunk_count: int
    mean_row: int
    _record: bytes
    _vectors: VectorReader
    _cache: ChunkCache
    _opened: _Chunks | None = None

    def document(self) -> StoredDocument:
        """What else is known of it, read anew."""
        return StoredDocument.of_row(FileRecord(self._record).document_row())

    def head(self) -> FileHead | None:
        """The head of its record, read anew."""
        return FileRecord(self._record).head()

    @property
    def names(self) -> tuple[tuple[str, int], ...]:
        """See `FileEntry`."""
        head = self.head()
        return tuple(zip(head.names, head.ordinals, strict=True)) if head else ()

    @property
    def chunks(self) -> Sequence[StoredChunk]:
        """See `FileEntry`."""
        opened = self._opened
        if opened is None:
            opened = self._opened = _Chunks(self, FileRecord(self._record).chunk_rows())
            self._cache.note(self, len(opened))
        return opened

    def forget_chunks(self) -> None:
        """Give back the memory of decompressed chunks; they are read again when asked for."""
        self._opened = None

    @property
    def chunk_rows(self) -> NDArray[np.int32]:
        """See `FileEntry`."""
        head = self.head()
        return np.array(head.rows if head else [], np.int32)

    @property
    def mean_vector(self) -> NDArray[np.int8] | None:
        """See `FileEntry`."""
        if self.mean_row < 0:
            return None
        mean: NDArray[np.int8] = self._vectors.take(np.array([self.mean_row]))[0]
        return mean
