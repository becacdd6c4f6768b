"""Which names follow the tokens before a cursor in other places? Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["MEMBER_TOKENS", "Followers", "followers"]

MEMBER_TOKENS = frozenset({".", "->", "?."})
"""What stands before a member's name; each is taken for the others."""

_MEMBER_PATTERN = r"(?:\?\.|\.|->)"


@dataclass(frozen=True, slots=True)
class Followers:
    """How often a name follows the last token before the cursor, and the last two."""

    one: dict[str, float]
    two: dict[str, float]


def followers(texts: Iterable[tuple[str, float]], before: Sequence[str]) -> Followers:
    """Names that follow the tokens before a cursor in other texts.

    Args:
        texts: each with what an occurrence in it counts; a name counts once a text.
        before: the last tokens before the cursor, nearest last.
    """
    found = Followers({}, {})
    wanted = [(found.one, _after(before[-1:])), (found.two, _after(before) if len(before) > 1 else None)]
    for text, weight in texts:
        for counts, after in wanted:
            for name in after.names(text) if after else ():
                counts[name] = counts.get(name, 0.0) + weight
    return found


class _After(NamedTuple):
    """Finds what follows tokens.

    A pattern that begins with a plain character is searched for many times faster than one that begins with `\\b`, or
    with a choice; so there is a pattern a choice, and whether a word begins where it was found is asked afterwards.
    """

    patterns: tuple[re.Pattern[str], ...]
    is_word: bool

    def names(self, text: str) -> set[str]:
        """The names that follow the tokens in a text."""
        if not self.is_word:
            return {name for pattern in self.patterns for name in pattern.findall(text)}
        matches = (match for pattern in self.patterns for match in pattern.finditer(text))
        return {match[1] for match in matches if not _is_word(text[match.start() - 1 : match.start()])}


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _after(tokens: Sequence[str]) -> _After | None:
    if not tokens:
        return None
    first, *others = tokens
    beginnings = [r"\.", "->"] if first in MEMBER_TOKENS else [re.escape(first)]
    rest = [_MEMBER_PATTERN if token in MEMBER_TOKENS else re.escape(token) for token in others]
    patterns = [re.compile(r"\s*".join([beginning, *rest, r"([^\W\d]\w*)"])) for beginning in beginnings]
    return _After(tuple(patterns), _is_word(first[0]))
