"""The definition route: definitions that are about to be used, scored by evidence.

Text near a cursor finds similar code; it seldom finds the definition of what is about to be typed. Names do: those of
the document, those that similar code uses, and the other names of the files that the document imports, uses or
resembles. Each definition of such a name is scored by the evidence of `definition_evidence`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from cotext.index.import_names import plain_name
from cotext.index.schema import Field
from cotext.index.stored import FlatDefinition
from cotext.routes.cursor_context import CursorContext
from cotext.routes.definition_evidence import (
    Evidence,
    definition_evidence,
    file_evidence,
    name_evidence,
    weigh,
)
from cotext.routes.import_paths import ImportWords
from cotext.routes.similar_names import SimilarNames
from cotext.routes.source import Candidate, Source

__all__ = ["MOST_DEFINERS", "CursorQuestion", "DefinitionMatch", "definitions"]

MOST_DEFINERS = 8
"""A name that more files define ("get", "run") says too little about which one is meant."""

_MOST_DEFINITIONS = 64
"""The same of definitions, several in one file counted; it spares a look at each."""

_SHORTEST_NAME = 2
_CONSIDERED = 160
"""Definitions whose own evidence is looked at, the best by the evidence of name and file."""

_RELATED_FILES = 12
_NAMES_OF_FILE = 60
"""Files all of whose names are candidates, and the most names of one."""


@dataclass(frozen=True, slots=True)
class CursorQuestion:
    """What is asked of the route.

    Attributes:
        cursor: what stands around the cursor.
        similar: names in code like it.
        similar_files: files of that code, each with how near its best chunk stands to the top, 0 to 1.
        own_paths: for each source's number, the document's relative path there; "" where it lies outside.
        weights: the table [definition].
    """

    cursor: CursorContext
    similar: SimilarNames
    similar_files: Mapping[tuple[int, int], float]
    own_paths: Mapping[int, str]
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
    definers: tuple[Candidate, ...]
    files: int
    rarity: float
    evidence: Evidence
    score: float


@dataclass(slots=True)
class _File:
    path: str
    evidence: Evidence
    score: float
    used: float = 0.0


@dataclass(slots=True)
class _Search:
    """The state of one run over one source."""

    source: Source
    question: CursorQuestion
    imports: ImportWords
    names: dict[str, _Name | None] = field(default_factory=dict)
    files: dict[int, _File] = field(default_factory=dict)
    members_used: dict[tuple[int, str], float] = field(default_factory=dict)


def definitions(source: Source, question: CursorQuestion, depth: int) -> list[DefinitionMatch]:
    """The definitions most likely wanted, best first; equal scores in order of path and line.

    Args:
        source: what to search, under filters.
        question: see `CursorQuestion`.
        depth: at most so many.
    """
    search = _Search(source, question, ImportWords(question.cursor.imports))
    known = dict.fromkeys([*question.cursor.occurrences, *question.similar.share, *question.similar.followers.one])
    named = [(name, one) for name in known if (one := _name(search, name)) is not None]
    _note_use(search, named)
    pairs = {(candidate, name): one for name, one in named for candidate in one.definers}
    for candidate, name in _other_names(search):
        if (candidate, name) not in pairs and (other := _name(search, name)) is not None:
            pairs[candidate, name] = other
    used = question.weights.get("used_file", 0.0)

    def worth(pair: tuple[tuple[Candidate, str], _Name]) -> float:
        file = _file(search, pair[0][0])
        return pair[1].score + file.score + used * math.log1p(file.used)

    matches = [
        match
        for (candidate, name), one in sorted(pairs.items(), key=worth, reverse=True)[:_CONSIDERED]
        for match in _matches(search, candidate, name, one)
    ]
    matches.sort(key=lambda match: (-match.score, search.files[match.candidate.file].path, match.definition[3]))
    return matches[:depth]


def _name(search: _Search, name: str) -> _Name | None:
    """What is known of a name; None for one that nothing here defines, or too much."""
    if name in search.names:
        return search.names[name]
    found = None
    source = search.source
    definers = source.defining(name, most=_MOST_DEFINITIONS) if len(name) >= _SHORTEST_NAME else ()
    files = len({candidate.file for candidate in definers})
    if 0 < files <= MOST_DEFINERS:
        snapshot = source.snapshot
        chunks = snapshot.searcher.num_docs if snapshot else 0
        users = snapshot.doc_freq(Field.REFERENCE, name) if snapshot else 0
        question = search.question
        evidence = name_evidence(name, question.cursor, question.similar, users, chunks, files)
        rarity = math.log(1 + chunks / (1 + users)) / files
        found = _Name(tuple(definers), files, rarity, evidence, weigh(evidence, question.weights))
    search.names[name] = found
    return found


def _file(search: _Search, candidate: Candidate) -> _File:
    known = search.files.get(candidate.file)
    if known is None:
        entry = search.source.file(candidate)
        question = search.question
        similar = question.similar_files.get((candidate.source, candidate.file), 0.0)
        own_path = question.own_paths.get(candidate.source, "")
        evidence = file_evidence(entry.path, own_path, search.imports, similar, bool(entry.quality))
        known = search.files[candidate.file] = _File(entry.path, evidence, weigh(evidence, question.weights))
    return known


def _note_use(search: _Search, named: Iterable[tuple[str, _Name]]) -> None:
    """Count, for each file and each container, what of it the document uses."""
    for name, one in named:
        if name not in search.question.cursor.occurrences:
            continue
        for candidate in {candidate.file: candidate for candidate in one.definers}.values():
            _file(search, candidate).used += one.rarity
        for candidate in one.definers:
            for definition in _defining(search, candidate, name):
                if definition[2]:
                    key = (candidate.file, str(definition[2]))
                    search.members_used[key] = search.members_used.get(key, 0.0) + one.rarity


def _defining(search: _Search, candidate: Candidate, name: str) -> Iterator[FlatDefinition]:
    for definition in search.source.stored(candidate).flat_definitions:
        written = str(definition[0])
        if written == name or (written.endswith(name) and plain_name(written) == name):
            yield definition


def _other_names(search: _Search) -> Iterator[tuple[Candidate, str]]:
    """Names of the files most related to the document."""
    source, question = search.source, search.question
    related = [source.candidate_of_file(key) for number, key in question.similar_files if number == source.number]
    related += source.files_called(search.imports.words)
    if own_path := question.own_paths.get(source.number):
        related += source.files_beside(own_path)
    for candidate in related:
        _file(search, candidate)
    used = question.weights.get("used_file", 0.0)
    best = heapq.nlargest(
        _RELATED_FILES, search.files.items(), key=lambda item: item[1].score + used * math.log1p(item[1].used)
    )
    for key, _ in best:
        entry = source.file(source.candidate_of_file(key))
        for name, chunk in entry.names[:_NAMES_OF_FILE]:
            yield Candidate(source.number, key, chunk), plain_name(name)


def _matches(search: _Search, candidate: Candidate, name: str, one: _Name) -> Iterator[DefinitionMatch]:
    question, file = search.question, search.files[candidate.file]
    in_document = name in question.cursor.occurrences
    own = one.rarity if in_document else 0.0
    for definition in _defining(search, candidate, name):
        container = str(definition[2])
        evidence = definition_evidence(
            int(definition[1]),
            container,
            question.cursor,
            in_document=in_document,
            file_used=file.used - own,
            members_used=search.members_used.get((candidate.file, container), 0.0) - own,
            file=file.evidence,
        )
        score = one.score + file.score + weigh(evidence, question.weights)
        yield DefinitionMatch(score, candidate, definition, {**one.evidence, **file.evidence, **evidence})
