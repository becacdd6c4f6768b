"""The keyword route: Okapi BM25 over the keyword fields (Robertson and Zaragoza, 2009), as Tantivy computes it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import tantivy

from cotext.index.overlay import OverlayChunk
from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.routes.source import RankedList, Source

__all__ = ["FIELD_WEIGHTS", "bm25"]

FIELD_WEIGHTS = {Field.SYMBOL_TERMS: 4.0, Field.SUMMARY_TERMS: 2.0, Field.BODY_TERMS: 1.0, Field.PATH_TERMS: 2.0}

K1, B = 1.2, 0.75
"""Tantivy's constants; open documents must be scored with the same ones."""

WeightedTerms = Sequence[tuple[str, float]]


def bm25(source: Source, terms: WeightedTerms, depth: int, fields: Mapping[Field, float] = FIELD_WEIGHTS) -> RankedList:
    """The best chunks for weighted terms: the sum over terms and fields of term weight x field weight x BM25.

    Args:
        source: what to search.
        terms: distinct terms as `index.terms` makes them, each with its weight.
        depth: at most so many.
        fields: those that are searched, each with its weight.
    """
    if not terms:
        return []
    found: RankedList = []
    if source.snapshot is not None:
        query = _query(source.snapshot.schema, terms, fields)
        found = source.search(query, depth)
        if source.overlay:
            found += _overlay_scores(source, source.snapshot, terms, fields)
    else:
        # No index yet: every open document counts alike, by the share of the terms that it holds.
        found = [(candidate, score) for candidate, one in source.overlay if (score := _plain_score(one, terms)) > 0]
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[:depth]


def _query(schema: tantivy.Schema, terms: WeightedTerms, fields: Mapping[Field, float]) -> tantivy.Query:
    should = tantivy.Occur.Should
    return tantivy.Query.boolean_query(
        [
            (
                should,
                tantivy.Query.boost_query(tantivy.Query.term_query(schema, name, term, "freq"), weight * field_weight),
            )
            for term, weight in terms
            for name, field_weight in fields.items()
        ]
    )


def _overlay_scores(
    source: Source, snapshot: IndexSnapshot, terms: WeightedTerms, fields: Mapping[Field, float]
) -> RankedList:
    """BM25 with the index's own document frequencies and lengths, so that the scores compare with the index's."""
    scores = dict.fromkeys((candidate for candidate, _ in source.overlay), 0.0)
    for name, field_weight in fields.items():
        statistics = snapshot.statistics.get(name)
        if statistics is None:
            continue
        for term, weight in terms:
            holders = [(candidate, one) for candidate, one in source.overlay if one.terms[name][term]]
            if not holders:
                continue
            frequency = snapshot.doc_freq(name, term)
            idf = math.log(1 + (statistics.entries - frequency + 0.5) / (frequency + 0.5))
            for candidate, one in holders:
                count = one.terms[name][term]
                length = _kept_length(one.terms[name].total())
                norm = K1 * (1 - B + B * length / max(statistics.mean_length, 1e-9))
                scores[candidate] += weight * field_weight * idf * (K1 + 1) * count / (count + norm)
    return [(candidate, score) for candidate, score in scores.items() if score > 0]


def _kept_length(terms: int) -> int:
    """A length as Tantivy keeps it in one byte: four significant bits above 24, rounded down (Lucene's SmallFloat)."""
    shift = max(0, (terms - 24).bit_length() - 4)
    return terms if terms < 24 else 24 + ((terms - 24) >> shift << shift)


def _plain_score(one: OverlayChunk, terms: WeightedTerms) -> float:
    total = sum(weight for _, weight in terms) or 1.0
    return sum(weight for term, weight in terms if any(counts[term] for counts in one.terms.values())) / total
