"""What a route searches: one folder's index and the open, changed documents over it; and what names a candidate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import tantivy

from cotext.index.overlay import Overlay, OverlayChunk
from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.index.stored import StoredChunk
from cotext.records import Corpus, SymbolKind
from cotext.workspace.ignore import glob_matcher

__all__ = ["Candidate", "Filters", "RankedList", "Source"]


class Candidate(NamedTuple):
    """A chunk: the number of its source, and its place in the index; `segment` -1 is the overlay."""

    source: int
    segment: int
    entry: int


RankedList = list[tuple[Candidate, float]]
"""Candidates with their scores, best first; equal scores in order of the candidate."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which chunks may be found; a filter never changes a score. Empty: no restriction.

    Attributes:
        corpora, languages, families, kinds: one of these.
        folder: relative path of a subfolder.
        include, exclude: Visual Studio Code globs on the path relative to `folder`; any of `include`, none of
            `exclude`.
        left_out: globs, relative to the workspace folder, of files that the client does not want at all: an index that
            another client's process wrote, or that is not up to date, may hold them.
        excluded_paths: relative paths.
    """

    corpora: tuple[Corpus, ...] = ()
    languages: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    kinds: tuple[SymbolKind, ...] = ()
    folder: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    excluded_paths: frozenset[str] = field(default_factory=frozenset)

    def inside(self, path: str) -> str:
        """A path of the workspace folder as it is relative to the subfolder."""
        return path.removeprefix(f"{self.folder}/") if self.folder else path

    def accepts(self, one: OverlayChunk) -> bool:
        """Whether a chunk of an open document passes."""
        stored = one.stored
        return (
            (not self.corpora or stored.corpus in self.corpora)
            and (not self.languages or stored.language in self.languages)
            and (not self.families or one.family in self.families)
            and (not self.kinds or any(definition.kind in self.kinds for definition in stored.definitions))
            and (not self.folder or stored.path.startswith(self.folder + "/"))
            and stored.path not in self.excluded_paths
            and (not self.include or glob_matcher(self.include)(self.inside(stored.path)))
            and not glob_matcher(self.exclude)(self.inside(stored.path))
            and not glob_matcher(self.left_out)(stored.path)
        )


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
        self._overlay = overlay.chunks
        self._records: dict[Candidate, StoredChunk] = {}

    def with_filters(self, filters: Filters) -> Source:
        """The same source under other filters."""
        return Source(self.number, self.folder, self.snapshot, Overlay(self._overlay, self.hidden), filters)

    @cached_property
    def overlay(self) -> list[tuple[Candidate, OverlayChunk]]:
        """The chunks of open, changed documents that pass the filters."""
        return [
            (Candidate(self.number, -1, number), one)
            for number, one in enumerate(self._overlay)
            if self.filters.accepts(one)
        ]

    def search(self, query: tantivy.Query, depth: int) -> list[tuple[Candidate, float, tantivy.DocAddress]]:
        """The index's best `depth` chunks for a query, under the filters."""
        if self.snapshot is None:
            return []
        filtered = self._filtered(query)
        found = []
        for score, address in self.snapshot.searcher.search(filtered, depth, count=False).hits:
            candidate = Candidate(self.number, address.segment_ord, address.doc)
            found.append((candidate, float(score), address))
        return found

    def stored(self, candidate: Candidate) -> StoredChunk:
        """The record of a candidate of this source."""
        if candidate.segment < 0:
            return self._overlay[candidate.entry].stored
        kept = self._records.get(candidate)
        if kept is None:
            assert self.snapshot is not None, "a candidate of the index comes from a snapshot"
            kept = self.snapshot.chunk(tantivy.DocAddress(candidate.segment, candidate.entry))
            self._records[candidate] = kept
        return kept

    def _filtered(self, query: tantivy.Query) -> tantivy.Query:
        clauses = self._clauses
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *clauses]) if clauses else query

    @cached_property
    def _clauses(self) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        """The filters and hidden documents as clauses that add nothing to a score."""
        if self.snapshot is None:
            return []
        required = [tantivy.Query.const_score_query(one, 0.0) for one in self._required(self.snapshot)]
        refused = self._refused(self.snapshot)
        return [*((tantivy.Occur.Must, one) for one in required), *((tantivy.Occur.MustNot, one) for one in refused)]

    def _required(self, snapshot: IndexSnapshot) -> Iterator[tantivy.Query]:
        filters = self.filters
        for name, values in (
            (Field.LANGUAGE, list(filters.languages)),
            (Field.FAMILY, list(filters.families)),
            (Field.KIND, [str(int(kind)) for kind in filters.kinds]),
            (Field.FOLDER, [filters.folder] if filters.folder else []),
        ):
            if values:
                yield _any_of(snapshot.schema, name, values)
        if filters.include:
            included = glob_matcher(filters.include)
            paths = [path for path in snapshot.paths if included(filters.inside(path))]
            yield _any_of(snapshot.schema, Field.PATH, paths)

    def _refused(self, snapshot: IndexSnapshot) -> Iterator[tantivy.Query]:
        paths = {*self.hidden, *self.filters.excluded_paths}
        if self.filters.left_out:
            paths.update(snapshot.paths_like(self.filters.left_out))
        if self.filters.exclude:
            excluded = glob_matcher(self.filters.exclude)
            paths.update(path for path in snapshot.paths if excluded(self.filters.inside(path)))
        if paths:
            yield _any_of(snapshot.schema, Field.PATH, sorted(paths))
        if self.filters.corpora:
            # Refusing the other corpus costs less than requiring this one: most chunks are code.
            for corpus in set(Corpus) - set(self.filters.corpora):
                yield _any_of(snapshot.schema, Field.CORPUS, [str(corpus)])


def _any_of(schema: tantivy.Schema, name: Field, values: list[str]) -> tantivy.Query:
    """Entries with any of these values. One term is looked up several times faster than a set of one."""
    if len(values) == 1:
        return tantivy.Query.term_query(schema, name, values[0], "basic")
    return tantivy.Query.term_set_query(schema, name, values)
