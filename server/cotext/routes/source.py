"""What a route searches: one folder's index and the open, changed documents over it; and what names a candidate."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import tantivy
from numpy.typing import NDArray

from cotext.index.definition_columns import DefinitionCollector, DefinitionRows
from cotext.index.file_entry import FileEntry
from cotext.index.file_record import MOST_CHUNKS, ORDINAL_BITS
from cotext.index.file_table import FileTable
from cotext.index.name_columns import hashes_of_names
from cotext.index.overlay import OPEN_FILE, Overlay, OverlayChunk
from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.index.stored import StoredChunk
from cotext.routes.filter_clauses import filter_clauses
from cotext.routes.filters import Filters, accepted_chunks, accepted_files

__all__ = ["Candidate", "Filters", "RankedList", "Source"]


class Candidate(NamedTuple):
    """A chunk: the number of its source, the key of its file and its ordinal there.

    It is the same however often and in whatever order the index was written, and so is the order of candidates. Open
    documents have keys of their own (`overlay.OPEN_FILE`).
    """

    source: int
    file: int
    chunk: int


T = TypeVar("T")

RankedList = list[tuple[Candidate, float]]
"""Candidates with their scores, best first; equal scores in order of the candidate."""

_SPARE = 16
"""So many more hits than are wanted tell whether the last ones are equals of others."""

_MOST_EQUALS = 16
"""So many times the wanted number of hits is looked at for equals, no more: every chunk can be one."""

_DIGITS = 4
"""Decimals of a score: the sum of the same 32-bit numbers in another order differs in the fifth."""


class Source:
    """One folder as it is searched during one request.

    Args:
        number: the source's number in `Candidate`.
        folder: the workspace folder.
        snapshot: the index's last commit; None while there is none.
        overlay: open, changed documents.
        filters: of the request.
    """

    def __init__(
        self, number: int, folder: Path, snapshot: IndexSnapshot | None, overlay: Overlay, filters: Filters
    ) -> None:
        self.number, self.folder, self.snapshot, self.filters = number, folder, snapshot, filters
        self.hidden = overlay.hidden
        self._open_files = {file.key: file for file in overlay.files}

    def with_filters(self, filters: Filters) -> Source:
        """The same source under other filters."""
        overlay = Overlay(tuple(self._open_files.values()), self.hidden)
        return Source(self.number, self.folder, self.snapshot, overlay, filters)

    @cached_property
    def overlay(self) -> list[tuple[Candidate, OverlayChunk]]:
        """The chunks of open, changed documents that pass the filters."""
        return [
            (Candidate(self.number, key, ordinal), one)
            for key, file in self._open_files.items()
            for ordinal, one in enumerate(file.parts)
            if self.filters.accepts(one)
        ]

    def search(self, query: tantivy.Query, depth: int) -> list[tuple[Candidate, float]]:
        """The index's best `depth` chunks for a query, under the filters, best first; equals in order of the
        candidate."""
        if self.snapshot is None:
            return []
        searcher, filtered = self.snapshot.searcher, self._filtered(query)
        asked = depth + _SPARE
        while True:
            hits = searcher.search(filtered, asked, count=False).hits
            scores = [round(score, _DIGITS) for score, _ in hits]
            # Tantivy cuts a row of equals by where they happen to stand in the index.
            if len(hits) < asked or scores[-1] < scores[depth - 1] or asked > _MOST_EQUALS * depth:
                break
            asked *= 2
        numbers = searcher.fast_field_values(Field.CHUNK, [address for _, address in hits])
        found = [(self.candidate(int(number or 0)), score) for number, score in zip(numbers, scores, strict=True)]
        found.sort(key=_best_first)
        return found[:depth]

    def candidate(self, number: int) -> Candidate:
        """The candidate for a chunk's number in the index (`schema.Field.CHUNK`)."""
        return Candidate(self.number, number >> ORDINAL_BITS, number & MOST_CHUNKS - 1)

    def file(self, candidate: Candidate) -> FileEntry:
        """The file of a candidate of this source, an open document's too. Raises KeyError."""
        return self.file_of_key(candidate.file)

    def file_of_key(self, key: int) -> FileEntry:
        """The file with a key, an open document's too. Raises KeyError."""
        if key & OPEN_FILE:
            return self._open_files[key]
        assert self.snapshot is not None, "a key of the index comes from a snapshot"
        return self.snapshot.files[key]

    def key_of(self, path: str) -> int | None:
        """The key of the file with a relative path, an open document's first; None where there is none."""
        opened = next((key for key, file in self._open_files.items() if file.path == path), None)
        if opened is not None or self.snapshot is None:
            return opened
        file = self.snapshot.files.of_path(path)
        return file.key if file is not None and not file.skipped else None

    def is_open(self, candidate: Candidate) -> bool:
        """Whether a candidate is of an open, changed document."""
        return bool(candidate.file & OPEN_FILE)

    def stored(self, candidate: Candidate) -> StoredChunk:
        """The record of a candidate of this source."""
        return self.file(candidate).chunks[candidate.chunk]

    def defining(self, name: str) -> list[Candidate]:
        """Every chunk that defines a name, as it is written or as the last part of a qualified one, in order, under the
        filters. Case counts."""
        return list(map(self.candidate, dict.fromkeys(self.definition_rows([name]).numbers.tolist())))

    def definition_rows(self, names: Sequence[str], most: int = MOST_CHUNKS) -> DefinitionRows:
        """The definitions of some names under the filters, in order of the names, each name's in order of its chunks.

        Args:
            names: as code writes them.
            most: a name that the index, or one open document, defines more often has no definition there.
        """
        hashes = hashes_of_names(names)
        parts = [file.definitions.rows(hashes, most) for file in self._open_files.values()]
        if parts:
            opened = DefinitionRows.joined(parts)
            numbers = [candidate.file << ORDINAL_BITS | candidate.chunk for candidate, _ in self.overlay]
            parts = [opened.take(np.isin(opened.numbers, np.array(numbers, np.uint64)))]
        if self.snapshot is not None:
            parts.append(self._passing(self._files.definitions.rows(hashes, most)))
        if len(parts) == 1:
            return parts[0]
        rows = DefinitionRows.joined([DefinitionCollector().columns().rows(hashes[:0], most), *parts])
        return rows.take(np.lexsort((rows.places, rows.numbers, rows.names)))

    def _passing(self, rows: DefinitionRows) -> DefinitionRows:
        files = self._files
        rows = rows.take(self.accepted_files[files.keys.searchsorted(rows.numbers >> np.uint64(ORDINAL_BITS))])
        return rows.take(accepted_chunks(files, self.filters)[files.chunks.numbers.searchsorted(rows.numbers)])

    def files_called(self, words: Iterable[str]) -> list[int]:
        """The keys of the files that an import calls by one of some words (`import_name`), under the filters."""
        return self._of_files(lambda files: (key for word in words for key in files.called(word)))

    def files_beside(self, path: str) -> list[int]:
        """The keys of the files in the folder of a path, under the filters."""
        return self._of_files(lambda files: files.in_folder(path.rpartition("/")[0]))

    def _of_files(self, keys: Callable[[FileTable], Iterable[int]]) -> list[int]:
        if self.snapshot is None:
            return []
        wanted = sorted(set(keys(self.snapshot.files)))
        accepted, every = self.accepted_files, self.snapshot.files.keys.data
        return [key for key in wanted if accepted[bisect_left(every, key)]]

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """What `make` gives, made once for this commit and these filters, mostly; the excluded paths, which change with
        the document that is asked for, and open documents must have no part in it."""
        if self.snapshot is None:
            return make()
        filters = replace(self.filters, excluded_paths=frozenset())
        return self._files.kept((name, self.number, filters), make)

    @cached_property
    def accepted_files(self) -> NDArray[np.bool_]:
        """For each file of the table (`FileTable.ordered`) whether its chunks can pass the filters."""
        return _without(
            self._files, accepted_files(self._files, self.filters), self.hidden | self.filters.excluded_paths
        )

    @cached_property
    def accepted_chunks(self) -> NDArray[np.bool_]:
        """For each chunk of the table (`FileTable.chunks`) whether it passes the filters."""
        return self.accepted_files[self._files.chunk_files] & accepted_chunks(self._files, self.filters)

    @property
    def _files(self) -> FileTable:
        assert self.snapshot is not None, "asked of an index that is there"
        return self.snapshot.files

    def _filtered(self, query: tantivy.Query) -> tantivy.Query:
        clauses = self._clauses
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *clauses]) if clauses else query

    @cached_property
    def _clauses(self) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        if self.snapshot is None:
            return []
        return filter_clauses(self.snapshot, self.filters, self.hidden)


def _best_first(pair: tuple[Candidate, float]) -> tuple[float, Candidate]:
    return -pair[1], pair[0]


def _without(files: FileTable, accepted: NDArray[np.bool_], paths: Iterable[str]) -> NDArray[np.bool_]:
    left = accepted.copy()
    for path in paths:
        file = files.of_path(path)
        if file is not None and not file.skipped:
            left[files.keys.searchsorted(np.uint64(file.key))] = False
    return left
