"""One request's view of everything: the open folders' last commits with the open documents over them."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cotext.answers.buffers import Buffer, Buffers
from cotext.answers.encoders import Encoders
from cotext.answers.folder_root import Root
from cotext.answers.folders import Folders
from cotext.answers.present import FileTexts, locate
from cotext.answers.side_by_side import SideBySide
from cotext.embedding.encoder import Encoder
from cotext.index.file_entry import FileEntry
from cotext.index.stored import StoredChunk
from cotext.records import LineRange
from cotext.routes.source import Candidate, Filters, RankedList, Source
from cotext.workspace.paths import is_indexable_name, native_path, relative_posix

__all__ = ["Found", "Resources", "View"]


@dataclass(frozen=True, slots=True)
class Resources:
    """What lasts from request to request."""

    folders: Folders
    buffers: Buffers
    texts: FileTexts
    encoders: Encoders
    routes: SideBySide


_RECENT, _RECENT_FADE = 20, 3
"""So many open documents get a prior; the fourth half as much as the first."""


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate with its text as it stands now."""

    candidate: Candidate
    stored: StoredChunk
    document: str
    lines: LineRange
    text: str


class View:
    """The sources of one request.

    Args:
        resources: see `Resources`.
        filters: for every source; paths in it are relative, so `folder` and `excluded` come apart.
        folder: only this open folder; None: all.
        excluded: documents that must not be found.
        without: a document that is excluded and being edited right now: it is not chunked.
        encoder_timeout: seconds to wait for the encoder; None: as long as it takes.
    """

    def __init__(
        self,
        resources: Resources,
        filters: Filters,
        *,
        folder: Path | None = None,
        excluded: Sequence[str] = (),
        without: str | None = None,
        encoder_timeout: float | None = None,
    ) -> None:
        self._resources, self._without = resources, without
        roots = resources.folders.roots() if folder is None else [resources.folders.root_of(folder)]
        self._encoders: list[Encoder | None] = []
        self._changed: list[dict[str, Buffer]] = []
        self.sources: list[Source] = []
        self._lines: dict[tuple[int, str], list[str] | None] = {}
        self._found: dict[Candidate, Found | None] = {}
        for number, root in enumerate(roots):
            snapshot = root.snapshot()
            encoder = resources.encoders.of(snapshot.header, encoder_timeout) if snapshot else None
            changed = resources.buffers.changed_in(root.folder, snapshot)
            overlay = resources.buffers.overlay(changed, snapshot, encoder, without)
            self._encoders.append(encoder)
            self._changed.append(changed)
            wanted = replace(filters, left_out=resources.folders.exclude)
            narrowed = _narrowed(wanted, root, folder, [*excluded, *([without] if without else [])])
            self.sources.append(Source(number, root.folder, snapshot, overlay, narrowed))

    @property
    def has_index(self) -> bool:
        """Whether any source has something to search."""
        return any(source.snapshot is not None or source.overlay for source in self.sources)

    @property
    def lacks_encoder(self) -> bool:
        """Whether a source has an index whose encoder is not there (yet)."""
        return any(
            source.snapshot and not encoder for source, encoder in zip(self.sources, self._encoders, strict=True)
        )

    def with_filters(self, change: Callable[[Filters], Filters]) -> View:
        """The same view under changed filters."""
        other = copy.copy(self)
        other._found = {}
        other.sources = [source.with_filters(change(source.filters)) for source in self.sources]
        return other

    def recent_files(self) -> dict[tuple[int, int], float]:
        """The files of open documents, as `file` names them: 1 for the one opened or edited last, then 3/4, 3/5, ..."""
        found: dict[tuple[int, int], float] = {}
        documents = [one for one in self._resources.buffers.by_recency() if one != self._without]
        for place, document in enumerate(documents[:_RECENT]):
            for source in self.sources:
                path = relative_posix(source.folder, Path(document)) if Path(document).is_absolute() else None
                key = source.key_of(path) if path is not None else None
                if key is not None:
                    found[source.number, key] = 1 / (1 + place / _RECENT_FADE)
        return found

    def both(self, first: Callable[[], RankedList], second: Callable[[], RankedList]) -> tuple[RankedList, RankedList]:
        """Two routes side by side."""
        return self._resources.routes.both(first, second)

    def ranked(self, route: Callable[[Source], RankedList], depth: int) -> RankedList:
        """One route over all sources, best first."""
        lists = [route(source) for source in self.sources]
        if len(lists) == 1:
            return lists[0]
        merged = [pair for one in lists for pair in one]
        merged.sort(key=lambda pair: (-pair[1], pair[0]))
        return merged[:depth]

    def by_vector(
        self, text: str, route: Callable[[Source, NDArray[np.float32]], RankedList], depth: int
    ) -> RankedList:
        """A route that needs the query's vector, over all sources that have an encoder."""
        vectors = self.vectors(text)

        def one(source: Source) -> RankedList:
            vector = vectors[source.number]
            return [] if vector is None else route(source, vector)

        return self.ranked(one, depth)

    def vectors(self, text: str) -> list[NDArray[np.float32] | None]:
        """A query's vector for each source; None where the encoder is not there."""
        made: dict[int, NDArray[np.float32]] = {}
        for encoder in self._encoders:
            if encoder is not None and id(encoder) not in made:
                made[id(encoder)] = encoder.encode_query(text)
        return [None if encoder is None else made[id(encoder)] for encoder in self._encoders]

    def stored(self, candidate: Candidate) -> StoredChunk:
        """The record of a candidate."""
        return self.sources[candidate.source].stored(candidate)

    def file(self, candidate: Candidate) -> tuple[int, int]:
        """What stands for the candidate's file."""
        return candidate.source, candidate.file

    def file_entry(self, candidate: Candidate) -> FileEntry:
        """What is known of the candidate's file."""
        return self.sources[candidate.source].file(candidate)

    def document(self, candidate: Candidate, stored: StoredChunk) -> str:
        """The document's name for the outside: its absolute path."""
        return native_path(str(self.sources[candidate.source].folder), stored.path)

    def lines(self, candidate: Candidate, stored: StoredChunk) -> list[str] | None:
        """The document's lines as they stand now: the open buffer's, else the file's; None when it is gone. Read once
        for each view: one answer shows one state of a document."""
        key = (candidate.source, stored.path)
        if key not in self._lines:
            self._lines[key] = self._present_lines(candidate, stored)
        return self._lines[key]

    def _present_lines(self, candidate: Candidate, stored: StoredChunk) -> list[str] | None:
        source = self.sources[candidate.source]
        # A changed document may be open under another spelling of its path, through a link.
        buffer = self._changed[candidate.source].get(stored.path)
        buffer = buffer or self._resources.buffers.get(self.document(candidate, stored))
        return buffer.lines if buffer is not None else self._resources.texts.lines(source.folder, stored.path)

    def find(self, candidate: Candidate) -> Found | None:
        """A candidate with its present text; None when its text is nowhere in the document any more. Looked for once
        for each view."""
        if candidate not in self._found:
            self._found[candidate] = self._find(candidate)
        return self._found[candidate]

    def _find(self, candidate: Candidate) -> Found | None:
        stored = self.stored(candidate)
        lines = self.lines(candidate, stored)
        where = locate(stored, lines) if lines is not None else None
        if lines is None or where is None:
            return None
        return Found(
            candidate, stored, self.document(candidate, stored), where, "".join(lines[where.start : where.end])
        )


def _narrowed(filters: Filters, root: Root, folder: Path | None, excluded: Sequence[str]) -> Filters:
    spellings = {
        one for document in excluded if Path(document).is_absolute() for one in (document, os.path.realpath(document))
    }
    paths = [relative_posix(root.folder, Path(document)) for document in sorted(spellings)]
    inner = relative_posix(root.folder, folder) if folder is not None and folder != root.folder else None
    return replace(
        filters,
        folder=inner if inner is not None and inner != "." else filters.folder,
        excluded_paths=filters.excluded_paths
        | frozenset(path for path in paths if path is not None and is_indexable_name(path)),
    )
