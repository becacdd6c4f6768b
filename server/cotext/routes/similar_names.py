"""Which names does code use that is like the code around the cursor? Pure functions.

The name about to be written often stands nowhere in the document yet, but similar code uses it: a second hop from the
cursor to a definition.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cotext.index.terms import word_parts
from cotext.routes.cursor_context import CursorContext, Followers, followers, names_in

__all__ = ["SimilarCode", "SimilarNames", "similar_names"]

_RANK_FADE = 10
"""The eleventh most similar chunk counts half as much as the first."""

_LEAST_LIKENESS = 0.2
_LONGEST_LINE = 40
"""Names on a line that is compared with the cursor's; longer ones are data."""


@dataclass(frozen=True, slots=True)
class SimilarCode:
    """A chunk like the code around the cursor: its text, and the names that it uses."""

    text: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SimilarNames:
    """Names in similar code.

    Attributes:
        share: of the similar code, weighted by rank, that uses a name, 0 to 1.
        best: 1 / rank of the most similar chunk that uses it.
        same_line: likeness, 0 to 1, of the cursor's line and the most similar line that uses it.
        followers: what follows the tokens before the cursor there; each name's share, 0 to 1.
    """

    share: Mapping[str, float]
    best: Mapping[str, float]
    same_line: Mapping[str, float]
    followers: Followers


def similar_names(similar: Sequence[SimilarCode], cursor: CursorContext) -> SimilarNames:
    """Collect the names.

    Args:
        similar: the most similar first.
        cursor: what stands around the cursor.
    """
    share: dict[str, float] = {}
    best: dict[str, float] = {}
    same_line: dict[str, float] = {}
    weights = [1 / (1 + rank / _RANK_FADE) for rank in range(len(similar))]
    total = sum(weights) or 1.0
    for rank, (one, weight) in enumerate(zip(similar, weights, strict=True)):
        for name in one.references:
            share[name] = share.get(name, 0.0) + weight / total
            best.setdefault(name, 1 / (1 + rank))
        if cursor.line_parts:
            _compare_lines(one.text, cursor.line_parts, weight, same_line)
    texts = [(one.text, weight / total) for one, weight in zip(similar, weights, strict=True)]
    following = followers(texts, cursor.before)
    return SimilarNames(share, best, same_line, following)


class _PartsOfName(dict[str, frozenset[str]]):
    def __missing__(self, name: str) -> frozenset[str]:
        if len(self) > 100_000:
            self.clear()
        parts = self[name] = frozenset(word_parts(name))
        return parts


_PARTS = _PartsOfName()


class _Lines(NamedTuple):
    """The lines of a text that can be compared: the names on each, how many distinct parts these have, and on which
    lines each part stands."""

    names: list[list[str]]
    parts: list[int]
    places: dict[str, list[int]]


@lru_cache(maxsize=512)
def _lines(text: str) -> _Lines:
    """A text by its lines; kept, because every keystroke finds much the same similar code."""
    found = _Lines([], [], {})
    for line in text.splitlines():
        names = names_in(line)
        if 0 < len(names) <= _LONGEST_LINE:
            parts: frozenset[str] = frozenset().union(*map(_PARTS.__getitem__, names))
            for part in parts:
                found.places.setdefault(part, []).append(len(found.names))
            found.names.append(names)
            found.parts.append(len(parts))
    return found


def _compare_lines(text: str, wanted: frozenset[str], weight: float, same_line: dict[str, float]) -> None:
    """Raise each name to the likeness of the line it stands on: shared parts / geometric mean of both counts."""
    lines = _lines(text)
    shared = Counter(place for part in wanted if part in lines.places for place in lines.places[part])
    for place, count in shared.items():
        likeness = weight * count / math.sqrt(lines.parts[place] * len(wanted))
        if likeness > _LEAST_LIKENESS * weight:
            for name in lines.names[place]:
                if likeness > same_line.get(name, 0.0):
                    same_line[name] = likeness
