"""What every embedding model looks like to the rest of Cotext."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["CHARACTER_LIMIT", "Encoder", "normalise_rows", "text_for_model"]

CHARACTER_LIMIT = 8_000
"""Only so many characters of a text are read: five times a usual chunk, so that one odd text cannot stall a batch."""


class Encoder(Protocol):
    """Text to vectors. May be called from any thread.

    Attributes:
        name: the model's name as it was asked for.
        dimension: length of a vector.
        fingerprint: changes whenever equal text may get another vector; an index made with another one is rebuilt.
    """

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    @property
    def fingerprint(self) -> str: ...

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of pieces of code: shape (len(texts), dimension), rows of length 1, zeros for lack of tokens."""
        ...

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, shape (dimension,), of length 1; zeros for a text without tokens."""
        ...


def text_for_model(text: str) -> str:
    """The part of a text that a model reads. Half of a surrogate pair, which an editor may send, becomes "?"."""
    text = text[:CHARACTER_LIMIT]
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def normalise_rows(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row divided by its Euclidean length; rows that are zero, or not finite, become zero.

    Args:
        matrix: shape (n, d).
    """
    largest = np.abs(matrix).max(axis=1, keepdims=True, initial=0.0)
    usable = np.isfinite(largest) & (largest > 0.0)
    # Dividing by the largest value first keeps the squares of huge and tiny rows inside float32.
    scaled = np.divide(matrix, largest, out=np.zeros_like(matrix), where=usable)
    length = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]
    normalised: NDArray[np.float32] = np.divide(scaled, length, out=scaled, where=usable)
    return normalised
