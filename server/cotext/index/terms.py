"""Keyword terms: what of a text the inverted index knows.

A word is a run of letters, digits and underscores in any script, with the marks that combine with them. However it is
typed, it is the same word: full-width letters, ligatures and separate accents are brought into one form (NFKC, Unicode
Standard Annex 15), and case is folded, not merely lowered ("STRASSE" is "straße"; the Turkish dotted capital I keeps
its dot). It gives its whole folded form and, where it is compound, its parts: "parseHTTPHeader_v2" gives
"parsehttpheader_v2", "parse", "http", "header", "v", "2". Runs of Chinese, Japanese and Korean text, which has no
spaces, give their bigrams.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

__all__ = [
    "MAXIMUM_TERM_LENGTH",
    "distinct",
    "initials",
    "keyword_term_text",
    "keyword_terms",
    "weighted_query_terms",
    "word_parts",
]

MAXIMUM_TERM_LENGTH = 64
"""Longer words (encoded data, hashes) are left out: nobody types them, and they bloat the dictionary."""

_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_ASCII_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_WHOLE = 4.0
_CACHE_LIMIT = 400_000
_MAY_BE_MARKS = range(0x300, 0x10000)
"""Code points among which Unicode has its combining marks; beyond are those of ancient scripts, which make
`re` slow."""


def word_parts(word: str) -> list[str]:
    """The case-folded parts of an identifier, in order; one part for a plain word."""
    if word.isascii():
        return [part.lower() for part in _ASCII_PART.findall(word)]
    runs = [run for whole in _unicode_word().findall(_one_form(word)) for run in whole.split("_") if run]
    return [part for run in runs for part in _unicode_parts(run)]


def initials(word: str) -> str:
    """The first letters of an identifier's parts: "pc" for parseConfig, parse_config and ParseConfig."""
    return "".join(part[0] for part in word_parts(word))


@cache
def _unicode_word() -> re.Pattern[str]:
    """A word in any script. Python's `\\w` lacks the marks that write vowels in many scripts, and separate accents."""
    marks = "".join(one for one in map(chr, _MAY_BE_MARKS) if _is_mark(one))
    return re.compile(f"\\w+(?:[{marks}]+\\w*)*")


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _unicode_parts(run: str) -> list[str]:
    """Split at changes between lower and upper case, letters and digits, and CJK runs, in any script."""
    parts: list[str] = []
    start = 0
    for position in range(1, len(run) + 1):
        if position < len(run) and not _boundary(run, position):
            continue
        part = run[start:position]
        if _CJK.fullmatch(part) and len(part) > 2:
            parts += [part[i : i + 2] for i in range(len(part) - 1)]
        else:
            parts.append(part.casefold())
        start = position
    return parts


def _boundary(run: str, position: int) -> bool:
    before, after = run[position - 1], run[position]
    if _is_mark(after):
        return False
    if bool(_CJK.match(before)) != bool(_CJK.match(after)) or before.isdigit() != after.isdigit():
        return True
    if after.isupper():
        return before.islower() or (before.isupper() and position + 1 < len(run) and run[position + 1].islower())
    return False


class _TermsOfWord(dict[str, str]):
    """Word -> its terms, joined by spaces; identifiers repeat so much in code that this is nearly all of the speed."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        parts = word_parts(word)
        whole = word.casefold()
        terms = parts if parts == [whole] else [whole, *parts]
        joined = " ".join(term for term in terms if term and len(term) <= MAXIMUM_TERM_LENGTH)
        self[word] = joined
        return joined


_TERMS = _TermsOfWord()


def keyword_term_text(text: str) -> str:
    """The terms of a text, joined by spaces, repeated as often as they occur: what a whitespace tokenizer reads."""
    return " ".join(map(_TERMS.__getitem__, _words(text)))


def _words(text: str) -> list[str]:
    return _ASCII_WORD.findall(text) if text.isascii() else _unicode_word().findall(_one_form(text))


def _one_form(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def keyword_terms(text: str) -> list[str]:
    """The terms of a text, in order and with repetitions."""
    return keyword_term_text(text).split()


def weighted_query_terms(text: str, most: int) -> list[tuple[str, float]]:
    """The distinct terms of a query, each with its weight, in order of first use; the first `most` of them.

    Of a compound identifier the whole counts four times and the parts one together: who asks for `push_all_files`
    wants the
    place that has it, before all those where many files are pushed.
    """
    weights: dict[str, float] = {}
    for word in _words(text):
        terms = _TERMS[word].split()
        parts = terms[1:] if len(terms) > 1 and terms[0] == word.casefold() else []
        for term in terms:
            weight = 1.0 if not parts else _WHOLE if term not in parts else 1 / len(parts)
            weights[term] = max(weight, weights.get(term, 0.0))
    return list(weights.items())[:most]


def distinct(terms: Iterable[str]) -> list[str]:
    """Each term once, in order of first use."""
    return list(dict.fromkeys(terms))
