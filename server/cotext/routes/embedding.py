"""The embedding route: nearest chunks by cosine, from a scan of their int8 vectors; a large index is first narrowed
down by the signs of the vectors.

The signs alone lose much (of the 40 nearest by exact cosine, equal bits find half), but a thousand chunks whose signs
are most like the query's hold nearly all of the 40 nearest. Counting equal sign bits is what the sign terms in the
inverted index do, which stand there for Tabby's way; with the columns in memory, a scan takes a tenth of their time.
"""

from __future__ import annotations

import numpy as np
import tantivy
from numpy.typing import NDArray

from cotext.embedding.binarize import cosines, equal_bits_share, query_terms, unequal_signs
from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.routes.source import RankedList, Source

__all__ = ["CANDIDATES", "EXACT", "embedding", "embedding_equal_bits"]

EXACT = 8192
"""So many vectors are compared outright, in about a millisecond."""

CANDIDATES = 1000
"""Of more, at least so many, and five times as many as are asked for, are compared: those with the most equal signs."""

_DIGITS = 6
"""Decimals of a cosine: equal vectors have equal ones, in whatever order a processor adds."""


def embedding(source: Source, vector: NDArray[np.float32], depth: int) -> RankedList:
    """The nearest chunks by cosine.

    Args:
        source: what to search.
        vector: the query's, (dimension,), of length 1; a zero vector finds nothing.
        depth: at most so many.
    """
    if not vector.any():
        return []
    found: RankedList = []
    snapshot = source.snapshot
    if snapshot is not None and snapshot.header.dimension == len(vector):
        found = _nearest(source, snapshot, vector, depth)
    found += _overlay_cosines(source, vector)
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[:depth]


def _nearest(source: Source, snapshot: IndexSnapshot, vector: NDArray[np.float32], depth: int) -> RankedList:
    columns = snapshot.files.chunks
    signs, lengths = snapshot.vectors.scan_columns(snapshot.header.vectors)
    places = np.flatnonzero(source.accepted_chunks & (columns.rows >= 0))
    rows = columns.rows[places]
    most = max(CANDIDATES, 5 * depth)
    if len(rows) > max(EXACT, most):
        nearest = np.argpartition(unequal_signs(vector, signs)[rows], most)[:most]
        nearest.sort()
        places, rows = places[nearest], rows[nearest]
    scores = np.round(cosines(vector, snapshot.vectors.take(rows), lengths[rows]), _DIGITS)
    best = _best(scores, depth)
    best = best[lengths[rows[best]] > 0]
    numbers = columns.numbers[places[best]].tolist()
    return [(source.candidate(number), score) for number, score in zip(numbers, scores[best].tolist(), strict=True)]


def _best(scores: NDArray[np.float32], depth: int) -> NDArray[np.intp]:
    """The places of the `depth` highest scores, highest first; equals in order of their places."""
    places = np.arange(len(scores))
    if len(scores) > depth:
        least = np.partition(scores, len(scores) - depth)[len(scores) - depth]
        places = np.flatnonzero(scores >= least)
    return places[np.argsort(-scores[places], kind="stable")][:depth]


def _overlay_cosines(source: Source, vector: NDArray[np.float32]) -> RankedList:
    there = [
        (candidate, one.vector) for candidate, one in source.overlay if one.vector is not None and one.vector.any()
    ]
    if not there:
        return []
    scores = np.round(cosines(vector, np.stack([row for _, row in there])), _DIGITS).tolist()
    return [(candidate, score) for (candidate, _), score in zip(there, scores, strict=True)]


def embedding_equal_bits(source: Source, vector: NDArray[np.float32], depth: int) -> RankedList:
    """Tabby's way: every sign term counts alike, and the score is the share of equal sign bits, 0 to 1."""
    if not vector.any():
        return []
    found: RankedList = []
    snapshot = source.snapshot
    if snapshot is not None and snapshot.header.dimension == len(vector):
        terms = query_terms(np.where(vector > 0, 1, -1).astype(np.float32))
        equal = source.search(_weighted(snapshot.schema, terms), depth)
        found = [(candidate, count / len(vector)) for candidate, count in equal]
    for candidate, one in source.overlay:
        if one.vector is not None and one.vector.any():
            found.append((candidate, float(equal_bits_share(vector, one.vector.astype(np.float32)))))
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[:depth]


def _weighted(schema: tantivy.Schema, terms: list[tuple[str, float]]) -> tantivy.Query:
    should = tantivy.Occur.Should
    return tantivy.Query.boolean_query(
        [
            (
                should,
                tantivy.Query.const_score_query(
                    tantivy.Query.term_query(schema, Field.EMBEDDING, term, "basic"), weight
                ),
            )
            for term, weight in terms
        ]
    )
