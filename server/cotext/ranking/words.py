"""Words of questions and of names, so that those of one family meet: "routing" and "routes", "config" and
"configuration"."""

from __future__ import annotations

from functools import lru_cache

from cotext.index.terms import word_parts

__all__ = ["is_stop_word", "same_family", "stem", "stems_of_name"]

_ENDINGS_TEXT = """
s es ies e y ry ed er ers or ors ing ings ion ions ation ations ization izations ize izer izers izes ized izing able
ible al ally ly ment ments ness ance ence ive ity
"""
_ENDINGS = sorted(_ENDINGS_TEXT.split(), key=len, reverse=True)
_SHORTEST_STEM = 4
_SHORTEST_BEGINNING = 3

_STOP_WORDS_TEXT = """
a an and any are as at be been being between but by can could did do does each every for from had has have how i if in
into is it its itself may me my no not of on onto or our should so such than that the their them then there these they
this those to up upon us use used uses using via was we were what when where whether which while who whose why will with
within without would you your code file files implemented implementation implements
"""
_STOP_WORDS = frozenset(_STOP_WORDS_TEXT.split())
"""English words of questions that name nothing, and what every question of code is about."""


def is_stop_word(word: str) -> bool:
    """Whether a lower-cased word says nothing of what is looked for."""
    return word in _STOP_WORDS


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """A lower-cased word without its English endings, at least four letters long: "registered", "registry" -> "regist".

    Cruder than a real stemmer (Porter, 1980): names are made of short forms that no dictionary knows, and both sides
    go through the same function.
    """
    while True:
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
                word = word[: -len(ending)]
                break
        else:
            return word


def same_family(one: str, other: str) -> bool:
    """Whether two lower-cased words have one stem, or the shorter one begins the other ("auth", "authentication")."""
    if one == other or stem(one) == stem(other):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_BEGINNING and long.startswith(short)


@lru_cache(maxsize=200_000)
def stems_of_name(name: str) -> frozenset[str]:
    """The stems of an identifier's parts."""
    return frozenset(map(stem, word_parts(name)))
