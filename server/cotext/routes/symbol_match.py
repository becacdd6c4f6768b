"""How well does a definition's name answer what was typed? Pure functions."""

from __future__ import annotations

import re

from cotext.index.import_names import name_parts, plain_name
from cotext.index.terms import word_parts
from cotext.records import Definition

__all__ = ["EXACT", "EXACT_OTHER_CASE", "QualifiedName", "match_score", "parse_name"]

EXACT = 1.0
_EXACT_LAST_PART = 0.98
"""The name is the last part of a qualified one: "Router" of Phoenix.Router."""
EXACT_OTHER_CASE = 0.95
_PREFIX = 0.8
_HUMPS = 0.6
_SUB_WORDS = 0.5
_SUBSTRING = 0.35
_CLOSENESS = 0.1
"""At most so much more for a name that the query covers wholly: within one kind of match, the shorter name is meant."""
_WRONG_CONTAINER = 0.5

_SEPARATOR = re.compile(r"::|->|[.#/\\]")

QualifiedName = tuple[tuple[str, ...], str]


def parse_name(query: str) -> QualifiedName:
    """Containers, outermost first, and the name itself: "Parser::parse" is (("Parser",), "parse")."""
    *containers, name = [part.strip() for part in _SEPARATOR.split(query.strip()) if part.strip()] or [""]
    return tuple(containers), name.removesuffix("()")


def match_score(query: QualifiedName, definition: Definition) -> float:
    """0 for no match, else up to 1: exact, then prefix, then camel humps, then sub-words in any order, then a
    substring."""
    containers, wanted = query
    last = plain_name(definition.name)
    outer = name_parts(definition.name.removesuffix(last))
    score = _name_score(wanted, definition.name)
    if outer and score < _EXACT_LAST_PART:
        score = max(score, min(_name_score(wanted, last), _EXACT_LAST_PART))
    if score and containers:
        inside = [part.lower() for part in (*re.split(r"[.\s]", definition.container), *outer)]
        if any(container.lower() not in inside for container in containers):
            score *= _WRONG_CONTAINER
    return score


def _name_score(wanted: str, name: str) -> float:
    if not wanted or not name:
        return 0.0
    if wanted == name:
        return EXACT
    low, low_name = wanted.lower(), name.lower()
    if low == low_name:
        return EXACT_OTHER_CASE
    closeness = _CLOSENESS * min(1.0, len(wanted) / len(name))
    if low_name.startswith(low):
        return _PREFIX + closeness
    parts = word_parts(name)
    pieces = [piece for word in wanted.split() for piece in word_parts(word)]
    if " " not in wanted and _humps(low.replace("_", ""), parts):
        return _HUMPS + closeness
    if pieces and _covers(pieces, parts):
        return _SUB_WORDS + closeness
    return _SUBSTRING + closeness if len(low) >= 3 and low in low_name else 0.0


def _humps(typed: str, parts: list[str]) -> bool:
    """Whether the typed letters are beginnings of the name's parts, in order, the first part included."""
    if not parts or not typed or typed[0] != parts[0][:1]:
        return False
    reached = {0}  # how many typed letters can be used up so far
    for number, part in enumerate(parts):
        further = set(reached) if number else set()
        for used in reached:
            length = 0
            while used + length < len(typed) and length < len(part) and typed[used + length] == part[length]:
                length += 1
                further.add(used + length)
        reached = further
    return len(typed) in reached


def _covers(pieces: list[str], parts: list[str]) -> bool:
    """Whether each piece begins a part of its own."""
    free = list(parts)
    for piece in sorted(pieces, key=len, reverse=True):
        match = next((part for part in free if part.startswith(piece)), None)
        if match is None:
            return False
        free.remove(match)
    return True
