"""The definition route: definitions that are about to be used, scored by evidence.

Text near a cursor finds similar code; it seldom finds the definition of what is about to be typed. Names do: those of
the document, those that similar code uses, and the other names of the files that the document imports, uses or
resembles. Each definition of such a name is scored by what speaks for its name, its file and itself; the learned
weights are the table [definition] of `fusion/ranking_weights.toml`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cotext.index.definition_columns import DefinitionRows
from cotext.index.file_record import ORDINAL_BITS
from cotext.index.import_names import plain_name
from cotext.index.overlay import OPEN_FILE
from cotext.index.schema import Field
from cotext.routes.cursor_context import CursorContext
from cotext.routes.definition_evidence import EXPORTED_BY_CAPITALS, definition_evidence, reach_evidence
from cotext.routes.evidence_matrix import EvidenceMatrix
from cotext.routes.file_evidence import FileEvidence
from cotext.routes.import_paths import ImportWords
from cotext.routes.name_evidence import name_evidence
from cotext.routes.similar_names import SimilarNames
from cotext.routes.source import Candidate, Source

__all__ = ["MOST_FILES", "CursorQuestion", "DefinitionMatch", "definitions"]

MOST_FILES = 8
"""A name that more files define ("get", "run") says too little about which one is meant."""

_MOST_DEFINITIONS = 256
"""The same of definitions, several in one file and those of files that are not searched counted."""

_SHORTEST = 2
"""Letters of a name."""

_BY_NAME = 300
"""Definitions whose files are looked at, the best by what speaks for their names and themselves."""

_BY_USE = 200
"""Of these, the best, so many whose names are looked up among those that any code uses."""

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


class EvidenceTable(NamedTuple):
    """What speaks for some definitions: matrices, and for each of them which column is whose."""

    parts: Sequence[tuple[EvidenceMatrix, NDArray[np.int64]]]

    def of(self, row: int) -> dict[str, float]:
        """The evidence of one of them."""
        found: dict[str, float] = {}
        for matrix, columns in self.parts:
            found.update(matrix.of(int(columns[row])))
        return found


class DefinitionMatch(NamedTuple):
    """A definition that may be wanted.

    Attributes:
        score: sum of value x weight over the evidence.
        candidate: the chunk that holds its name.
        place: its place among the chunk's definitions.
        table, row: where its evidence stands.
    """

    score: float
    candidate: Candidate
    place: int
    table: EvidenceTable
    row: int

    @property
    def evidence(self) -> dict[str, float]:
        """What speaks for it."""
        return self.table.of(self.row)


def definitions(source: Source, question: CursorQuestion, depth: int) -> list[DefinitionMatch]:
    """The definitions most likely wanted, best first; equal scores in order of the candidate.

    Args:
        source: what to search, under filters.
        question: see `CursorQuestion`.
        depth: at most so many.
    """
    cursor, similar, weights = question.cursor, question.similar, question.weights
    of_files = _file_evidence(source, question)
    in_document = _distinct(cursor.occurrences)
    here = _defining(source, in_document)
    related = _related_files(source, question, of_files, here)
    beyond = (name for key in related for name in _names_of_file(source, key))
    others = _distinct([*similar.share, *similar.followers.one, *beyond], without=set(in_document))
    there = _defining(source, others)
    rows = DefinitionRows.joined([here, there._replace(names=there.names + len(in_document))])
    if not len(rows.names):
        return []
    names, rows = _renumbered([*in_document, *others], rows)
    about_names = name_evidence(names, _files_of_names(rows, len(names)), cursor, similar)
    about_rows = definition_evidence(rows, cursor)
    name_scores = about_names.weighed(weights)
    scores = name_scores[rows.names] + about_rows.weighed(weights)
    best = np.argsort(-scores, kind="stable")[:_BY_NAME]
    rows, scores = rows.take(best), scores[best]
    keys, file_of = np.unique(rows.numbers >> np.uint64(ORDINAL_BITS), return_inverse=True)
    files = [source.file_of_key(key) for key in keys.tolist()]
    about_files = of_files.of(files)
    by_capitals = np.array([file.language in EXPORTED_BY_CAPITALS for file in files], np.bool_)
    about_reach = reach_evidence(about_names.take(rows.names), about_files.take(file_of), by_capitals[file_of])
    scores = scores + about_files.weighed(weights)[file_of] + about_reach.weighed(weights)
    # What no code uses is told last, because looking a name up among all that is used takes longest.
    likely = np.argsort(-scores, kind="stable")[:_BY_USE]
    unused = _unused(source, names, rows.names[likely], about_names)
    about_names.set("unused", unused, 1.0)
    scores = scores + weights.get("unused", 0.0) * about_names["unused"][rows.names]
    order = likely[np.lexsort((rows.places[likely], rows.numbers[likely], -scores[likely]))][:depth]
    everything = np.arange(len(rows.names))
    table = EvidenceTable(
        ((about_names, rows.names), (about_files, file_of), (about_rows, best), (about_reach, everything))
    )
    return [
        DefinitionMatch(score, source.candidate(number), place, table, row)
        for score, number, place, row in zip(
            scores[order].tolist(),
            rows.numbers[order].tolist(),
            rows.places[order].tolist(),
            order.tolist(),
            strict=True,
        )
    ]


def _distinct(names: Iterable[str], without: set[str] | frozenset[str] = frozenset()) -> list[str]:
    return [name for name in dict.fromkeys(names) if len(name) >= _SHORTEST and name not in without]


def _defining(source: Source, names: Sequence[str]) -> DefinitionRows:
    """The definitions of names, in order of the names and of the chunks; none of a name that many files define."""
    rows = source.definition_rows(names, _MOST_DEFINITIONS)
    return rows.take(_files_of_names(rows, len(names))[rows.names] <= MOST_FILES)


def _files_of_names(rows: DefinitionRows, names: int) -> NDArray[np.int64]:
    """How many files define each name, (names,)."""
    files = rows.numbers >> np.uint64(ORDINAL_BITS)
    first = np.ones(len(files), np.bool_)
    first[1:] = (rows.names[1:] != rows.names[:-1]) | (files[1:] != files[:-1])
    counts: NDArray[np.int64] = np.bincount(rows.names[first], minlength=names)
    return counts


def _renumbered(names: Sequence[str], rows: DefinitionRows) -> tuple[list[str], DefinitionRows]:
    """The names that have definitions, and the definitions with these names' numbers."""
    there, numbers = np.unique(rows.names, return_inverse=True)
    return [names[number] for number in there.tolist()], rows._replace(names=numbers)


def _file_evidence(source: Source, question: CursorQuestion) -> FileEvidence:
    similar, recent = (
        {key: value for (number, key), value in files.items() if number == source.number}
        for files in (question.similar_files, question.recent_files)
    )
    own_path = question.own_paths.get(source.number, "")
    return FileEvidence(own_path, ImportWords(question.cursor.imports), similar, recent)


def _related_files(source: Source, question: CursorQuestion, evidence: FileEvidence, here: DefinitionRows) -> list[int]:
    """The keys of the files most related to the document: those like it, those that its imports name, those beside it,
    and those that define what it uses."""
    related = dict.fromkeys(key for number, key in question.similar_files if number == source.number)
    words = ImportWords(question.cursor.imports).words
    related.update(dict.fromkeys(source.files_called(words)))
    if own_path := question.own_paths.get(source.number, ""):
        related.update(dict.fromkeys(source.files_beside(own_path)[:_SIBLINGS]))
    related.update(dict.fromkeys(_most_used(here)))
    keys = list(related)
    scores = evidence.of([source.file_of_key(key) for key in keys]).weighed(question.weights)
    return [keys[place] for place in np.argsort(-scores, kind="stable")[:_RELATED_FILES].tolist()]


def _most_used(here: DefinitionRows) -> list[int]:
    """The files of which the document uses most names, a name that several files define divided among them."""
    used: dict[int, float] = {}
    pairs = dict.fromkeys(zip(here.names.tolist(), (here.numbers >> np.uint64(ORDINAL_BITS)).tolist(), strict=True))
    counts = _files_of_names(here, int(here.names.max(initial=-1)) + 1).tolist()
    for name, file in pairs:
        used[file] = used.get(file, 0.0) + 1 / counts[name]
    return heapq.nlargest(_USED_FILES, used, key=used.__getitem__)


def _names_of_file(source: Source, key: int) -> tuple[str, ...]:
    """The names that a file defines, as code writes them; kept with the index, but for open documents."""
    kept: dict[int, tuple[str, ...]] = source.kept("plain names", dict)
    names = kept.get(key)
    if names is None:
        names = tuple(plain_name(name) for name, _ in source.file_of_key(key).names[:_NAMES_OF_FILE])
        if not key & OPEN_FILE:
            if len(kept) >= _MOST_KEPT:
                kept.clear()
            kept[key] = names
    return names


def _unused(source: Source, names: Sequence[str], likely: NDArray[np.int64], about: EvidenceMatrix) -> list[int]:
    """Of the names of likely definitions, those that neither the document nor similar code nor the index uses."""
    snapshot = source.snapshot
    if snapshot is None:
        return []
    told = (about["in_document"] > 0) | (about["similar"] > 0)
    asked = np.unique(likely[~told[likely]]).tolist()
    return [number for number in asked if not snapshot.doc_freq(Field.REFERENCE, names[number])]
