"""The definition route: chunks that define the names about to be used.

Text near a cursor finds similar code; it seldom finds the definition of what is about to be typed. Names do: those
near the
cursor, and those that similar code uses. This route resolves weighted names to the chunks that define them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import tantivy

from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.routes.source import Candidate, RankedList, Source

__all__ = ["MOST_DEFINERS", "definition"]

MOST_DEFINERS = 4
"""A name with more definitions than that ("get", "run") says too little about which one is meant."""

_NAMES = 60
"""Names that are looked up, the worthiest first."""

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
    worth = _worth(source, names)
    found: dict[Candidate, list[float]] = {}
    for candidate, one in source.overlay:
        for flat in one.stored.flat_definitions:
            if (score := worth.get(str(flat[0]))) is not None:
                found.setdefault(candidate, []).append(score)
    if source.snapshot is not None:
        for name, score in worth.items():
            # A search for each name tells which chunk defines it; one for all would tell only by the chunks' records.
            query = tantivy.Query.term_query(source.snapshot.schema, Field.NAME, name, "basic")
            for candidate, _, _ in source.search(query, MOST_DEFINERS):
                found.setdefault(candidate, []).append(score)
    ranked = [(candidate, _combined(scores)) for candidate, scores in found.items() if scores]
    ranked.sort(key=lambda pair: (-pair[1], pair[0]))
    return ranked[:depth]


def _combined(scores: list[float]) -> float:
    best = max(scores)
    return best + _FURTHER_NAME * (sum(scores) - best)


def _worth(source: Source, names: Mapping[str, float]) -> dict[str, float]:
    """The names worth looking up, with their scores."""
    open_definers: dict[str, int] = {}
    for _, one in source.overlay:
        for flat in one.stored.flat_definitions:
            open_definers[str(flat[0])] = open_definers.get(str(flat[0]), 0) + 1
    snapshot = source.snapshot
    chunks = snapshot.searcher.num_docs if snapshot is not None else 1
    scores = {}
    for name, weight in names.items():
        definers = open_definers.get(name, 0) + (_frequency(snapshot, Field.NAME, name) if snapshot else 0)
        if 0 < definers <= MOST_DEFINERS:
            users = _frequency(snapshot, Field.REFERENCE, name) if snapshot else 0
            scores[name] = weight / definers * math.log(1 + chunks / (1 + users))
    best = sorted(scores, key=lambda name: (-scores[name], name))[:_NAMES]
    return {name: scores[name] for name in best}


def _frequency(snapshot: IndexSnapshot, field: Field, name: str) -> int:
    return snapshot.searcher.doc_freq(field, name)
