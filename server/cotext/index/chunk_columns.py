"""All chunks of an index in columns: what filters and scans ask of each of them, in a few bytes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cotext.index.file_record import ORDINAL_BITS, FileHead
from cotext.index.name_columns import outside_files

__all__ = ["ChunkCollector", "ChunkColumns"]


class ChunkCollector:
    """Gathers the chunks of files."""

    def __init__(self) -> None:
        self._numbers, self._rows, self._prose, self._kinds = array("Q"), array("i"), bytearray(), array("I")

    def add(self, key: int, head: FileHead) -> None:
        """The chunks of a file."""
        first, count = key << ORDINAL_BITS, len(head.rows)
        prose, kinds = bytearray(count), [0] * count
        for ordinal in head.prose:
            prose[ordinal] = 1
        for ordinal, kind in zip(head.ordinals, head.kinds, strict=True):
            kinds[ordinal] |= 1 << kind
        self._numbers.extend(range(first, first + count))
        self._rows.extend(head.rows)
        self._prose += prose
        self._kinds.extend(kinds)

    def columns(self) -> ChunkColumns:
        """What was gathered, in order."""
        numbers = np.array(self._numbers, np.uint64)
        order = np.argsort(numbers)
        return ChunkColumns(
            numbers[order],
            np.array(self._rows, np.int32)[order],
            np.frombuffer(self._prose, np.bool_)[order],
            np.array(self._kinds, np.uint32)[order],
        )


class ChunkColumns:
    """All chunks in order of their numbers; every column has the shape (chunks,). Immutable.

    Attributes:
        numbers: file key x 2^16 + ordinal, uint64.
        rows: row in the vector store, int32; -1: none.
        prose: whether it belongs to the corpus `structured_doc`, bool.
        kinds: bit n: it holds a definition of the kind n (`SymbolKind`), uint32.
    """

    def __init__(
        self,
        numbers: NDArray[np.uint64],
        rows: NDArray[np.int32],
        prose: NDArray[np.bool_],
        kinds: NDArray[np.uint32],
    ) -> None:
        self.numbers, self.rows, self.prose, self.kinds = numbers, rows, prose, kinds

    def __len__(self) -> int:
        return len(self.numbers)

    def at(self, numbers: Iterable[int]) -> NDArray[np.int64]:
        """The places of chunks that are in the columns."""
        return self.numbers.searchsorted(np.fromiter(numbers, np.uint64))

    def changed(self, gone: Sequence[int], new: ChunkColumns) -> ChunkColumns:
        """Without the chunks of the files with some keys, and with those of others."""
        columns: list[NDArray[Any]] = [self.numbers, self.rows, self.prose, self.kinds]
        if gone and len(self):
            kept = outside_files(self.numbers, gone)
            columns = [column[kept] for column in columns]
        if len(new):
            at = columns[0].searchsorted(new.numbers)
            added: list[NDArray[Any]] = [new.numbers, new.rows, new.prose, new.kinds]
            columns = [np.insert(column, at, more) for column, more in zip(columns, added, strict=True)]
        numbers, rows, prose, kinds = columns
        return ChunkColumns(numbers, rows, prose, kinds)
