"""The writer's side of one index: files in, commits out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import tantivy

from cotext.chunking.languages import family
from cotext.errors import IndexUnreadable
from cotext.index import file_record
from cotext.index.file_record import ORDINAL_BITS, FileHead, FileRecord
from cotext.index.import_names import plain_name
from cotext.index.schema import Field, Layer, build_schema
from cotext.index.stored import StoredChunk, StoredDocument, content_id, file_key, quality_bits, record
from cotext.index.terms import initials, keyword_term_text
from cotext.records import Chunk, ChunkedFile, Corpus, SourceFile

__all__ = ["IndexWriter", "WrittenChunk", "chunk_terms", "model_text"]

_HEAP_BYTES = 48_000_000
_THREADS = 1
"""One indexing thread beside the process's own: two cores are shared with an editor, and every thread makes
segments."""


def model_text(path: str, chunk: Chunk) -> str:
    """What the model sees of a chunk: `path\\nbody`; a later part of a long definition has its signature before it."""
    return f"{path}\n{chunk.context}\n{chunk.text}" if chunk.context else f"{path}\n{chunk.text}"


def chunk_terms(path: str, chunk: Chunk) -> dict[Field, str]:
    """The keyword terms of a chunk in each keyword field, joined by spaces; the index and open buffers use the same."""
    names = " ".join([*(definition.name for definition in chunk.definitions), *chunk.breadcrumb])
    return {
        Field.SYMBOL_TERMS: keyword_term_text(names),
        Field.SUMMARY_TERMS: keyword_term_text(f"{chunk.summary}\n{chunk.context}"),
        Field.BODY_TERMS: keyword_term_text(chunk.text),
        Field.PATH_TERMS: keyword_term_text(path),
    }


class WrittenChunk:
    """A chunk with its embedding: sign terms and row in the vector store; None and "" for one that has no vector."""

    __slots__ = ("chunk", "row", "sign_terms")

    def __init__(self, chunk: Chunk, row: int | None, sign_terms: str) -> None:
        self.chunk, self.row, self.sign_terms = chunk, row, sign_terms


class IndexWriter:
    """Writes one data folder. Nothing is visible to readers, nor survives the process, before `commit`.

    Raises:
        IndexUnreadable: the folder holds something that is no index of ours.
        OSError: the folder cannot be written.
    """

    def __init__(self, data: Path) -> None:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._index = tantivy.Index(build_schema(), path=str(data))
        except ValueError as error:
            raise IndexUnreadable(f"The index in {data} cannot be opened ({error}).") from error
        try:
            self._writer: tantivy.IndexWriter | None = self._index.writer(_HEAP_BYTES, _THREADS)
        except ValueError as error:
            raise OSError(str(error)) from error
        self._changed = False
        if self._index.searcher().num_docs == 0:
            self._add_corpora()

    def _add_corpora(self) -> None:
        for corpus in Corpus:
            entry = tantivy.Document()
            entry.add_text(Field.LAYER, Layer.CORPUS)
            entry.add_text(Field.CORPUS, corpus)
            self._add(entry)

    @property
    def _open(self) -> tantivy.IndexWriter:
        assert self._writer is not None, "the writer is closed"
        return self._writer

    def documents(self) -> Iterator[StoredDocument]:
        """Every document of the last commit. Raises IndexUnreadable where a record is not the one that was written."""
        searcher, addresses = self._entries(Layer.DOCUMENT)
        numbers = searcher.fast_field_values(Field.FILE, addresses)
        for address, number in zip(addresses, numbers, strict=True):
            data = record(searcher, address)
            document = StoredDocument.of_row(FileRecord(data).document_row())
            if number != file_record.entry_number(file_key(document.known.source), data):
                raise IndexUnreadable(f"The record of {document.known.source.path} is damaged.")
            yield document

    def chunk_numbers(self) -> list[int]:
        """The number (`Field.CHUNK`) of every chunk of the last commit, ascending."""
        searcher, addresses = self._entries(Layer.CHUNK)
        numbers = searcher.fast_field_values(Field.CHUNK, addresses)
        return sorted(int(number) for number in numbers if number is not None)

    def _entries(self, layer: Layer) -> tuple[tantivy.Searcher, list[tantivy.DocAddress]]:
        self._index.reload()
        searcher = self._index.searcher()
        query = tantivy.Query.term_query(self._index.schema, Field.LAYER, layer, "basic")
        hits = searcher.search(query, max(1, searcher.num_docs), count=False).hits
        return searcher, [address for _, address in hits]

    def content_ids(self) -> list[str]:
        """Every content id that any entry of the last commit has."""
        self._index.reload()
        # Without the filter, the ids of removed entries come too: the dictionary keeps them until segments merge.
        every = tantivy.Query.all_query()
        return [term for term, _ in self._index.searcher().terms_with_prefix(Field.CONTENT_ID, "", every)]

    def put(
        self, document: StoredDocument, file: ChunkedFile | None, chunks: Sequence[WrittenChunk], mean_row: int = -1
    ) -> None:
        """Add a file's document entry and its chunks. `remove` its former identity first.

        Args:
            document: its chunks counted.
            file: None for one that has no chunks.
            chunks: of `file`, at most `file_record.MOST_CHUNKS`.
            mean_row: see `FileHead`.
        """
        source = document.known.source
        identity, key = content_id(source), file_key(source)
        entry = tantivy.Document()
        entry.add_text(Field.LAYER, Layer.DOCUMENT)
        entry.add_text(Field.CONTENT_ID, identity)
        entry.add_text(Field.PATH, source.path)
        if document.known.skipped is not None:
            entry.add_text(Field.SKIPPED, document.known.skipped.reason)
        if file is None:
            data = file_record.to_bytes(document)
        else:
            stored = [StoredChunk.of(source.path, source.language, one.chunk, file.quality) for one in chunks]
            rows = [-1 if one.row is None else one.row for one in chunks]
            head = FileHead.of(quality_bits(file.quality), stored, rows, mean_row)
            data = file_record.to_bytes(document, head, stored)
        entry.add_unsigned(Field.FILE, file_record.entry_number(key, data))
        entry.add_bytes(Field.RECORD, data)
        self._add(entry)
        if file is not None:
            for ordinal, one in enumerate(chunks):
                self._add(_chunk_entry(source, identity, key << ORDINAL_BITS | ordinal, one))
        self._changed = True

    def _add(self, entry: tantivy.Document) -> None:
        try:
            self._open.add_document(entry)
        except ValueError as error:
            # Tantivy's own thread died: it could not write a segment.
            raise OSError(str(error)) from error

    def remove(self, source: SourceFile) -> None:
        """Remove a file's document entry and chunks."""
        self.remove_content(content_id(source))

    def remove_content(self, identity: str) -> None:
        """Remove every entry with this content id."""
        self._open.delete_documents_by_term(Field.CONTENT_ID, identity)
        self._changed = True

    @property
    def changed(self) -> bool:
        """Whether there is anything to commit."""
        return self._changed

    def commit(self) -> None:
        """Make everything so far durable, and visible to readers that reload. Raises OSError (a full disk)."""
        try:
            self._open.commit()
        except ValueError as error:
            raise OSError(str(error)) from error
        self._changed = False

    def close(self) -> None:
        """Release the index; what was not committed is dropped."""
        self._writer = None


def _chunk_entry(source: SourceFile, identity: str, number: int, one: WrittenChunk) -> tantivy.Document:
    chunk = one.chunk
    entry = tantivy.Document()
    entry.add_text(Field.LAYER, Layer.CHUNK)
    entry.add_text(Field.CORPUS, chunk.corpus)
    entry.add_text(Field.CONTENT_ID, identity)
    entry.add_unsigned(Field.CHUNK, number)
    entry.add_text(Field.PATH, source.path)
    entry.add_text(Field.LANGUAGE, source.language)
    entry.add_text(Field.FAMILY, family(source.language))
    parent = source.path
    while "/" in parent:
        parent = parent.rpartition("/")[0]
        entry.add_text(Field.FOLDER, parent)
    for kind in {definition.kind for definition in chunk.definitions}:
        entry.add_text(Field.KIND, str(int(kind)))
    names = {definition.name for definition in chunk.definitions}
    for name in sorted(names | {plain_name(name) for name in names}):
        entry.add_text(Field.NAME_LOWER, name.lower())
        entry.add_text(Field.INITIALS, initials(name))
    for field, terms in chunk_terms(source.path, chunk).items():
        entry.add_text(field, terms)
    entry.add_text(Field.REFERENCE, " ".join(chunk.references))
    if one.row is not None:
        entry.add_text(Field.EMBEDDING, one.sign_terms)
    return entry
