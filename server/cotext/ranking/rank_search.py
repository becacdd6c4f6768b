"""The ranking of a search: files by evidence, and in each the chunks to show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from numpy import float32
from numpy.typing import NDArray

from cotext.fusion.reciprocal_rank import Fused
from cotext.index.file_entry import FileEntry
from cotext.index.schema import Field
from cotext.ranking.defined_words import answer_of_names, names_by_stem
from cotext.ranking.question import Question, read_question
from cotext.ranking.search_evidence import (
    ChunkScores,
    Evidence,
    FileScores,
    best_scores,
    chunk_evidence,
    file_evidence,
    weigh,
)
from cotext.ranking.search_facts import (
    FileKey,
    best_by_field,
    chunks_holding_name,
    kept_names,
    language_shares,
    mean_cosines,
    mentioned_definitions,
    names_of_file,
)
from cotext.routes.source import Candidate, Source

__all__ = ["Ranked", "ask", "rank_search"]

_CHUNKS_RANKED = 12
"""Chunks of one file whose own evidence is looked at, the best by fusion; the others stand behind them."""

_FILES_RANKED = 60
"""Files whose chunks are looked at, the best by their own evidence, or as many as can be shown."""

_NOTHING = ChunkScores(0.0, 0.0, 0.0, 0.0, 0.0, 0)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk in its place.

    Attributes:
        fused: the chunk as it was fused.
        score: sum of value x weight over the evidence.
        of_file, own: what speaks for its file and for itself.
    """

    fused: Fused[Candidate]
    score: float
    of_file: Evidence = field(default_factory=dict)
    own: Evidence = field(default_factory=dict)

    @property
    def evidence(self) -> Evidence:
        """All that speaks for it."""
        return {**self.of_file, **self.own}


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
    vectors: Sequence[NDArray[float32] | None],
    weights: Mapping[str, float],
    *,
    words: bool,
    most: int,
) -> list[Ranked]:
    """Rank what the routes found, best first; equals in the order of the fused list.

    Args:
        sources: what was searched, in the order of their numbers.
        question: what was asked.
        fused: the chunks that the routes found.
        vectors: the question's for each source; None where its index has no encoder, or the mode asks for none.
        weights: the table of the question's kind.
        words: whether the mode asks for words.
        most: hits that can be shown.
    """
    search = _Search(sources, question, fused, vectors, weights, words=words)
    files = [search.of_file(key, file) for key, file in search.files.items()]
    files.sort(key=lambda one: -one[0])
    looked_at = max(_FILES_RANKED, most)
    ranked = [
        one
        for number, (score, file, evidence) in enumerate(files)
        for one in search.ranked(file, score, evidence, look=number < looked_at)
    ]
    place = {one.item: number for number, one in enumerate(fused)}
    ranked.sort(key=lambda one: (-one.score, place[one.fused.item]))
    return ranked


class _Search:
    """One search, with what is looked up once for all files. Arguments as of `rank_search`."""

    def __init__(
        self,
        sources: Sequence[Source],
        question: Question,
        fused: Sequence[Fused[Candidate]],
        vectors: Sequence[NDArray[float32] | None],
        weights: Mapping[str, float],
        *,
        words: bool,
    ) -> None:
        self.files: dict[FileKey, _File] = {}
        for one in fused:
            file = self.files.setdefault((one.item.source, one.item.file), _File())
            file.chunks.append(one)
            for route, rank in one.ranks.items():
                file.ranks[route] = min(rank, file.ranks.get(route, rank))
        self._sources, self._question, self._weights = sources, question, weights
        self._best_bm25 = max((one.scores.get("bm25", 0.0) for one in fused), default=0.0) or 1.0
        self._means = mean_cosines(sources, self.files, vectors)
        self._fields = best_by_field(sources, question) if words else {}
        self._mentioned = mentioned_definitions(sources, question) if words else {}
        self._holders = chunks_holding_name(sources, question) if words else frozenset()
        self._names = [kept_names(source) for source in sources]
        self._languages = [language_shares(source) for source in sources]
        self._names_defined: Counter[FileKey] = Counter()
        for candidate, names in self._mentioned.items():
            self._names_defined[candidate.source, candidate.file] += len(names)

    def of_file(self, key: FileKey, file: _File) -> tuple[float, _File, Evidence]:
        """A file with its score and evidence."""
        source = self._sources[key[0]]
        entry = source.file(file.chunks[0].item)
        evidence = file_evidence(self._file_scores(key, source, entry, file), self._question)
        return weigh(evidence, self._weights), file, evidence

    def ranked(self, file: _File, score: float, evidence: Evidence, *, look: bool) -> list[Ranked]:
        """The file's chunks, each with the file's evidence and its own; the best by its own comes first. Where it is
        not worth a look, they stay as they were fused."""
        entry = self._sources[file.chunks[0].item.source].file(file.chunks[0].item)
        chunks = file.chunks[:_CHUNKS_RANKED] if look else ()
        scores = [self._chunk_scores(entry, one) for one in chunks]
        best = best_scores(scores) if scores else _NOTHING
        own = [weigh(chunk_evidence(one, best, 0), self._weights) for one in scores]
        order = sorted(range(len(scores)), key=lambda number: -own[number])
        found = []
        for place, number in enumerate([*order, *range(len(scores), len(file.chunks))]):
            mine = chunk_evidence(scores[number] if number < len(scores) else _NOTHING, best, place)
            found.append(Ranked(file.chunks[number], score + weigh(mine, self._weights), evidence, mine))
        return found

    def _file_scores(self, key: FileKey, source: Source, entry: FileEntry, file: _File) -> FileScores:
        def scores(route: str) -> list[float]:
            return sorted((one.scores[route] for one in file.chunks if route in one.scores), reverse=True)

        return FileScores(
            path=entry.path,
            quality=entry.quality,
            chunks=len(entry.chunks),
            bm25=max(scores("bm25"), default=0.0) / self._best_bm25,
            cosines=scores("embedding"),
            mean_cosine=self._means.get(key),
            ranks=file.ranks,
            symbol=max(scores("symbol"), default=0.0),
            holds_name=any(one.item in self._holders for one in file.chunks),
            defines=min(1.0, self._names_defined[key] / max(1, len(self._question.names))),
            names=names_of_file(entry, self._names[source.number]),
            fields={name: best[key] for name, best in self._fields.items() if key in best},
            language_share=self._languages[source.number].get(entry.language, 0.0),
        )

    def _chunk_scores(self, entry: FileEntry, one: Fused[Candidate]) -> ChunkScores:
        stored = entry.chunks[one.item.chunk]
        names = names_by_stem(str(definition[0]) for definition in stored.flat_definitions)
        return ChunkScores(
            one.scores.get("bm25", 0.0) / self._best_bm25,
            one.scores.get("embedding", 0.0),
            1.0 if one.item in self._mentioned else one.scores.get("symbol", 0.0),
            answer_of_names(names, self._question).best_name,
            float(one.item in self._holders),
            stored.lines.start,
        )
