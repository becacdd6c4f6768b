"""Names to places, in columns: which chunks of which files have a name. Tens of bytes a name, however long it is."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from cotext.index.file_record import ORDINAL_BITS

__all__ = ["NameCollector", "NameColumns", "hash_of_name", "hashes_of_names", "outside_files"]

_UINT64 = (1 << 64) - 1
_FEW = 8


def hash_of_name(name: str) -> int:
    """What stands for a name, 0 to 2^64 - 1: Python's own hash, with the key of this process. Among a million names two
    share one with a chance of one in thirty million, and nobody can make them."""
    return hash(name) & _UINT64


def hashes_of_names(names: Sequence[str]) -> NDArray[np.uint64]:
    """`hash_of_name` of each, (names,)."""
    return np.fromiter(map(hash, names), np.int64, len(names)).view(np.uint64)


class NameCollector:
    """Gathers names and the numbers of their chunks; keeps no name."""

    def __init__(self) -> None:
        self._hashes, self._numbers = array("Q"), array("Q")

    def add(self, names: Iterable[str], numbers: Iterable[int]) -> None:
        """Each name with a number."""
        self._hashes.extend([hash_of_name(name) for name in names])
        self._numbers.extend(numbers)

    def columns(self) -> NameColumns:
        """What was gathered, in order."""
        hashes, numbers = np.array(self._hashes, np.uint64), np.array(self._numbers, np.uint64)
        order = np.lexsort((numbers, hashes))
        return NameColumns(hashes[order], numbers[order])


class NameColumns:
    """Immutable: `changed` gives another one. A name is kept as its `hash_of_name`.

    Attributes:
        hashes: of the names, ascending.
        numbers: for each place, in order of hash and place, its chunk's number (file key x 2^16 + ordinal).
    """

    def __init__(self, hashes: NDArray[np.uint64], numbers: NDArray[np.uint64]) -> None:
        self.hashes, self.numbers = hashes, numbers
        # `bisect` finds one number in a memory view several times faster than `searchsorted` does.
        self._view = hashes.data

    def __len__(self) -> int:
        return len(self.hashes)

    def places(self, name: str) -> list[int]:
        """The numbers of a name's chunks, ascending; one that has it twice comes twice."""
        wanted = hash_of_name(name)
        start = bisect_left(self._view, wanted)
        if start == len(self._view) or self._view[start] != wanted:
            return []
        found: list[int] = self.numbers[start : bisect_right(self._view, wanted, start)].tolist()
        return found

    def count(self, name: str) -> int:
        """How many places a name has."""
        wanted = hash_of_name(name)
        start = bisect_left(self._view, wanted)
        if start == len(self._view) or self._view[start] != wanted:
            return 0
        return bisect_right(self._view, wanted, start) - start

    @property
    def columns(self) -> tuple[NDArray[Any], ...]:
        """Every column, as the constructor takes them."""
        return self.hashes, self.numbers

    def changed(self, gone: Sequence[int], new: Self) -> Self:
        """Without the places of files that are gone, and with new ones.

        Args:
            gone: keys of files.
            new: places of other files.
        """
        columns = self.columns
        if gone and len(self):
            kept = outside_files(self.numbers, gone)
            columns = tuple(column[kept] for column in columns)
        if len(new):
            at = _places(columns[0], columns[1], new)
            columns = tuple(np.insert(column, at, more) for column, more in zip(columns, new.columns, strict=True))
        return type(self)(*columns)


def outside_files(numbers: NDArray[np.uint64], keys: Sequence[int]) -> NDArray[np.bool_]:
    """Which of some chunks' numbers belong to none of some files."""
    files = numbers >> np.uint64(ORDINAL_BITS)
    if len(keys) > _FEW:
        return np.isin(files, np.array(keys, np.uint64), invert=True)
    kept = np.ones(len(files), np.bool_)
    for key in keys:
        kept &= files != np.uint64(key)
    return kept


def _places(hashes: NDArray[np.uint64], numbers: NDArray[np.uint64], new: NameColumns) -> NDArray[np.int64]:
    """Where each new place belongs among others, by hash and then number."""
    start = hashes.searchsorted(new.hashes)
    end = hashes.searchsorted(new.hashes, "right")
    for place in np.flatnonzero(start < end).tolist():
        low, high = int(start[place]), int(end[place])
        start[place] = low + int(numbers[low:high].searchsorted(new.numbers[place]))
    return start
