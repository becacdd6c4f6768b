"""Evidence of many things at once: a matrix with a row for each piece of evidence and a column for each thing.

A keystroke weighs a thousand definitions. As a dictionary each, that takes several times as long as everything else; as
columns of numbers it takes less than a millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["EvidenceMatrix"]


class EvidenceMatrix:
    """What speaks for some things.

    Args:
        names: of the evidence.
        things: how many there are.

    Attributes:
        names: as given.
        values: shape (names, things), float32; 0 where evidence is absent.
    """

    def __init__(self, names: Sequence[str], things: int) -> None:
        self.names = tuple(names)
        self._rows = {name: row for row, name in enumerate(self.names)}
        self.values = np.zeros((len(self.names), things), np.float32)

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        """The values of one piece of evidence, (things,). Raises KeyError for one that there is not."""
        values: NDArray[np.float32] = self.values[self._rows[name]]
        return values

    def set(self, name: str, places: Any, values: Any) -> None:
        """Values of one piece of evidence, where it is present.

        Args:
            name: of the evidence.
            places: which things, as numpy takes indices.
            values: one, or one a place.
        """
        self[name][places] = values

    def take(self, columns: NDArray[np.int64]) -> EvidenceMatrix:
        """Some of the things, in the order given; one may come several times."""
        found = EvidenceMatrix(self.names, 0)
        found.values = self.values[:, columns]
        return found

    def weighed(self, weights: Mapping[str, float]) -> NDArray[np.float32]:
        """For each thing the sum of value x weight, (things,); what the table lacks weighs nothing."""
        scores: NDArray[np.float32] = (
            np.array([weights.get(name, 0.0) for name in self.names], np.float32) @ self.values
        )
        return scores

    def of(self, thing: int) -> dict[str, float]:
        """The evidence that is present of one thing."""
        column = self.values[:, thing].tolist()
        return {name: value for name, value in zip(self.names, column, strict=True) if value}
