"""The definition route: definitions that are about to be used, scored by evidence.

Text near a cursor finds similar code; it seldom finds the definition of what is about to be typed. Names do: those of
the document, those that similar code uses, and the other names of the files that the document imports, uses or
resembles. Each definition of such a name is scored by the evidence of `definition_evidence`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from cotext.index.import_names import plain_name
from cotext.index.stored import FlatDefinition
from cotext.routes.cursor_context import CursorContext
from cotext.routes.defined_names import DefinedName, DefinedNames
from cotext.routes.definition_evidence import (
    Evidence,
    definition_evidence,
    file_evidence,
    is_exported,
    name_evidence,
    weigh,
)
from cotext.routes.import_paths import ImportWords
from cotext.routes.similar_names import SimilarNames
from cotext.routes.source import Candidate, Source

__all__ = ["CursorQuestion", "DefinitionMatch", "definitions"]

_BY_NAME = 400
"""Definitions whose files are looked at, the best by the evidence of their names."""

_CONSIDERED = 160
"""Definitions whose own evidence is looked at, the best by the evidence of name and file."""

_RELATED_FILES = 12
_NAMES_OF_FILE = 60
"""Files all of whose names are candidates, and the most names of one."""

_USED_FILES, _SIBLINGS = 40, 40
"""Of the files that define what the document uses, and of those beside it, so many can be such files."""

_MOST_KEPT = 5000
"""Files whose names are kept."""


@dataclass(frozen=True, slots=True)
class CursorQuestion:
    """What is asked of the route.

    Attributes:
        cursor: what stands around the cursor.
        similar: names in code like it.
        similar_files: files of that code, each with how near its best chunk stands to the top, 0 to 1.
        own_paths: for each source's number, the document's relative path there; "" where it lies outside.
        recent_files: files that the user works on, each with how recently, 0 to 1.
        weights: the table [definition].
    """

    cursor: CursorContext
    similar: SimilarNames
    similar_files: Mapping[tuple[int, int], float]
    own_paths: Mapping[int, str]
    recent_files: Mapping[tuple[int, int], float]
    weights: Mapping[str, float]


class DefinitionMatch(NamedTuple):
    """A definition that may be wanted.

    Attributes:
        score: sum of value x weight over the evidence.
        candidate: the chunk that holds its name.
        definition: see `FlatDefinition`.
        evidence: what speaks for it.
    """

    score: float
    candidate: Candidate
    definition: FlatDefinition
    evidence: Evidence


@dataclass(slots=True)
class _Name:
    defined: DefinedName
    evidence: Evidence
    score: float


@dataclass(slots=True)
class _File:
    path: str
    evidence: Evidence
    score: float


class _Search:
    """The state of one run over one source."""

    def __init__(self, source: Source, question: CursorQuestion) -> None:
        self.source, self.question = source, question
        self.imports = ImportWords(question.cursor.imports)
        self.own_path = question.own_paths.get(source.number, "")
        self.defined = DefinedNames(source)
        self.names: dict[str, _Name | None] = {}
        self.files: dict[int, _File] = {}
        self.used: dict[int, float] = {}
        self.members_used: dict[tuple[int, str], float] = {}
        self._used_weight = question.weights.get("used_file", 0.0)

    def name(self, name: str) -> _Name | None:
        """What speaks for a name; None for one that nothing here defines, or too much."""
        if name in self.names:
            return self.names[name]
        found, defined = None, self.defined.get(name)
        if defined is not None:
            evidence = {**defined.traits, **name_evidence(name, self.question.cursor, self.question.similar)}
            found = _Name(defined, evidence, weigh(evidence, self.question.weights))
        self.names[name] = found
        return found

    def file(self, key: int) -> _File:
        """What speaks for a file."""
        known = self.files.get(key)
        if known is None:
            entry = self.source.file(self.source.candidate_of_file(key))
            similar = self.question.similar_files.get((self.source.number, key), 0.0)
            recent = self.question.recent_files.get((self.source.number, key), 0.0)
            evidence = file_evidence(entry.path, self.own_path, self.imports, similar, recent, bool(entry.quality))
            known = self.files[key] = _File(entry.path, evidence, weigh(evidence, self.question.weights))
        return known

    def worth_of_file(self, key: int) -> float:
        """The score of a file, what the document uses of it counted."""
        return self.file(key).score + self._used_weight * math.log1p(self.used.get(key, 0.0))

    def names_of_file(self, key: int) -> tuple[str, ...]:
        """The names that a file defines, as code writes them; kept with the index, but for open documents."""
        kept: dict[int, tuple[str, ...]] = self.source.kept("plain names", dict)
        names = kept.get(key)
        if names is None:
            candidate = self.source.candidate_of_file(key)
            names = tuple(plain_name(name) for name, _ in self.source.file(candidate).names[:_NAMES_OF_FILE])
            if not self.source.is_open(candidate):
                if len(kept) >= _MOST_KEPT:
                    kept.clear()
                kept[key] = names
        return names


def definitions(source: Source, question: CursorQuestion, depth: int) -> list[DefinitionMatch]:
    """The definitions most likely wanted, best first; equal scores in order of path and line.

    Args:
        source: what to search, under filters.
        question: see `CursorQuestion`.
        depth: at most so many.
    """
    search = _Search(source, question)
    known = dict.fromkeys([*question.cursor.occurrences, *question.similar.share, *question.similar.followers.one])
    named = {name: one for name in known if (one := search.name(name)) is not None}
    _note_use(search, named)
    for name in _other_names(search):
        if name not in named and (other := search.name(name)) is not None:
            named[name] = other
    likely = sorted(named.items(), key=lambda item: -item[1].score)
    every = (
        (one, name, candidate, definition) for name, one in likely for candidate, definition in one.defined.definitions
    )
    found = [
        (one.score + search.worth_of_file(candidate.file), name, one, candidate, definition)
        for one, name, candidate, definition in islice(every, _BY_NAME)
    ]
    found.sort(key=_first, reverse=True)
    matches = [_match(search, *one[1:]) for one in found[:_CONSIDERED]]
    matches.sort(key=lambda match: (-match.score, search.files[match.candidate.file].path, match.definition[3]))
    return matches[:depth]


def _first(found: tuple[float, str, _Name, Candidate, FlatDefinition]) -> float:
    return found[0]


def _note_use(search: _Search, named: Mapping[str, _Name]) -> None:
    """Count, for each file and each container, what of it the document uses."""
    used = search.members_used
    for name, one in named.items():
        if name not in search.question.cursor.occurrences:
            continue
        rarity = one.defined.rarity
        for key in {candidate.file for candidate, _ in one.defined.definitions}:
            search.used[key] = search.used.get(key, 0.0) + rarity
        for candidate, definition in one.defined.definitions:
            if definition[2]:
                member = (candidate.file, str(definition[2]))
                used[member] = used.get(member, 0.0) + rarity


def _other_names(search: _Search) -> Iterator[str]:
    """Names of the files most related to the document."""
    source, question = search.source, search.question
    related = dict.fromkeys(key for number, key in question.similar_files if number == source.number)
    related.update(dict.fromkeys(candidate.file for candidate in source.files_called(search.imports.words)))
    if search.own_path:
        related.update(dict.fromkeys(candidate.file for candidate in source.files_beside(search.own_path)[:_SIBLINGS]))
    related.update(dict.fromkeys(heapq.nlargest(_USED_FILES, search.used, key=search.used.__getitem__)))
    for key in heapq.nlargest(_RELATED_FILES, related, key=search.worth_of_file):
        yield from search.names_of_file(key)


def _match(search: _Search, name: str, one: _Name, candidate: Candidate, definition: FlatDefinition) -> DefinitionMatch:
    question, file = search.question, search.files[candidate.file]
    in_document = name in question.cursor.occurrences
    own = one.defined.rarity if in_document else 0.0
    container = str(definition[2])
    evidence = definition_evidence(
        int(definition[1]),
        container,
        question.cursor,
        in_document=in_document,
        file_used=search.used.get(candidate.file, 0.0) - own,
        members_used=search.members_used.get((candidate.file, container), 0.0) - own,
        file=file.evidence,
        exported=is_exported(name, file.path),
    )
    score = one.score + file.score + weigh(evidence, question.weights)
    return DefinitionMatch(score, candidate, definition, {**one.evidence, **file.evidence, **evidence})
