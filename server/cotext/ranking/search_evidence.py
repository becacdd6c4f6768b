"""What speaks for a file being the answer to a search, and for a chunk of it being the place to show. Pure functions.

Each piece is a number under a name, mostly between 0 and 1; the sum of value x weight is the score. The weights are
learned (`server/training/learn_search.py`); the tables [search ...] of `fusion/ranking_weights.toml` hold them.
Evidence that is absent is left out, which is the same as 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cotext.ranking.defined_words import NamesByStem, answer_of_names
from cotext.ranking.path_evidence import path_evidence
from cotext.ranking.question import Question

__all__ = ["ChunkScores", "Evidence", "FileScores", "best_scores", "chunk_evidence", "file_evidence", "weigh"]

Evidence = dict[str, float]

_BEST = 3
_RANK_FADE = 5
_GENERATED, _VENDORED = 4, 8


@dataclass(frozen=True, slots=True)
class FileScores:
    """What the routes found of one file.

    Attributes:
        path: relative.
        quality: see `quality_bits`.
        chunks: how many chunks it has.
        bm25: the best score of its chunks, as a share of the best of the list; 0 where the route found none.
        cosines: those of its chunks that the embedding route found, best first.
        mean_cosine: of the file's mean vector; None where there is none.
        ranks: the file's best rank, from 1, in each route.
        symbol: the best score of the symbol route, 0 to 1.
        holds_name: whether the name that the question consists of stands in a chunk of it.
        defines: of the names that the question mentions, the share that it defines.
        names: of the definitions in it.
        fields: for each keyword field looked at alone, the best score of its chunks, as a share of the best of all.
        language_share: of all chunks, the share that is written in its language.
    """

    path: str
    quality: int
    chunks: int
    bm25: float
    cosines: Sequence[float]
    mean_cosine: float | None
    ranks: Mapping[str, int]
    symbol: float
    holds_name: bool
    defines: float
    names: NamesByStem
    fields: Mapping[str, float]
    language_share: float


class ChunkScores(NamedTuple):
    """What the routes found of one chunk, 0 where a route did not find it.

    Attributes:
        bm25: as a share of the best of the list.
        cosine: as it is.
        symbol: of the symbol route, 0 to 1; 1 where it defines a name that the question mentions.
        best_name: of the definitions that begin in it, see `NameAnswer`.
        holds_name: 1 where the name that the question consists of stands in it.
        line: its first.
    """

    bm25: float
    cosine: float
    symbol: float
    best_name: float
    holds_name: float
    line: int


def weigh(evidence: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The sum of value x weight; what the table lacks weighs nothing."""
    return sum(value * weights.get(name, 0.0) for name, value in evidence.items())


def file_evidence(scores: FileScores, question: Question) -> Evidence:
    """Evidence of a file.

    Returns:
        that of its path (`path_evidence`), and `bm25_best`, `bm25_rank` (1 / (1 + (rank - 1) / 5)); `cosine_best`,
        `cosine_mean` (of the best three), `cosine_rank`, `file_cosine` (of the mean vector); `in_both`: both routes
        found it; `symbol`; `holds_name`; `defines_mentioned`; `names_answer`, `best_name` (`NameAnswer`); `generated`,
        `vendored`; `size` (log(1 + chunks)); `language_share`; `symbol_words`, `summary_words`: of a field alone.
    """
    found = path_evidence(scores.path, question)
    if scores.bm25:
        found["bm25_best"] = scores.bm25
        found["bm25_rank"] = 1 / (1 + (scores.ranks["bm25"] - 1) / _RANK_FADE)
    if scores.cosines:
        best = scores.cosines[:_BEST]
        found["cosine_best"] = best[0]
        found["cosine_mean"] = sum(best) / len(best)
        found["cosine_rank"] = 1 / (1 + (scores.ranks["embedding"] - 1) / _RANK_FADE)
        if scores.bm25:
            found["in_both"] = 1.0
    if scores.mean_cosine is not None:
        found["file_cosine"] = scores.mean_cosine
    if scores.symbol:
        found["symbol"] = scores.symbol
    if scores.holds_name:
        found["holds_name"] = 1.0
    if scores.defines:
        found["defines_mentioned"] = scores.defines
    answer = answer_of_names(scores.names, question)
    if answer.all_names:
        found["names_answer"], found["best_name"] = answer
    for name, bit in (("generated", _GENERATED), ("vendored", _VENDORED)):
        if scores.quality & bit and name not in question.asides:
            found[name] = 1.0
    found["size"] = math.log1p(scores.chunks)
    found["language_share"] = scores.language_share
    for name, share in scores.fields.items():
        found[f"{name}_words"] = share
    return found


def chunk_evidence(scores: ChunkScores, best: ChunkScores, place: int) -> Evidence:
    """Evidence of a chunk against the others of its file: what speaks for the file says nothing of where in it to look.

    Args:
        scores: of the chunk.
        best: of the chunks of its file, see `best_scores`.
        place: how many of them stand before it.

    Returns:
        `behind_bm25`, `behind_cosine`, `behind_symbol`, `behind_name`, `lacks_name`: how much lower than the best each
        is;
        `defined_earlier`: a chunk further up has the best symbol too, so this is a further overload or clause of it;
        `later_chunk`: log2(1 + place).
    """
    found: Evidence = {}
    for name, own, highest in zip(_BEHIND, scores, best, strict=False):
        if own < highest:
            found[name] = highest - own
    if scores.symbol and scores.symbol == best.symbol and scores.line > best.line:
        found["defined_earlier"] = 1.0
    if place:
        found["later_chunk"] = math.log2(1 + place)
    return found


def best_scores(file: Sequence[ChunkScores]) -> ChunkScores:
    """The highest of each score among chunks of a file; the line is that of the first with the best symbol."""
    bm25, cosine, symbol, name, holds, _ = map(max, zip(*file, strict=True))
    return ChunkScores(bm25, cosine, symbol, name, holds, min(one.line for one in file if one.symbol == symbol))


_BEHIND = ("behind_bm25", "behind_cosine", "behind_symbol", "behind_name", "lacks_name")
