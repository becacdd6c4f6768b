from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from cotext.embedding.binarize import (
    cosines,
    equal_bits_share,
    mean_vector,
    packed_signs,
    quantise,
    query_terms,
    row_lengths,
    sign_term_text,
    sign_terms,
    sign_words,
    unequal_signs,
)
from cotext.embedding.encoder import normalise_rows

COMPONENT = st.floats(-1, 1, width=32, allow_subnormal=False)
MATRICES = arrays.arrays(np.float32, st.tuples(st.integers(0, 5), st.integers(1, 40)), elements=COMPONENT)
VECTOR = np.array([0.5, -0.2, 0.0, 0.8], dtype=np.float32)


def test_sign_terms_of_a_vector() -> None:
    assert sign_terms(VECTOR) == ["embedding_one_0", "embedding_zero_1", "embedding_zero_2", "embedding_one_3"]


def test_zero_vectors_have_no_terms() -> None:
    zeros = np.zeros((2, 4), dtype=np.float32)
    assert sign_terms(zeros[0]) == []
    assert query_terms(zeros[0]) == []
    assert sign_term_text(zeros) == ["", ""]


@given(MATRICES)
@settings(max_examples=100, deadline=None)
def test_term_texts_are_the_joined_terms(matrix: np.ndarray) -> None:
    assert sign_term_text(matrix) == [" ".join(sign_terms(row)) for row in matrix]


def test_query_terms_are_the_strongest_components() -> None:
    terms = query_terms(VECTOR)[:2]
    assert [term for term, _ in terms] == ["embedding_one_3", "embedding_one_0"]
    assert [weight for _, weight in terms] == pytest.approx([0.8, 0.5])
    assert len(query_terms(VECTOR)) == 3


@given(MATRICES)
@settings(max_examples=100, deadline=None)
def test_summed_query_terms_order_documents_as_the_asymmetric_distance_does(matrix: np.ndarray) -> None:
    query = np.linspace(-1, 1, matrix.shape[1], dtype=np.float32)
    weights = dict(query_terms(query))
    for row in matrix[matrix.any(axis=1)]:
        by_terms = sum(weights.get(term, 0) for term in sign_terms(row))
        expected = np.abs(query)[(row > 0) == (query > 0)].sum()
        assert by_terms == pytest.approx(float(expected), abs=1e-4)


@given(MATRICES)
@settings(max_examples=200, deadline=None)
def test_quantised_rows_keep_their_direction(matrix: np.ndarray) -> None:
    rows = normalise_rows(matrix)
    quantised = quantise(rows)
    assert quantised.dtype == np.int8
    assert quantised.shape == rows.shape
    used = rows.any(axis=1)
    assert np.array_equal(quantised.any(axis=1), used)
    for row, small in zip(rows[used], quantised[used], strict=True):
        # Rounding moves each component by at most 1/254 of the largest one.
        assert np.abs(small / 127 * np.abs(row).max() - row).max() <= np.abs(row).max() / 254 + 1e-6
        assert cosines(row, small[None])[0] > 0.999


def test_quantised_cosines_are_close_to_exact_ones() -> None:
    random = np.random.default_rng(1)
    rows = normalise_rows(random.standard_normal((500, 256)).astype(np.float32))
    query = normalise_rows(random.standard_normal((1, 256)).astype(np.float32))[0]
    assert np.abs(cosines(query, quantise(rows)) - rows @ query).max() < 0.003
    assert cosines(query, np.zeros((1, 256), dtype=np.int8)).tolist() == [0]


def test_equal_bits_share() -> None:
    other = np.array([[0.1, -1, -1, 0.1], [-1, 1, 1, -1]], dtype=np.float32)
    assert equal_bits_share(VECTOR, other).tolist() == [1, 0]
    assert equal_bits_share(VECTOR, np.array([1, 1, -1, 1], dtype=np.float32)) == 0.75


@given(arrays.arrays(np.float32, st.tuples(st.integers(0, 5), st.integers(1, 150)), elements=COMPONENT))
@settings(max_examples=100, deadline=None)
def test_unequal_signs_are_counted_whatever_the_dimension(matrix: np.ndarray) -> None:
    query = np.linspace(-1, 1, matrix.shape[1], dtype=np.float32)
    signs = packed_signs(matrix)
    assert signs.shape == (sign_words(matrix.shape[1]), len(matrix))
    assert unequal_signs(query, signs).tolist() == [int(((row > 0) != (query > 0)).sum()) for row in matrix]


def test_the_mean_vector_points_where_the_rows_point_together() -> None:
    random = np.random.default_rng(2)
    rows = normalise_rows(random.standard_normal((7, 256)).astype(np.float32))
    expected = rows.sum(axis=0) / np.linalg.norm(rows.sum(axis=0))
    assert cosines(expected, mean_vector(quantise(rows))[None])[0] > 0.999
    # The rows' scales do not count, nor do zero rows.
    scaled = np.concatenate([quantise(rows)[:1] // 2, np.zeros((1, 256), np.int8)])
    assert cosines(rows[0], mean_vector(scaled)[None])[0] > 0.999
    assert not mean_vector(np.zeros((3, 256), np.int8)).any()


def test_cosines_of_many_rows_are_those_of_each() -> None:
    random = np.random.default_rng(3)
    rows = quantise(normalise_rows(random.standard_normal((2500, 64)).astype(np.float32)))
    query = normalise_rows(random.standard_normal((1, 64)).astype(np.float32))[0]
    one_by_one = [float(cosines(query, row[None])[0]) for row in rows]
    assert cosines(query, rows).tolist() == pytest.approx(one_by_one, abs=1e-6)
    assert cosines(query, rows, row_lengths(rows)).tolist() == pytest.approx(one_by_one, abs=1e-6)
