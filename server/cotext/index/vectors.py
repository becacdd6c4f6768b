"""The vector store: one int8 vector for each text that was ever encoded, found by the text's key, and the mean of each
file's vectors, found by a key of theirs.

Two files of rows, `vectors.i8` (dimension bytes a row) and `vectors.keys` (16 bytes a row), are only ever appended to,
so a
reader's memory map stays true while a writer goes on. Rows past the last commit belong to no chunk and do no harm. A
text whose
key is known is never encoded again, whatever happened to its file in between.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from io import FileIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cotext.embedding.binarize import packed_signs, row_lengths, sign_words

__all__ = ["KEY_BYTES", "VectorReader", "VectorStore", "mean_key", "vector_key"]

KEY_BYTES = 16
_BLOCK = 4096
_VECTORS, _KEYS = "vectors.i8", "vectors.keys"


def vector_key(text: str) -> bytes:
    """128 bits that stand for the text the model sees."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


def mean_key(keys: Sequence[bytes]) -> bytes:
    """The key of the mean of some texts' vectors."""
    return hashlib.blake2b(b"".join(keys), digest_size=KEY_BYTES, person=b"mean").digest()


class VectorStore:
    """The writer's side. One process has it open at a time."""

    def __init__(self, data: Path, dimension: int) -> None:
        self.dimension = dimension
        self._vectors = (data / _VECTORS).open("a+b", buffering=0)
        self._keys = (data / _KEYS).open("a+b", buffering=0)
        rows = min(self._vectors.seek(0, 2) // dimension, self._keys.seek(0, 2) // KEY_BYTES)
        # A writer that was killed between the two appends leaves rows without keys, or parts of rows.
        self._truncate(rows)
        self._keys.seek(0)
        keys = self._keys.read()
        self._row_of = {keys[i : i + KEY_BYTES]: i // KEY_BYTES for i in range(0, len(keys), KEY_BYTES)}
        self.rows = rows

    def row_of(self, key: bytes) -> int | None:
        """The row of a text's vector; None when it has to be encoded."""
        return self._row_of.get(key)

    def take(self, rows: Sequence[int]) -> NDArray[np.int8]:
        """The vectors of the given rows, (n, dimension)."""
        out = np.zeros((len(rows), self.dimension), np.int8)
        for number, row in enumerate(rows):
            self._vectors.seek(row * self.dimension)
            out[number] = np.frombuffer(self._vectors.read(self.dimension), np.int8)
        return out

    def append(self, keys: Sequence[bytes], vectors: NDArray[np.int8]) -> None:
        """Add one row a key; `vectors` is (len(keys), dimension). Raises OSError (a full disk)."""
        try:
            _write_all(self._vectors, np.ascontiguousarray(vectors, dtype=np.int8).tobytes())
            _write_all(self._keys, b"".join(keys))
        except OSError:
            self._truncate(self.rows)
            raise
        for number, key in enumerate(keys, self.rows):
            self._row_of[key] = number
        self.rows += len(keys)

    def sync(self) -> None:
        """Make all rows durable, for a commit that refers to them. Raises OSError."""
        os.fsync(self._vectors.fileno())
        os.fsync(self._keys.fileno())

    def _truncate(self, rows: int) -> None:
        for file, size in ((self._vectors, rows * self.dimension), (self._keys, rows * KEY_BYTES)):
            # Truncating to the present size would still give the file a new modification time.
            if file.seek(0, os.SEEK_END) != size:
                file.truncate(size)

    def close(self) -> None:
        self._vectors.close()
        self._keys.close()


def _write_all(file: FileIO, data: bytes) -> None:
    """A nearly full disk takes a part without an error; only the next write tells."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


class VectorReader:
    """The readers' side: a memory map that is renewed when rows beyond it are asked for. Safe to use from any
    thread."""

    def __init__(self, data: Path, dimension: int) -> None:
        self._path = data / _VECTORS
        self._dimension = dimension
        self._guard = threading.Lock()
        self._map: NDArray[np.int8] = np.zeros((0, dimension), np.int8)
        self._signs: NDArray[np.uint64] = np.zeros((sign_words(dimension), 0), np.uint64)
        self._lengths: NDArray[np.float32] = np.zeros(0, np.float32)

    def take(self, rows: NDArray[np.signedinteger]) -> NDArray[np.int8]:
        """The quantised vectors of the given rows, (n, dimension). A row that is not there is zero."""
        vectors = self._mapped(int(rows.max()) + 1 if rows.size else 0)
        if rows.size and int(rows.min()) >= 0 and int(rows.max()) < len(vectors):
            taken: NDArray[np.int8] = vectors[rows]
            return taken
        there = (rows >= 0) & (rows < len(vectors))
        found = np.zeros((len(rows), self._dimension), np.int8)
        found[there] = vectors[rows[there]]
        return found

    def scan_columns(self, count: int) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        """What a scan needs of at least the first `count` rows: their signs, packed as `binarize.packed_signs` does,
        (words, rows), and their lengths, (rows,).

        Args:
            count: rows that a commit may refer to; what lies beyond may still be replaced.
        """
        with self._guard:
            known = len(self._lengths)
            if known < count:
                vectors = self._mapped(count)[known:count]
                fresh = [packed_signs(vectors[at : at + _BLOCK]) for at in range(0, len(vectors), _BLOCK)]
                self._signs = np.concatenate([self._signs, *fresh], axis=1)
                self._lengths = np.concatenate([self._lengths, row_lengths(vectors)])
            return self._signs, self._lengths

    def _mapped(self, count: int) -> NDArray[np.int8]:
        if count > len(self._map):
            self._renew()
        return self._map

    def _renew(self) -> None:
        try:
            rows = self._path.stat().st_size // self._dimension
            if rows:
                self._map = np.memmap(self._path, np.int8, "r", shape=(rows, self._dimension))
        except OSError:
            return
