"""The ranking of a search: files by evidence, and in each the chunks to show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cotext.embedding.binarize import cosines
from cotext.fusion.reciprocal_rank import Fused
from cotext.index.file_entry import FileEntry, IndexedFile
from cotext.index.schema import Field
from cotext.index.terms import weighted_query_terms
from cotext.ranking.defined_words import NamesByStem, answer_of_names, names_by_stem
from cotext.ranking.question import Question, read_question
from cotext.ranking.search_evidence import (
    ChunkScores,
    Evidence,
    FileScores,
    chunk_evidence,
    file_evidence,
    weigh,
)
from cotext.routes.bm25 import bm25
from cotext.routes.source import Candidate, Source

__all__ = ["Ranked", "ask", "rank_search"]

_CHUNKS_RANKED = 12
"""Chunks of one file whose own evidence is looked at, the best by fusion."""

_MOST_KEPT = 3000
"""Files whose names are kept as stems."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk in its place.

    Attributes:
        fused: the chunk as it was fused.
        score: sum of value x weight over the evidence.
        evidence: what speaks for its file and itself.
    """

    fused: Fused[Candidate]
    score: float
    evidence: Evidence


@dataclass(slots=True)
class _File:
    """Chunks of one file in order of the fused list, and the file's best ranks."""

    chunks: list[Fused[Candidate]] = field(default_factory=list)
    ranks: dict[str, int] = field(default_factory=dict)


def ask(sources: Iterable[Source], text: str) -> Question:
    """The question, its words weighed by how rare they are in what is searched: log(1 + chunks / (1 + chunks that have
    the word))."""
    snapshots = [source.snapshot for source in sources if source.snapshot is not None]
    chunks = sum(snapshot.searcher.num_docs for snapshot in snapshots)

    def rarity(word: str) -> float:
        return math.log(1 + chunks / (1 + sum(one.doc_freq(Field.BODY_TERMS, word) for one in snapshots)))

    return read_question(text, rarity)


def rank_search(
    sources: Sequence[Source],
    question: Question,
    fused: Sequence[Fused[Candidate]],
    vectors: Sequence[NDArray[np.float32] | None],
    weights: Mapping[str, float],
    *,
    words: bool,
) -> list[Ranked]:
    """Rank what the routes found, best first; equals in the order of the fused list.

    Args:
        sources: what was searched, in the order of their numbers.
        question: what was asked.
        fused: the chunks that the routes found.
        vectors: the question's for each source; None where its index has no encoder, or the mode asks for none.
        weights: the table of the question's kind.
        words: whether the mode asks for words.
    """
    files: dict[tuple[int, int], _File] = {}
    best_bm25 = max((one.scores.get("bm25", 0.0) for one in fused), default=0.0) or 1.0
    for one in fused:
        file = files.setdefault((one.item.source, one.item.file), _File())
        file.chunks.append(one)
        for route, rank in one.ranks.items():
            file.ranks[route] = min(rank, file.ranks.get(route, rank))
    means = _mean_cosines(sources, files, vectors)
    by_field = _by_field(sources, question) if words else {}
    ranked: list[Ranked] = []
    for key, file in files.items():
        source = sources[key[0]]
        entry = source.file(file.chunks[0].item)
        fields = {name: shares[key] for name, shares in by_field.items() if key in shares}
        evidence = file_evidence(_file_scores(source, entry, file, best_bm25, means.get(key), fields), question)
        ranked += _chunks(entry, file, best_bm25, question, evidence, weights)
    place = {one.item: number for number, one in enumerate(fused)}
    ranked.sort(key=lambda one: (-one.score, place[one.fused.item]))
    return ranked


def _mean_cosines(
    sources: Sequence[Source],
    files: Iterable[tuple[int, int]],
    vectors: Sequence[NDArray[np.float32] | None],
) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = {}
    for source, vector in zip(sources, vectors, strict=True):
        if vector is None or not vector.any():
            continue
        keys, rows = [], []
        for key in files:
            if key[0] != source.number:
                continue
            mean = source.file(source.candidate_of_file(key[1])).mean_vector
            if mean is not None and len(mean) == len(vector):
                keys.append(key)
                rows.append(mean)
        if rows:
            found.update(zip(keys, cosines(vector, np.stack(rows)).tolist(), strict=True))
    return found


_FIELDS = {"symbol": Field.SYMBOL_TERMS, "summary": Field.SUMMARY_TERMS}
_FIELD_DEPTH = 200
_QUERY_TERMS = 64


def _by_field(sources: Sequence[Source], question: Question) -> dict[str, dict[tuple[int, int], float]]:
    """For each keyword field alone, each file's best chunk, as a share of the best of all."""
    terms = weighted_query_terms(" ".join(word.text for word in question.words), _QUERY_TERMS)
    found = {}
    for name, one in _FIELDS.items():
        best: dict[tuple[int, int], float] = {}
        for source in sources:
            for candidate, score in bm25(source, terms, _FIELD_DEPTH, {one: 1.0}):
                key = (candidate.source, candidate.file)
                best[key] = max(best.get(key, 0.0), score)
        highest = max(best.values(), default=1.0)
        found[name] = {key: score / highest for key, score in best.items()}
    return found


def _language_shares(source: Source) -> dict[str, float]:
    def counted() -> dict[str, float]:
        counts: Counter[str] = Counter()
        if source.snapshot is not None:
            for file in source.snapshot.files.entries():
                counts[file.language] += file.chunk_count
        total = counts.total() or 1
        return {language: count / total for language, count in counts.items()}

    return source.kept("language shares", counted)


def _file_scores(
    source: Source,
    entry: FileEntry,
    file: _File,
    best_bm25: float,
    mean_cosine: float | None,
    fields: Mapping[str, float],
) -> FileScores:
    def scores(route: str) -> list[float]:
        return sorted((one.scores[route] for one in file.chunks if route in one.scores), reverse=True)

    return FileScores(
        entry.path,
        entry.quality,
        len(entry.chunks),
        max(scores("bm25"), default=0.0) / best_bm25,
        scores("embedding"),
        mean_cosine,
        file.ranks,
        max(scores("symbol"), default=0.0),
        _names(source, entry),
        fields,
        _language_shares(source).get(entry.language, 0.0),
    )


def _names(source: Source, entry: FileEntry) -> NamesByStem:
    if not isinstance(entry, IndexedFile):
        return names_by_stem(name for name, _ in entry.names)  # an open document changes at every keystroke
    known: dict[int, NamesByStem] = source.kept("names by stem", dict)
    found = known.get(entry.key)
    if found is None:
        found = names_by_stem(name for name, _ in entry.names)
        if len(known) >= _MOST_KEPT:
            known.clear()
        known[entry.key] = found
    return found


def _chunks(
    entry: FileEntry,
    file: _File,
    best_bm25: float,
    question: Question,
    evidence: Evidence,
    weights: Mapping[str, float],
) -> list[Ranked]:
    """The file's chunks, each with the file's evidence and its own; the best by its own comes first."""
    scores = [_chunk_scores(entry, one, best_bm25, question) for one in file.chunks[:_CHUNKS_RANKED]]
    own = [weigh(chunk_evidence(one, scores, 0), weights) for one in scores]
    order = sorted(range(len(scores)), key=lambda number: -own[number])
    ranked = []
    for place, number in enumerate([*order, *range(len(scores), len(file.chunks))]):
        mine = scores[number] if number < len(scores) else _NOTHING
        together = {**evidence, **chunk_evidence(mine, scores, place)}
        ranked.append(Ranked(file.chunks[number], weigh(together, weights), together))
    return ranked


_NOTHING = ChunkScores(0.0, 0.0, 0.0, 0.0, 0)


def _chunk_scores(entry: FileEntry, one: Fused[Candidate], best_bm25: float, question: Question) -> ChunkScores:
    stored = entry.chunks[one.item.chunk]
    names = names_by_stem(str(definition[0]) for definition in stored.flat_definitions)
    return ChunkScores(
        one.scores.get("bm25", 0.0) / best_bm25,
        one.scores.get("embedding", 0.0),
        one.scores.get("symbol", 0.0),
        answer_of_names(names, question).best_name,
        stored.lines.start,
    )
