"""The definition route: chunks that define the names about to be used.

Text near a cursor finds similar code; it seldom finds the definition of what is about to be typed. Names do: those
near the
cursor, and those that similar code uses. This route resolves weighted names to the chunks that define them.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping

import tantivy

from cotext.index.schema import Field
from cotext.routes.source import Candidate, RankedList, Source

__all__ = ["MOST_DEFINERS", "definition"]

MOST_DEFINERS = 4
"""A name with more definitions than that ("get", "run") says too little about which one is meant."""

_NAMES = 40
"""Names that are looked up, the worthiest first."""

_ROUGHLY = 3
"""So many times `MOST_DEFINERS`, the index's own count of definers rules a name out: it counts other languages too."""

_FURTHER_NAME = 0.2
"""What the second and every further wanted name of a chunk adds, as a share of its score."""


def definition(source: Source, names: Mapping[str, float], depth: int) -> RankedList:
    """The chunks that define the given names.

    A name's score is weight / definers x log(1 + chunks / chunks using it): rare names with one definition say most. A
    chunk's is its best name's, and a share of its others'.

    Args:
        source: what to search.
        names: names as they are written, each with a weight.
        depth: at most so many.
    """
    open_definers: dict[str, list[Candidate]] = {}
    for candidate, one in source.overlay:
        for name in {str(flat[0]) for flat in one.stored.flat_definitions}:
            open_definers.setdefault(name, []).append(candidate)
    found: dict[Candidate, list[float]] = {}
    for name, worth in _worth(source, names, open_definers).items():
        # Counted among what may be found: a definition in the document at hand does not make another one doubtful.
        definers = [*open_definers.get(name, ()), *_indexed_definers(source, name)]
        if len(definers) <= MOST_DEFINERS:
            for candidate in definers:
                found.setdefault(candidate, []).append(worth / len(definers))
    ranked = [(candidate, _combined(scores)) for candidate, scores in found.items() if scores]
    ranked.sort(key=lambda pair: (-pair[1], pair[0]))
    return ranked[:depth]


def _combined(scores: list[float]) -> float:
    best = max(scores)
    return best + _FURTHER_NAME * (sum(scores) - best)


def _indexed_definers(source: Source, name: str) -> list[Candidate]:
    """The chunks of the index that define a name; one more than `MOST_DEFINERS` stands for any number of them."""
    if source.snapshot is None:
        return []
    # A search for each name tells which chunks define it; one for all names would tell only by the chunks' records.
    query = tantivy.Query.term_query(source.snapshot.schema, Field.NAME, name, "basic")
    return [candidate for candidate, _ in source.search(query, MOST_DEFINERS + 1)]


def _worth(source: Source, names: Mapping[str, float], open_definers: Container[str]) -> dict[str, float]:
    """The names worth looking up: weight x log(1 + chunks / chunks using it), the worthiest by a first count of
    definers."""
    if source.snapshot is None:
        return {name: weight for name, weight in names.items() if name in open_definers}
    frequency, chunks = source.snapshot.searcher.doc_freq, source.snapshot.searcher.num_docs
    worth: dict[str, float] = {}
    rough: dict[str, float] = {}
    for name, weight in names.items():
        definers = frequency(Field.NAME, name)
        if name in open_definers or 0 < definers <= _ROUGHLY * MOST_DEFINERS:
            worth[name] = weight * math.log(1 + chunks / (1 + frequency(Field.REFERENCE, name)))
            rough[name] = worth[name] / max(1, definers)
    best = sorted(rough, key=lambda name: (-rough[name], name))[:_NAMES]
    return {name: worth[name] for name in best}
