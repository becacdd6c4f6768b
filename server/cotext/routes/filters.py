"""Which chunks may be found: decided for an open document's chunk by itself, and for a whole index in columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cotext.index.file_table import FileTable
from cotext.index.overlay import OverlayChunk
from cotext.records import Corpus, SymbolKind
from cotext.workspace.ignore import glob_matcher

__all__ = ["Filters", "accepted_chunks", "accepted_files"]

_REMEMBERED_PATHS = 200_000


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
            self.accepts_file(stored.path, stored.language, one.family)
            and (not self.corpora or stored.corpus in self.corpora)
            and (not self.kinds or any(definition.kind in self.kinds for definition in stored.definitions))
        )

    def accepts_file(self, path: str, language: str, family: str) -> bool:
        """Whether chunks of a file can pass."""
        return (
            (not self.languages or language in self.languages)
            and (not self.families or family in self.families)
            and (not self.folder or path.startswith(self.folder + "/"))
            and path not in self.excluded_paths
            and (not self.include or glob_matcher(self.include)(self.inside(path)))
            and not glob_matcher(self.exclude)(self.inside(path))
            and not glob_matcher(self.left_out)(path)
        )


def accepted_files(files: FileTable, filters: Filters) -> NDArray[np.bool_]:
    """For each file of a table (`FileTable.ordered`), whether its chunks can pass; `excluded_paths` do not count.

    Kept with the table, because the same filters are asked for at every keystroke.
    """
    of_file = replace(filters, corpora=(), kinds=(), excluded_paths=frozenset())
    return files.kept(of_file, lambda: _accepted(files, of_file))


def _accepted(files: FileTable, filters: Filters) -> NDArray[np.bool_]:
    passes = _Remembered.of(filters)
    return np.fromiter(
        (passes[file.path, file.language, file.family] for file in files.ordered), np.bool_, len(files.ordered)
    )


class _Remembered(dict[tuple[str, str, str], bool]):
    """What filters say of each file (path, language, family): a commit changes few of thousands of files."""

    def __init__(self, filters: Filters) -> None:
        self._passes: Callable[[str, str, str], bool] = filters.accepts_file

    def __missing__(self, file: tuple[str, str, str]) -> bool:
        if len(self) >= _REMEMBERED_PATHS:
            self.clear()
        passes = self[file] = self._passes(*file)
        return passes

    @staticmethod
    @lru_cache(maxsize=4)
    def of(filters: Filters) -> _Remembered:
        return _Remembered(filters)


def accepted_chunks(files: FileTable, filters: Filters) -> NDArray[np.bool_]:
    """For each chunk of a table (`FileTable.chunks`), whether its corpus and its definitions' kinds pass."""
    return files.kept((filters.corpora, filters.kinds), lambda: _accepted_chunks(files, filters))


def _accepted_chunks(files: FileTable, filters: Filters) -> NDArray[np.bool_]:
    chunks = files.chunks
    passing = np.ones(len(chunks), np.bool_)
    if filters.corpora:
        if Corpus.CODE not in filters.corpora:
            passing &= chunks.prose
        if Corpus.STRUCTURED_DOC not in filters.corpora:
            passing &= ~chunks.prose
    if filters.kinds:
        wanted = 0
        for kind in filters.kinds:
            wanted |= 1 << int(kind)
        passing &= (chunks.kinds & np.uint32(wanted)) != 0
    return passing
