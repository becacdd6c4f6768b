"""All definitions of an index in columns, found by the names that code writes. Thirty bytes a definition."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cotext.index.file_record import ORDINAL_BITS
from cotext.index.import_names import import_word, is_qualified, plain_name
from cotext.index.name_columns import NameColumns, hash_of_name

__all__ = ["DefinitionCollector", "DefinitionColumns", "DefinitionRows", "container_hash"]

_LAST_PLACE = (1 << 16) - 1


@lru_cache(maxsize=100_000)
def container_hash(container: str) -> int:
    """What stands for a container's own name, however it is spelt (`HeaderMap`, `header_map`); 0 for no container.

    Args:
        container: names around a definition, joined by "."; or one name.
    """
    return hash_of_name(import_word(plain_name(container))) or 1 if container else 0


class DefinitionRows(NamedTuple):
    """Some definitions; every column has the shape (definitions,).

    Attributes:
        names: which of the asked names each of them is a definition of, int64.
        numbers: the number of the chunk that holds the name, uint64.
        places: its place among the chunk's definitions, uint16.
        kinds: number of its `SymbolKind`, uint8.
        containers: `container_hash` of its container, uint64.
    """

    names: NDArray[np.int64]
    numbers: NDArray[np.uint64]
    places: NDArray[np.uint16]
    kinds: NDArray[np.uint8]
    containers: NDArray[np.uint64]

    def take(self, rows: NDArray[Any]) -> DefinitionRows:
        """Some of them.

        Args:
            rows: their places, or whether each is wanted.
        """
        return DefinitionRows(*(column[rows] for column in self))

    @staticmethod
    def joined(parts: Sequence[DefinitionRows]) -> DefinitionRows:
        """Several as one; at least one is needed."""
        return parts[0] if len(parts) == 1 else DefinitionRows(*map(np.concatenate, zip(*parts, strict=True)))


class DefinitionCollector:
    """Gathers definitions; keeps no name."""

    def __init__(self) -> None:
        self._hashes, self._numbers, self._places = array("Q"), array("Q"), array("H")
        self._kinds, self._containers = array("B"), array("Q")

    def add(
        self, key: int, names: Sequence[str], ordinals: Sequence[int], kinds: Sequence[int], containers: Sequence[str]
    ) -> None:
        """The definitions of a file, in order: the name, the ordinal of the chunk, the kind and the container of each.
        A qualified name is also known by its last part."""
        first, place, former = key << ORDINAL_BITS, 0, -1
        for name, ordinal, kind, container in zip(names, ordinals, kinds, containers, strict=True):
            place = place + 1 if ordinal == former else 0
            former = ordinal
            spellings = (name, plain_name(name)) if is_qualified(name) else (name,)
            within = container_hash(container)
            for spelling in spellings:
                self._hashes.append(hash_of_name(spelling))
                self._numbers.append(first | ordinal)
                self._places.append(min(place, _LAST_PLACE))
                self._kinds.append(kind)
                self._containers.append(within)

    def columns(self) -> DefinitionColumns:
        """What was gathered, in order."""
        hashes, numbers = np.array(self._hashes, np.uint64), np.array(self._numbers, np.uint64)
        places = np.array(self._places, np.uint16)
        order = np.lexsort((places, numbers, hashes))
        return DefinitionColumns(
            hashes[order],
            numbers[order],
            places[order],
            np.array(self._kinds, np.uint8)[order],
            np.array(self._containers, np.uint64)[order],
        )


class DefinitionColumns(NameColumns):
    """As `NameColumns`, with more about each definition: see `DefinitionRows`."""

    def __init__(
        self,
        hashes: NDArray[np.uint64],
        numbers: NDArray[np.uint64],
        places: NDArray[np.uint16],
        kinds: NDArray[np.uint8],
        containers: NDArray[np.uint64],
    ) -> None:
        super().__init__(hashes, numbers)
        self.chunk_places, self.kinds, self.containers = places, kinds, containers

    @property
    def columns(self) -> tuple[NDArray[Any], ...]:
        """Every column, as the constructor takes them."""
        return self.hashes, self.numbers, self.chunk_places, self.kinds, self.containers

    def rows(self, hashes: NDArray[np.uint64], most: int) -> DefinitionRows:
        """The definitions of some names, in order of the names, each name's in order of number and place.

        Args:
            hashes: `hash_of_name` of each.
            most: a name that has more definitions has none.
        """
        # Numbers that ascend are found several times faster: each search ends where the one before it did.
        order = np.argsort(hashes)
        wanted = hashes[order]
        first = self.hashes.searchsorted(wanted)
        counts = self.hashes.searchsorted(wanted, "right") - first
        counts[counts > most] = 0
        start, count = np.empty_like(first), np.empty_like(counts)
        start[order], count[order] = first, counts
        names = np.repeat(np.arange(len(hashes)), count)
        rows = np.arange(len(names)) + np.repeat(start - (np.cumsum(count) - count), count)
        return DefinitionRows(
            names, self.numbers[rows], self.chunk_places[rows], self.kinds[rows], self.containers[rows]
        )
