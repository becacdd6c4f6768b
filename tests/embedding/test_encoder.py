from __future__ import annotations

import numpy as np

from cotext.embedding.encoder import normalise_rows


def test_rows_that_have_no_direction_become_zero() -> None:
    matrix = np.array([[3, 4], [0, 0], [np.nan, 1], [np.inf, 1], [3e38, 3e38], [1e-30, 0]], dtype=np.float32)
    expected: list[list[float]] = [[0.6, 0.8], [0, 0], [0, 0], [0, 0], [0.70710678, 0.70710678], [1, 0]]
    assert np.allclose(normalise_rows(matrix), expected)


def test_no_rows() -> None:
    assert normalise_rows(np.zeros((0, 3), dtype=np.float32)).shape == (0, 3)
