"""Vectors to sign terms and bytes: what lets an inverted index find near vectors, and 8-bit numbers rescore them.

The sign of each component is one term of the index ("embedding_one_3" where component 3 is positive, else
"embedding_zero_3"), as in Tabby's index. Vectors that are zero, which belong to texts without a token, have no terms.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["cosines", "equal_bits_share", "mean_vector", "quantise", "query_terms", "sign_term_text", "sign_terms"]

STRONGEST = 64
"""Dimensions of a query that are asked for: 64 of 256 find 96 to 99 % of what all do, at a quarter of the cost."""

SCALE = 127


@lru_cache(maxsize=4)
def _terms(dimension: int) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
    """The terms for a sign that is not positive, and for one that is: two arrays of shape (dimension,)."""
    return tuple(  # type: ignore[return-value]
        np.array([f"embedding_{digit}_{number}" for number in range(dimension)], dtype=object)
        for digit in ("zero", "one")
    )


def sign_terms(vector: NDArray[np.float32]) -> list[str]:
    """The sign terms of a vector of shape (d,), in order of its components; none for a zero vector."""
    zero, one = _terms(len(vector))
    terms: list[str] = np.where(vector > 0, one, zero).tolist() if vector.any() else []
    return terms


@lru_cache(maxsize=4)
def _byte_texts(dimension: int) -> list[list[str]]:
    """For each eight components, the joined terms of each of the 256 ways in which their signs can stand."""
    zero, one = _terms(dimension)
    texts = []
    for start in range(0, dimension, 8):
        numbers = range(start, min(start + 8, dimension))
        texts.append(
            [" ".join([(one if byte >> (7 - n + start) & 1 else zero)[n] for n in numbers]) for byte in range(256)]
        )
    return texts


def sign_term_text(matrix: NDArray[np.float32] | NDArray[np.int8]) -> list[str]:
    """The sign terms of each row of a matrix of shape (n, d), joined by spaces; "" for a zero row."""
    table = _byte_texts(matrix.shape[1])
    used: list[bool] = np.any(matrix, axis=1).tolist()
    return [
        " ".join([texts[byte] for texts, byte in zip(table, row, strict=True)]) if kept else ""
        for row, kept in zip(np.packbits(matrix > 0, axis=1).tolist(), used, strict=True)
    ]


def query_terms(vector: NDArray[np.float32], strongest: int = STRONGEST) -> list[tuple[str, float]]:
    """The terms of the `strongest` components of a query vector, each with its magnitude as weight, strongest first.

    Weighting by magnitude (an "asymmetric" distance: exact query, binary documents) finds more of the true neighbours
    than counting equal bits does: 60 to 67 % instead of 44 to 54 % of the first 40 by exact cosine.
    """
    zero, one = _terms(len(vector))
    magnitude = np.abs(vector)
    order = np.argsort(-magnitude, kind="stable")[:strongest]
    return [
        (str(one[number] if vector[number] > 0 else zero[number]), float(magnitude[number]))
        for number in order.tolist()
        if magnitude[number] > 0
    ]


def quantise(matrix: NDArray[np.float32]) -> NDArray[np.int8]:
    """Rows as 8-bit integers, shape (n, d): each row is divided by its largest magnitude and multiplied by 127.

    The scale differs by row, which uses all of the 8 bits, and is not kept: a cosine does not depend on it. `cosines`
    divides by the length of the integers themselves. A zero row stays zero.
    """
    largest = np.abs(matrix).max(axis=1, keepdims=True, initial=0.0)
    scaled = np.divide(matrix, largest, out=np.zeros(matrix.shape, dtype=np.float32), where=largest > 0)
    quantised: NDArray[np.int8] = np.rint(scaled * SCALE).astype(np.int8)
    return quantised


def mean_vector(quantised: NDArray[np.int8]) -> NDArray[np.int8]:
    """The direction in which rows that `quantise` gave, shape (n, d), point together: the sum of the rows, each of
    length 1, quantised again, shape (d,)."""
    rows = quantised.astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    weights = np.divide(1, lengths, out=np.zeros(len(rows), np.float32), where=lengths > 0)
    mean: NDArray[np.int8] = quantise((weights @ rows)[None, :])[0]
    return mean


def cosines(query: NDArray[np.float32], quantised: NDArray[np.int8]) -> NDArray[np.float32]:
    """Cosines of a query of length 1, shape (d,), with rows that `quantise` gave: shape (n,), 0 for a zero row."""
    rows = quantised.astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    result: NDArray[np.float32] = np.divide(
        rows @ query, lengths, out=np.zeros(len(rows), dtype=np.float32), where=lengths > 0
    )
    return result


def equal_bits_share(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float64]:
    """Share of components whose signs agree, 0 to 1: Tabby's embedding score.

    Args:
        a, b: vectors of shape (d,) or matrices of shape (n, d), which numpy broadcasts; the result lacks the last axis.
    """
    share: NDArray[np.float64] = ((a > 0) == (b > 0)).mean(axis=-1)
    return share
