"""What is asked: which kind of question it is, its telling words, the names in it. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from cotext.chunking.languages import language_of_path
from cotext.index.terms import word_parts
from cotext.ranking.words import is_stop_word, stem

__all__ = ["Question", "QuestionKind", "Word", "is_name", "read_question"]

_NAME = re.compile(r"[\w$]+(?:(?:::|->|[.#])[\w$]+)*[?!]?(?:\(\))?")
_PATH = re.compile(r"[\w.@~+-]*(?:[\\/][\w.@~+-]+)+[\\/]?|[\w.@+-]+\.\w+")
_NAME_PARTS = re.compile(r"::|->|[.#]")
_WORD = re.compile(r"[\w$]+(?:(?:::|->|[.#])[\w$]+)*(?:\(\))?")
_MOST_WORDS = 24
_LONGEST = 1000
"""Characters that are read: who pastes a page asks no longer question, and expressions take long over it."""

_ABOUT = r"(?:for|of|that|which|covering|using|showing|how)"
_ASIDES = {
    "test": re.compile(
        rf"\b(?:tests?|specs?|test (?:cases?|files?|suite)) {_ABOUT}\b|^(?:tests?|specs?)\b|\bis\b.* tested\b"
        r"|\b(?:unit|integration|regression|end-to-end|e2e) tests?\b|\b(?:test )?fixtures?\b"
    ),
    "example": re.compile(
        rf"\b(?:examples?|samples?|demos?)\b(?: {_ABOUT}\b| usage|s?$)|^(?:examples?|samples?|demos?)\b"
    ),
    "benchmark": re.compile(r"\bbench(?:marks?|marking|es)?\b"),
    "documentation": re.compile(r"\b(?:documentation|docs|readme|changelog|guide|tutorial)\b"),
    "legacy": re.compile(r"\b(?:legacy|deprecated|backwards? compatib\w+)\b"),
    "types": re.compile(r"\b(?:type (?:stubs?|declarations?)|stubs?|typings)\b"),
    "vendored": re.compile(r"\b(?:vendored|third[- ]party|bundled)\b"),
    "generated": re.compile(r"\bgenerated\b"),
    "tooling": re.compile(r"\b(?:build|release|ci|continuous integration) (?:scripts?|tools?|tasks?|pipeline)\b"),
}
"""What a question says when it asks for what is else ranked down, by the name of the evidence. That a word like "test"
stands in it is not enough: half of the questions about a test framework have it."""


class QuestionKind(StrEnum):
    """What a question looks like: nothing but a name, a path, words, or words with names among them."""

    SYMBOL = "symbol"
    PATH = "path"
    PROSE = "prose"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Word:
    """A telling word of a question. `share`: how much of all that the question asks it is; all shares sum up to 1."""

    text: str
    stem: str
    share: float


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the ranking sees it.

    Attributes:
        text: as it was asked, the first 1,000 characters.
        kind: see `QuestionKind`.
        words: the telling words, in order.
        names: what looks like a name, in order; of a question of kind symbol the whole.
        asides: names of evidence ("test", "example", ...) that the question asks for.
    """

    text: str
    kind: QuestionKind
    words: tuple[Word, ...]
    names: tuple[str, ...]
    asides: frozenset[str]

    @property
    def table(self) -> str:
        """Which table of weights it is ranked by: "name" where there is nothing but a name, else "prose"."""
        return "name" if self.kind is QuestionKind.SYMBOL else "prose"


def is_name(text: str) -> bool:
    """Whether a query is nothing but a name: then its definition is wanted first."""
    return _NAME.fullmatch(text.strip()) is not None


def read_question(text: str, rarity: Callable[[str], float]) -> Question:
    """Read a question.

    Args:
        text: what was asked.
        rarity: of a lower-cased word in what is searched; at least 0.
    """
    text = text.strip()[:_LONGEST]
    kind = _kind(text)
    names: tuple[str, ...] = ()
    if kind is QuestionKind.SYMBOL:
        names = (text.removesuffix("()"),)
    elif kind is QuestionKind.PROSE and (names := tuple(filter(_is_compound, _WORD.findall(text)))):
        kind = QuestionKind.MIXED
    texts: dict[str, str] = {}
    for word in _WORD.findall(text):
        for part in word_parts(word):
            texts.setdefault(stem(part), part)
    telling = {key: part for key, part in texts.items() if not is_stop_word(part)} or texts
    kept = list(telling.items())[:_MOST_WORDS]
    rarities = [rarity(part) for _, part in kept]
    total = sum(rarities) or 1.0
    words = tuple(Word(part, key, rare / total) for (key, part), rare in zip(kept, rarities, strict=True))
    low = text.lower()
    asides = frozenset(aside for aside, asking in _ASIDES.items() if asking.search(low))
    return Question(text, kind, words, names, asides)


def _is_compound(word: str) -> bool:
    """Whether a word is one that prose does not write: joined names, a call, inner underscores or capitals."""
    bare = word.strip("_$")
    return (
        _NAME_PARTS.search(word) is not None
        or word.endswith("()")
        or "_" in bare
        or any(one.islower() and other.isupper() for one, other in pairwise(bare))
    )


def _kind(text: str) -> QuestionKind:
    if _PATH.fullmatch(text) and ("/" in text or "\\" in text or language_of_path(text) not in ("", "plaintext")):
        return QuestionKind.PATH
    return QuestionKind.SYMBOL if is_name(text) else QuestionKind.PROSE
