"""Which names may be about to be used at a cursor, and how likely each is. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cotext.chunking.references import referenced_names
from cotext.records import Position
from cotext.routes.cursor_context import import_statements

__all__ = ["CursorNames", "SimilarCode", "cursor_names", "names_of_similar_code"]

_NEAR_LINES = 40
_FADE_LINES = 5
_BELOW = 0.6
_AT_CURSOR = 8.0
"""The name under the cursor, or as much of one as is typed: where that is a whole name, its definition says how to go
on."""

_IMPORTED = 0.3
_ELSEWHERE = 0.1
_PREFIX = 4.0
"""A name that begins with what is already typed of it, against one that does not."""

_SIMILAR = 1.0
_FOLLOWS_ONE = 4.0
_FOLLOWS_TWO = 8.0
_RANK_FADE = 10
_ELSEWHERE_LINES = 400

_WORD_BEFORE, _WORD_AFTER = re.compile(r"\w*\Z"), re.compile(r"\A\w*")
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class CursorNames:
    """Names around a cursor.

    Attributes:
        weights: each name with its weight.
        typed: what stands of the name at the cursor already, "" for nothing.
        before: the last two tokens before that, nearest last.
    """

    weights: dict[str, float]
    typed: str
    before: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SimilarCode:
    """A chunk like the code around the cursor: its text, and the names that it uses."""

    text: str
    references: tuple[str, ...]


def cursor_names(lines: Sequence[str], position: Position, language: str) -> CursorNames:
    """The names in the lines around a cursor, in the imports and further away.

    Args:
        lines: the document's, line ends kept.
        position: the cursor, clamped.
        language: language identifier.
    """
    weights: dict[str, float] = {}

    def add(names: Iterable[str], weight: float) -> None:
        for name in names:
            if weight > weights.get(name, 0.0):
                weights[name] = weight

    line = lines[position.line] if lines else ""
    typed = _match(_WORD_BEFORE, line[: position.column])
    rest = _match(_WORD_AFTER, line[position.column :])
    left, right = line[: position.column - len(typed)], line[position.column + len(rest) :]
    add(referenced_names(left, language), 1.0)
    # What stands to the right is written already.
    add(referenced_names(right, language), _BELOW)
    if typed or rest:
        add((typed + rest,), _AT_CURSOR)
    for number in range(max(0, position.line - _NEAR_LINES), min(len(lines), position.line + _NEAR_LINES + 1)):
        if distance := abs(number - position.line):
            weight = (_BELOW if number > position.line else 1.0) / (1 + distance / _FADE_LINES)
            add(referenced_names(lines[number], language), weight)
    add(referenced_names("".join(import_statements(lines)), language), _IMPORTED)
    for further in (
        lines[max(0, position.line - _ELSEWHERE_LINES) : position.line],
        lines[position.line + 1 : position.line + _ELSEWHERE_LINES],
    ):
        add(referenced_names("".join(further), language), _ELSEWHERE)
    before = tuple(_TOKEN.findall(left)[-2:])
    return CursorNames(_preferring(weights, typed), typed, before)


def _match(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found.group() if found else ""


def _preferring(weights: dict[str, float], typed: str) -> dict[str, float]:
    if not typed:
        return weights
    return {name: weight * (_PREFIX if name.startswith(typed) else 1.0) for name, weight in weights.items()}


def names_of_similar_code(similar: Sequence[SimilarCode], cursor: CursorNames) -> dict[str, float]:
    """Names that similar code uses, most of all where it uses them after the tokens that stand before the cursor.

    Args:
        similar: the most similar first.
        cursor: the names around the cursor; their own weights are not repeated.
    """
    weights: dict[str, float] = {}
    follows = _following(cursor.before)
    for rank, one in enumerate(similar):
        share = 1 / (1 + rank / _RANK_FADE)
        for name in one.references:
            weights[name] = weights.get(name, 0.0) + _SIMILAR * share
        for pattern, weight in follows:
            for name in set(pattern.findall(one.text)):
                weights[name] = weights.get(name, 0.0) + weight * share
    return _preferring(weights, cursor.typed)


def _following(before: Sequence[str]) -> list[tuple[re.Pattern[str], float]]:
    """Patterns for a name after the last token, and after the last two."""
    patterns = []
    for count, weight in ((1, _FOLLOWS_ONE), (2, _FOLLOWS_TWO)):
        tokens = before[-count:]
        if len(tokens) == count:
            start = r"\b" if tokens[0][0].isalnum() else ""
            patterns.append((re.compile(start + r"\s*".join(map(re.escape, tokens)) + r"\s*([^\W\d]\w*)"), weight))
    return patterns
