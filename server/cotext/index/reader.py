"""The readers' side of one index: the last commit, as a snapshot that stays as it is while others go on writing."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tantivy

from cotext.errors import IndexUnreadable
from cotext.index.file_table import FileTable
from cotext.index.header import CHUNKER_VERSION, HEADER_NAME, Header, read_header
from cotext.index.schema import KEYWORD_FIELDS, SCHEMA_VERSION, Field
from cotext.index.stored import StoredChunk, StoredDocument
from cotext.index.vectors import VectorReader
from cotext.records import SkippedFile
from cotext.workspace.ignore import glob_matcher

__all__ = ["FieldStatistics", "IndexReader", "IndexSnapshot"]

_FREQUENCIES = 50_000


@dataclass(frozen=True, slots=True)
class FieldStatistics:
    """What BM25 knows of one field: entries in the whole index, and the mean number of terms an entry has in the
    field."""

    entries: float
    mean_length: float


class IndexSnapshot:
    """One commit. Safe to use from any thread, also after later commits.

    Attributes:
        header: the header as of this commit or a little later.
        searcher, schema: Tantivy's.
        vectors: the vector store.
        files: the files of this very commit.
    """

    def __init__(self, index: tantivy.Index, header: Header, vectors: VectorReader, former: FileTable) -> None:
        self.header, self.schema, self.vectors = header, index.schema, vectors
        self.searcher = index.searcher()
        self.files = former.updated(self.searcher, self.schema)
        self._frequencies: dict[tuple[Field, str], int] = {}
        self._like: dict[tuple[str, ...], list[str]] = {}

    def doc_freq(self, field: Field, term: str) -> int:
        """How many entries have a term, kept: every keystroke asks for the same ones."""
        key = (field, term)
        found = self._frequencies.get(key)
        if found is None:
            if len(self._frequencies) >= _FREQUENCIES:
                self._frequencies.clear()
            found = self._frequencies[key] = self.searcher.doc_freq(field, term)
        return found

    def document(self, path: str) -> StoredDocument | None:
        """What is known of a file, skipped or not."""
        file = self.files.of_path(path)
        return file.document() if file is not None else None

    def skipped(self) -> list[SkippedFile]:
        """The files that have no chunks, by path."""
        documents = [file.document() for file in self.files.everything() if file.skipped]
        found = [document.known.skipped for document in documents if document.known.skipped is not None]
        return sorted(found, key=lambda one: one.path)

    def chunks_of(self, path: str) -> list[tuple[int, StoredChunk]]:
        """A file's chunks with their ordinals, in order of their lines."""
        file = self.files.of_path(path)
        return list(enumerate(file.chunks)) if file is not None else []

    def chunks_below(self, folder: str) -> int:
        """How many chunks the files below a subfolder have.

        Args:
            folder: its relative path.
        """
        return sum(file.chunk_count for file in self.files.entries() if file.path.startswith(f"{folder}/"))

    @cached_property
    def paths(self) -> list[str]:
        """The path of every document, sorted."""
        return sorted(file.path for file in self.files.everything())

    def paths_like(self, globs: tuple[str, ...]) -> list[str]:
        """The paths that any of some globs fits; kept, because the same ones are asked for at every keystroke."""
        if globs not in self._like:
            self._like[globs] = list(filter(glob_matcher(globs), self.paths))
        return self._like[globs]

    @cached_property
    def text_paths(self) -> list[str]:
        """The path of every document that was read as text, sorted."""
        return sorted(file.path for file in self.files.entries())

    @cached_property
    def statistics(self) -> Mapping[Field, FieldStatistics]:
        """BM25's statistics of each keyword field, as Tantivy itself uses them; a field without terms is left out."""
        found = {}
        for field in KEYWORD_FIELDS:
            if (values := self._explained(field)) is not None:
                found[field] = FieldStatistics(values["N"], values["avgdl"])
        return found

    def _explained(self, field: Field) -> dict[str, float] | None:
        # A term of removed entries alone stays in the dictionary for a while, and no entry explains it.
        for most in (1, 100, None):
            for term, _ in self.searcher.terms_with_prefix(field, "", limit=most):
                query = tantivy.Query.term_query(self.schema, field, term, "freq")
                for _, address in self.searcher.search(query, 1, count=False).hits:
                    return _described(json.loads(query.explain(self.searcher, address).to_json()))
        return None


def _described(explanation: dict[str, Any]) -> dict[str, float]:
    """Every "name, meaning" value of an explanation, by name."""
    values = {str(explanation["description"]).partition(",")[0]: float(explanation["value"])}
    for detail in explanation.get("details", ()):
        values |= _described(detail)
    return values


class IndexReader:
    """Follows one folder's index on disk. Safe to use from any thread.

    Args:
        cache_folder: as given by `cache.folder_cache`; need not exist yet.
    """

    def __init__(self, cache_folder: Path) -> None:
        self._cache_folder = cache_folder
        self._guard = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._index: tantivy.Index | None = None
        self._vectors: VectorReader | None = None
        self._snapshot: IndexSnapshot | None = None

    def snapshot(self) -> IndexSnapshot | None:
        """The last commit; None while there is none that this version can read. Costs one `stat` when nothing is
        new."""
        with self._guard:
            try:
                status = (self._cache_folder / HEADER_NAME).stat()
            except OSError:
                self._stamp = self._snapshot = self._index = None
                return None
            stamp = (status.st_mtime_ns, status.st_ino)
            if stamp != self._stamp:
                self._renew()
                self._stamp = stamp
            return self._snapshot

    def _renew(self) -> None:
        try:
            header = read_header(self._cache_folder)
            if header is None or (header.schema, header.chunker) != (SCHEMA_VERSION, CHUNKER_VERSION):
                self._snapshot = self._index = None
                return
            data = self._cache_folder / header.data
            former = self._snapshot.header if self._snapshot else None
            if self._index is None or former is None or former.data != header.data:
                self._index = tantivy.Index.open(str(data))
                self._vectors = VectorReader(data, header.dimension)
                files = FileTable(self._vectors)
            else:
                self._index.reload()
                assert self._snapshot is not None, "an index of the same data folder was read before"
                files = self._snapshot.files
            assert self._vectors is not None, "the vectors are opened with the index"
            self._snapshot = IndexSnapshot(self._index, header, self._vectors, files)
        except (IndexUnreadable, ValueError, TypeError, AssertionError, OSError):
            # The writer sets a damaged index aside and says so; until then there is nothing to answer from.
            self._snapshot = self._index = None
        except BaseException as error:
            # A panic of Tantivy's, which is no `Exception` and cannot be imported.
            if type(error).__name__ != "PanicException":
                raise
            self._snapshot = self._index = None
