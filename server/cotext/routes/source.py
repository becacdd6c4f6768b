"""What a route searches: one folder's index and the open, changed documents over it; and what names a candidate."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import tantivy
from numpy.typing import NDArray

from cotext.index.file_entry import FileEntry
from cotext.index.file_record import MOST_CHUNKS, ORDINAL_BITS
from cotext.index.file_table import FileTable
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

_KEPT_NAMES = 100_000

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
        if self.is_open(candidate):
            return self._open_files[candidate.file]
        assert self.snapshot is not None, "a candidate of the index comes from a snapshot"
        return self.snapshot.files[candidate.file]

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

    def candidate_of_file(self, key: int) -> Candidate:
        """The first chunk of a file."""
        return Candidate(self.number, key, 0)

    def defining(self, name: str, *, filtered: bool = True) -> list[Candidate]:
        """Every chunk that defines a name, as it is written or as the last part of a qualified one, in order.

        Args:
            name: case counts.
            filtered: under the filters; without them, hidden documents are still replaced by the open ones.
        """
        known: Iterable[Candidate] = ()
        if self.snapshot is not None:
            known = self.defining_in_index(name) if filtered else self._candidates(self._files.definer_numbers(name))
        without = self.excluded_files if filtered else self._hidden_files
        indexed = [candidate for candidate in known if candidate.file not in without]
        return indexed + self.defining_in_open(name, filtered=filtered)

    def defining_in_open(self, name: str, *, filtered: bool = True) -> list[Candidate]:
        """The chunks of open, changed documents that define a name, under the filters or without them."""
        return [
            Candidate(self.number, key, ordinal)
            for key, file in self._open_files.items()
            for ordinal in file.definers.get(name, ())
            if not filtered or self.filters.accepts(file.parts[ordinal])
        ]

    def open_names(self) -> set[str]:
        """The names that open, changed documents define, as `defining_in_open` knows them."""
        return {name for file in self._open_files.values() for name in file.definers}

    def files_called(self, words: Iterable[str]) -> list[Candidate]:
        """The first chunk of each file that an import calls by one of some words (`import_name`), under the filters."""
        return self._of_files(lambda files: (key for word in words for key in files.called(word)))

    def files_beside(self, path: str) -> list[Candidate]:
        """The first chunk of each file in the folder of a path, under the filters."""
        return self._of_files(lambda files: files.in_folder(path.rpartition("/")[0]))

    def _of_files(self, keys: Callable[[FileTable], Iterable[int]]) -> list[Candidate]:
        if self.snapshot is None:
            return []
        wanted = sorted(set(keys(self.snapshot.files)))
        accepted, every = self.accepted_files, self.snapshot.files.keys.data
        return [self.candidate_of_file(key) for key in wanted if accepted[bisect_left(every, key)]]

    def defining_in_index(self, name: str) -> tuple[Candidate, ...]:
        """The chunks of the index that define a name, under all filters but the excluded paths, hidden documents too
        (`excluded_files`). Kept: every keystroke asks for the same names."""
        if self.snapshot is None:
            return ()
        found = self._definers.get(name)
        if found is None:
            if len(self._definers) >= _KEPT_NAMES:
                self._definers.clear()
            files, filters = self._files, self.filters
            of_file, of_chunk = accepted_files(files, filters), accepted_chunks(files, filters)
            keys, numbers = files.keys.data, files.chunks.numbers.data
            found = self._definers[name] = self._candidates(
                number
                for number in files.definer_numbers(name)
                if of_file[bisect_left(keys, number >> ORDINAL_BITS)] and of_chunk[bisect_left(numbers, number)]
            )
        return found

    @cached_property
    def _definers(self) -> dict[str, tuple[Candidate, ...]]:
        return self.kept("definers", dict)

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """What `make` gives, made once for this commit and these filters, mostly; the excluded paths, which change with
        the document that is asked for, and open documents must have no part in it."""
        if self.snapshot is None:
            return make()
        filters = replace(self.filters, excluded_paths=frozenset())
        return self._files.kept((name, self.number, filters), make)

    def _candidates(self, numbers: Iterable[int]) -> tuple[Candidate, ...]:
        return tuple(map(self.candidate, dict.fromkeys(numbers)))

    @cached_property
    def _hidden_files(self) -> frozenset[int]:
        return self._keys_of(self.hidden)

    @cached_property
    def excluded_files(self) -> frozenset[int]:
        """The keys of the index's files that the filters exclude by path, or that an open document replaces."""
        return self._keys_of(self.hidden | self.filters.excluded_paths)

    def _keys_of(self, paths: Iterable[str]) -> frozenset[int]:
        if self.snapshot is None:
            return frozenset()
        return frozenset(file.key for path in paths if (file := self._files.of_path(path)) is not None)

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
