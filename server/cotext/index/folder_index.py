"""The index of one folder on disk, from the writer's side: open it or begin it anew, know what it holds, commit.

Nothing is rewritten in place: a rebuild fills a new data folder, and the header points to it from its first commit on.
"""

from __future__ import annotations

import logging
import shutil
import time
from dataclasses import replace
from pathlib import Path

from cotext import __version__
from cotext.embedding.encoder import Encoder
from cotext.errors import IndexUnreadable
from cotext.index.file_record import ORDINAL_BITS
from cotext.index.header import CHUNKER_VERSION, Header, read_header, write_header
from cotext.index.schema import SCHEMA_VERSION
from cotext.index.stored import StoredDocument, content_id, file_key
from cotext.index.vectors import VectorStore
from cotext.index.writer import IndexWriter

__all__ = ["FolderIndex"]

_LOG = logging.getLogger(__name__)


class FolderIndex:
    """One folder's index, open for writing. The caller holds the writer's lock.

    Args:
        cache_folder, folder, encoder: whose index it is, and what makes its vectors.
        distrusted: why the index on disk must not be used, though it can be opened; "" when it may.

    Attributes:
        documents: what the index holds, by path; kept in step by `put` and `remove`.
        chunks: number of chunks over all documents.
        notice: what a person should know about how it was opened; "" for nothing.

    Raises:
        OSError: the cache folder cannot be written.
    """

    def __init__(self, cache_folder: Path, folder: Path, encoder: Encoder, distrusted: str = "") -> None:
        self._cache_folder, self._folder, self._encoder = cache_folder, folder, encoder
        self.notice = ""
        self._writer: IndexWriter | None = None
        self._vectors: VectorStore | None = None
        self.documents: dict[str, StoredDocument] = {}
        self.chunks = 0
        self.header = self._blank_header("", 0)
        if distrusted:
            self._set_aside(distrusted)
        header = self._usable_header()
        if header is None or not self._open(header):
            self.begin_anew()

    def _blank_header(self, data: str, generation: int) -> Header:
        encoder = self._encoder
        return Header(
            version=__version__,
            schema=SCHEMA_VERSION,
            chunker=CHUNKER_VERSION,
            model=encoder.name,
            fingerprint=encoder.fingerprint,
            dimension=encoder.dimension,
            folder=str(self._folder),
            data=data,
            generation=generation,
        )

    def _usable_header(self) -> Header | None:
        try:
            header = read_header(self._cache_folder)
        except IndexUnreadable as error:
            self._set_aside(str(error))
            return None
        if header is None:
            return None
        wanted = self._blank_header(header.data, header.generation)
        for name, what in (
            ("schema", "format"),
            ("chunker", "chunker"),
            ("fingerprint", "embedding model"),
            ("dimension", "embedding model"),
        ):
            if getattr(header, name) != getattr(wanted, name):
                _LOG.info("%s: the index was made with another %s; it is rebuilt", self._folder, what)
                self.header = header
                return None
        return header

    def _open(self, header: Header) -> bool:
        data = self._cache_folder / header.data
        try:
            if not (data / "meta.json").exists():
                raise IndexUnreadable(f"The index data in {data} is gone.")
            self._writer = IndexWriter(data)
            self._vectors = VectorStore(data, self._encoder.dimension)
            if self._vectors.rows < header.vectors:
                raise IndexUnreadable(f"Vectors are missing in {data}.")
            self.documents = {document.known.source.path: document for document in self._writer.documents()}
            self._check_entries(self._writer)
        except (IndexUnreadable, ValueError, AssertionError) as error:
            self.close()
            self.documents = {}
            self._set_aside(str(error))
            return False
        except BaseException:
            # A panic of Tantivy's: whoever called tries again without this index.
            self.close()
            raise
        self.header = header
        self.chunks = sum(document.chunks for document in self.documents.values())
        return True

    def _check_entries(self, writer: IndexWriter) -> None:
        """Whether what hangs together still does: Tantivy itself notices damage only where it happens to read."""
        documents = self.documents.values()
        identities = {content_id(document.known.source) for document in documents}
        numbers = [
            file_key(document.known.source) << ORDINAL_BITS | ordinal
            for document in documents
            for ordinal in range(document.chunks)
        ]
        if not identities.issubset(writer.content_ids()) or sorted(numbers) != writer.chunk_numbers():
            raise IndexUnreadable(f"Entries are missing in {self._cache_folder}.")

    def _set_aside(self, why: str) -> None:
        """Keep the unreadable index for whoever wants to look, but only the latest."""
        aside = self._cache_folder / "unreadable"
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(mode=0o700)
        for path in [self._cache_folder / "header.json", *self._cache_folder.glob("data-*")]:
            if path.exists():
                path.rename(aside / path.name)
        self.notice = f"The index could not be read and is being rebuilt; the old one was set aside in {aside}."
        _LOG.warning("%s: %s %s", self._folder, why, self.notice)

    def begin_anew(self) -> None:
        """Start an empty index beside the present one, which goes on answering until the first commit."""
        self.close()
        numbers = [int(path.name[5:]) for path in self._cache_folder.glob("data-*") if path.name[5:].isdigit()]
        # The time keeps a name from coming back when the cache is deleted under a reader that has the old one open.
        data = f"data-{max(time.time_ns(), max(numbers, default=0) + 1)}"
        self.header = self._blank_header(data, self.header.generation)
        self.documents, self.chunks = {}, 0
        self._writer = IndexWriter(self._cache_folder / data)
        self._vectors = VectorStore(self._cache_folder / data, self._encoder.dimension)

    @property
    def writer(self) -> IndexWriter:
        assert self._writer is not None, "the index is open"
        return self._writer

    @property
    def vectors(self) -> VectorStore:
        assert self._vectors is not None, "the index is open"
        return self._vectors

    def forget(self, path: str) -> None:
        """Remove a file, if the index has it."""
        document = self.documents.pop(path, None)
        if document is not None:
            self.writer.remove(document.known.source)
            self.chunks -= document.chunks

    def note(self, document: StoredDocument) -> None:
        """Count a document whose entries were put into the writer."""
        self.documents[document.known.source.path] = document
        self.chunks += document.chunks

    def sweep(self) -> int:
        """Remove entries whose content id no document has any more; returns how many ids. For after a full scan."""
        present = {content_id(document.known.source) for document in self.documents.values()}
        orphans = [identity for identity in self.writer.content_ids() if identity not in present]
        for identity in orphans:
            self.writer.remove_content(identity)
        return len(orphans)

    def commit(self, **counts: object) -> None:
        """Make all changes visible; `counts` are fields of the header. Raises OSError (a full disk): the last commit
        stands."""
        self.vectors.sync()
        self.writer.commit()
        self.header = replace(
            self.header,
            generation=self.header.generation + 1,
            vectors=self.vectors.rows,
            updated=time.time(),
            **counts,  # type: ignore[arg-type]
        )
        write_header(self._cache_folder, self.header)
        for path in self._cache_folder.glob("data-*"):
            if path.name != self.header.data:
                shutil.rmtree(path, ignore_errors=True)

    def save_counts(self, **counts: object) -> None:
        """Update the header without a commit, where the counts differ from it."""
        updated = replace(self.header, **counts)  # type: ignore[arg-type]
        if updated != self.header:
            self.header = updated
            write_header(self._cache_folder, updated)

    def close(self) -> None:
        """Release the files; what was not committed is dropped."""
        if self._vectors is not None:
            self._vectors.close()
        if self._writer is not None:
            self._writer.close()
        self._vectors = self._writer = None
