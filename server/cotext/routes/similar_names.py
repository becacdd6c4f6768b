"""Which names does code use that is like the code around the cursor? Pure functions.

The name about to be written often stands nowhere in the document yet, but similar code uses it: a second hop from the
cursor to a definition.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cotext.index.terms import word_parts
from cotext.routes.cursor_context import CursorContext, names_in
from cotext.routes.followers import Followers, followers

__all__ = ["PARTS_OF_NAME", "SimilarCode", "SimilarNames", "similar_names"]

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
    shares = _Shares(cursor.line_parts)
    weights = [1 / (1 + rank / _RANK_FADE) for rank in range(len(similar))]
    total = sum(weights) or 1.0
    for rank, (one, weight) in enumerate(zip(similar, weights, strict=True)):
        for name in one.references:
            share[name] = share.get(name, 0.0) + weight / total
            best.setdefault(name, 1 / (1 + rank))
        if cursor.line_parts:
            _compare_lines(one.text, cursor.line_parts, shares, weight, same_line)
    texts = [(one.text, weight / total) for one, weight in zip(similar, weights, strict=True)]
    following = followers(texts, cursor.before)
    return SimilarNames(share, best, same_line, following)


class _PartsOfName(dict[str, frozenset[str]]):
    def __missing__(self, name: str) -> frozenset[str]:
        if len(self) > 100_000:
            self.clear()
        parts = self[name] = frozenset(word_parts(name))
        return parts


PARTS_OF_NAME = _PartsOfName()
"""The distinct `word_parts` of a name."""


class _Shares(dict[str, bool]):
    """Whether a name has any of some words."""

    def __init__(self, wanted: frozenset[str]) -> None:
        super().__init__()
        self._wanted = wanted

    def __missing__(self, name: str) -> bool:
        shares = self[name] = not self._wanted.isdisjoint(PARTS_OF_NAME[name])
        return shares


def _compare_lines(text: str, wanted: frozenset[str], shares: _Shares, weight: float, best: dict[str, float]) -> None:
    """Raise each name to the likeness of the line it stands on: shared parts / geometric mean of both counts.

    Args:
        text: of similar code.
        wanted: the parts of the words on the cursor's line.
        shares: which names have such a part.
        weight: what the text counts.
        best: raised.
    """
    lines = text.split("\n")
    for number in _lines_to_compare(text, len(lines), wanted):
        names = names_in(lines[number])
        if len(names) <= _LONGEST_LINE and any(map(shares.__getitem__, names)):
            _compare_line(names, wanted, weight, best)


def _lines_to_compare(text: str, count: int, wanted: frozenset[str]) -> Iterable[int]:
    """The numbers of the lines on which any of some parts of words can stand, and few others: most lines are told
    without being taken apart. What folding and composing make of other scripts is not told so."""
    if not text.isascii():
        return range(count)
    folded = text.lower()
    found: set[int] = set()
    for part in wanted:
        place, number = folded.find(part), 0
        counted = 0
        while place >= 0:
            number += folded.count("\n", counted, place)
            found.add(number)
            counted = folded.find("\n", place)
            if counted < 0:
                break
            place = folded.find(part, counted)
    return sorted(found)


def _compare_line(names: Sequence[str], wanted: frozenset[str], weight: float, best: dict[str, float]) -> None:
    parts: frozenset[str] = frozenset().union(*map(PARTS_OF_NAME.__getitem__, names))
    likeness = weight * len(parts & wanted) / math.sqrt(len(parts) * len(wanted))
    if likeness > _LEAST_LIKENESS * weight:
        for name in names:
            if likeness > best.get(name, 0.0):
                best[name] = likeness
