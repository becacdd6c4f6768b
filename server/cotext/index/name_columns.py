"""Names to places, in columns: which chunks of which files have a name. Tens of bytes a name, however long it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["NameColumns"]

_UINT64 = (1 << 64) - 1


class NameColumns:
    """Immutable: `changed` gives another one.

    A name is kept as its 64-bit hash, Python's own with the key of this process: among a million names two share one
    with a chance of one in thirty million, and nobody can make them.

    Attributes:
        numbers: for each place, in order of hash and place, its chunk's number (file key x 2^16 + ordinal).
    """

    def __init__(self, hashes: NDArray[np.uint64], numbers: NDArray[np.uint64]) -> None:
        self._hashes, self.numbers = hashes, numbers

    @staticmethod
    def of(names: Iterable[str], numbers: Sequence[int] | NDArray[np.uint64]) -> NameColumns:
        """Columns for names and the numbers of their chunks."""
        hashes = np.array([hash(name) & _UINT64 for name in names], np.uint64)
        places = np.asarray(numbers, np.uint64)
        order = np.lexsort((places, hashes))
        return NameColumns(hashes[order], places[order])

    def __len__(self) -> int:
        return len(self._hashes)

    def _range(self, name: str) -> tuple[int, int]:
        wanted = np.uint64(hash(name) & _UINT64)
        start = int(self._hashes.searchsorted(wanted))
        end = start
        if start < len(self._hashes) and self._hashes[start] == wanted:
            end = start + int(self._hashes[start:].searchsorted(wanted, "right"))
        return start, end

    def places(self, name: str) -> NDArray[np.uint64]:
        """The numbers of a name's chunks, ascending; one that has it twice comes twice."""
        start, end = self._range(name)
        return self.numbers[start:end]

    def count(self, name: str) -> int:
        """How many places a name has."""
        start, end = self._range(name)
        return end - start

    def changed(self, gone: NDArray[np.uint64], shift: int, new: NameColumns) -> NameColumns:
        """Without the places of files that are gone, and with new ones.

        Args:
            gone: sorted keys of files.
            shift: bits of a number below its file's key.
            new: places of other files.
        """
        hashes, numbers = self._hashes, self.numbers
        if len(gone) and len(numbers):
            files = numbers >> np.uint64(shift)
            at = np.minimum(gone.searchsorted(files), len(gone) - 1)
            kept = gone[at] != files
            hashes, numbers = hashes[kept], numbers[kept]
        if len(new):
            at = _places(hashes, numbers, new)
            hashes = np.insert(hashes, at, new._hashes)
            numbers = np.insert(numbers, at, new.numbers)
        return NameColumns(hashes, numbers)


def _places(hashes: NDArray[np.uint64], numbers: NDArray[np.uint64], new: NameColumns) -> NDArray[np.int64]:
    """Where each new place belongs among others, by hash and then number."""
    start = hashes.searchsorted(new._hashes)
    end = hashes.searchsorted(new._hashes, "right")
    inside = [
        low if low == high else low + int(numbers[low:high].searchsorted(number))
        for low, high, number in zip(start.tolist(), end.tolist(), new.numbers, strict=True)
    ]
    return np.array(inside, np.int64)
