"""The embedding route: nearest chunks by the signs of their vectors in the inverted index, rescored with 8-bit vectors.

The signs alone lose much (of the 40 nearest by exact cosine, equal bits find half). Weighted by the query's own
magnitudes they keep nearly all of those among ten times as many candidates, and a rescoring of these with the int8
vectors puts them in order.
"""

from __future__ import annotations

import math

import numpy as np
import tantivy
from numpy.typing import NDArray

from cotext.embedding.binarize import cosines, equal_bits_share, query_terms
from cotext.index.file_record import ORDINAL_BITS
from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.routes.source import RankedList, Source

__all__ = ["CANDIDATES", "embedding", "embedding_equal_bits"]

CANDIDATES = 200
"""At least so many candidates are rescored, and twice as many as are asked for."""


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
        query = _strongest(snapshot, query_terms(vector))
        hits = source.search(query, max(CANDIDATES, 2 * depth))
        columns = snapshot.files.chunks
        places = columns.at(one.file << ORDINAL_BITS | one.chunk for one, _ in hits)
        scores = cosines(vector, snapshot.vectors.take(columns.rows[places])).tolist()
        found = [(candidate, score) for (candidate, _), score in zip(hits, scores, strict=True)]
    found += _overlay_cosines(source, vector)
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[:depth]


def _overlay_cosines(source: Source, vector: NDArray[np.float32]) -> RankedList:
    there = [
        (candidate, one.vector) for candidate, one in source.overlay if one.vector is not None and one.vector.any()
    ]
    if not there:
        return []
    scores = cosines(vector, np.stack([row for _, row in there])).tolist()
    return [(candidate, score) for (candidate, _), score in zip(there, scores, strict=True)]


def embedding_equal_bits(source: Source, vector: NDArray[np.float32], depth: int) -> RankedList:
    """Tabby's way: every sign term counts alike, and the score is the share of equal sign bits, 0 to 1."""
    if not vector.any():
        return []
    found: RankedList = []
    snapshot = source.snapshot
    if snapshot is not None and snapshot.header.dimension == len(vector):
        terms = query_terms(np.where(vector > 0, 1, -1).astype(np.float32), len(vector))
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


def _strongest(snapshot: IndexSnapshot, terms: list[tuple[str, float]]) -> tantivy.Query:
    """Chunks by the sum of the weights of the terms they have, for their order alone.

    Tantivy adds up BM25 scores twice as fast as constant ones. Every chunk with a vector has equally many sign terms:
    a term's BM25 score is its inverse document frequency times a constant, and weights divided by that frequency give
    the order of their sums.
    """
    should, schema, entries = tantivy.Occur.Should, snapshot.schema, snapshot.searcher.num_docs
    clauses = []
    for term, weight in terms:
        having = snapshot.searcher.doc_freq(Field.EMBEDDING, term)
        rarity = math.log(1 + max(0.0, entries - having + 0.5) / (having + 0.5))
        query = tantivy.Query.term_query(schema, Field.EMBEDDING, term, "basic")
        clauses.append((should, tantivy.Query.boost_query(query, weight / max(rarity, 0.01))))
    return tantivy.Query.boolean_query(clauses)
