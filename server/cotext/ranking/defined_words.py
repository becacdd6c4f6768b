"""How well the names that a file defines answer a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cotext.ranking.question import Question
from cotext.ranking.words import stems_of_name

__all__ = ["NameAnswer", "NamesByStem", "answer_of_names", "names_by_stem"]

NamesByStem = Mapping[str, tuple[frozenset[str], ...]]
"""For each stem the names, as stems, that have it."""

_MOST_NAMES = 400


class NameAnswer(NamedTuple):
    """Attributes:
    all_names: the summed shares of the question's words that some name has.
    best_name: of the best name, the shares of the question that it has times the share of its words that are asked.
    """

    all_names: float
    best_name: float


def names_by_stem(names: Iterable[str]) -> NamesByStem:
    """Names by the stems of their parts; of a file that defines more than 400, the first."""
    found: dict[str, list[frozenset[str]]] = {}
    for name in list(dict.fromkeys(names))[:_MOST_NAMES]:
        stems = stems_of_name(name)
        for one in stems:
            found.setdefault(one, []).append(stems)
    return {one: tuple(those) for one, those in found.items()}


def answer_of_names(names: NamesByStem, question: Question) -> NameAnswer:
    """What of the question names answer."""
    asked = {word.stem: word.share for word in question.words if word.stem in names}
    best = 0.0
    for one in asked:
        for stems in names[one]:
            had = [share for other, share in asked.items() if other in stems]
            best = max(best, sum(had) * len(had) / len(stems))
    return NameAnswer(sum(asked.values()), best)
