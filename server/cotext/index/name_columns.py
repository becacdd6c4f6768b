"""Names to places, in columns: which chunks of which files have a name. Tens of bytes a name, however long it is."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cotext.index.file_record import ORDINAL_BITS

__all__ = ["NameCollector", "NameColumns", "outside_files"]

_UINT64 = (1 << 64) - 1
_FEW = 8


class NameCollector:
    """Gathers names and the numbers of their chunks; keeps no name."""

    def __init__(self) -> None:
        self._hashes, self._numbers = array("Q"), array("Q")

    def add(self, names: Iterable[str], numbers: Iterable[int]) -> None:
        """Each name with a number."""
        self._hashes.extend([hash(name) & _UINT64 for name in names])
        self._numbers.extend(numbers)

    def columns(self) -> NameColumns:
        """What was gathered, in order."""
        hashes, numbers = np.array(self._hashes, np.uint64), np.array(self._numbers, np.uint64)
        order = np.lexsort((numbers, hashes))
        return NameColumns(hashes[order], numbers[order])


class NameColumns:
    """Immutable: `changed` gives another one.

    A name is kept as its 64-bit hash, Python's own with the key of this process: among a million names two share one
    with a chance of one in thirty million, and nobody can make them.

    Attributes:
        numbers: for each place, in order of hash and place, its chunk's number (file key x 2^16 + ordinal).
    """

    def __init__(self, hashes: NDArray[np.uint64], numbers: NDArray[np.uint64]) -> None:
        self._hashes, self.numbers = hashes, numbers
        # `bisect` finds one number in a memory view several times faster than `searchsorted` does.
        self._view = hashes.data

    def __len__(self) -> int:
        return len(self._hashes)

    def places(self, name: str) -> list[int]:
        """The numbers of a name's chunks, ascending; one that has it twice comes twice."""
        wanted = hash(name) & _UINT64
        start = bisect_left(self._view, wanted)
        if start == len(self._view) or self._view[start] != wanted:
            return []
        found: list[int] = self.numbers[start : bisect_right(self._view, wanted, start)].tolist()
        return found

    def count(self, name: str) -> int:
        """How many places a name has."""
        wanted = hash(name) & _UINT64
        start = bisect_left(self._view, wanted)
        if start == len(self._view) or self._view[start] != wanted:
            return 0
        return bisect_right(self._view, wanted, start) - start

    def changed(self, gone: Sequence[int], new: NameColumns) -> NameColumns:
        """Without the places of files that are gone, and with new ones.

        Args:
            gone: keys of files.
            new: places of other files.
        """
        hashes, numbers = self._hashes, self.numbers
        if gone and len(numbers):
            kept = outside_files(numbers, gone)
            hashes, numbers = hashes[kept], numbers[kept]
        if len(new):
            at = _places(hashes, numbers, new)
            hashes = np.insert(hashes, at, new._hashes)
            numbers = np.insert(numbers, at, new.numbers)
        return NameColumns(hashes, numbers)


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
    start = hashes.searchsorted(new._hashes)
    end = hashes.searchsorted(new._hashes, "right")
    for place in np.flatnonzero(start < end).tolist():
        low, high = int(start[place]), int(end[place])
        start[place] = low + int(numbers[low:high].searchsorted(new.numbers[place]))
    return start
