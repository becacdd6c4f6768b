"""Open, changed documents: chunked and encoded like files, but kept in memory only, and scored with the index's
statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cotext.chunking.chunk_file import chunk_file
from cotext.chunking.languages import family
from cotext.embedding.binarize import mean_vector, quantise
from cotext.embedding.encoder import Encoder
from cotext.index.definition_columns import DefinitionCollector, DefinitionColumns
from cotext.index.schema import Field
from cotext.index.stored import FILE_KEY_BITS, StoredChunk, file_key, quality_bits
from cotext.index.writer import chunk_terms, model_text
from cotext.records import SourceFile
from cotext.workspace.content_id import blob_id

__all__ = ["OPEN_FILE", "OpenFile", "Overlay", "OverlayChunk", "chunk_buffer"]

OPEN_FILE = 1 << FILE_KEY_BITS
"""The bit by which keys of open documents are told from those of the index's files."""


@dataclass(frozen=True, slots=True)
class OverlayChunk:
    """A chunk of an open, changed document.

    Attributes:
        stored: the same record as an indexed chunk has.
        family: language family.
        terms: for each keyword field, how often each term occurs.
        vector: quantised like an indexed chunk's, (dimension,); None for a chunk that is not embedded.
    """

    stored: StoredChunk
    family: str
    terms: Mapping[Field, Counter[str]]
    vector: NDArray[np.int8] | None


@dataclass(frozen=True)
class OpenFile:
    """An open, changed document as a file; see `index.file_entry.FileEntry`.

    Attributes:
        parts: its chunks, by ordinal.
    """

    key: int
    path: str
    language: str
    family: str
    quality: int
    parts: tuple[OverlayChunk, ...]

    @cached_property
    def names(self) -> tuple[tuple[str, int], ...]:
        """See `FileEntry`."""
        return tuple(
            (str(flat[0]), ordinal) for ordinal, one in enumerate(self.parts) for flat in one.stored.flat_definitions
        )

    @cached_property
    def definitions(self) -> DefinitionColumns:
        """All that it defines, in columns."""
        gathered = DefinitionCollector()
        places = [(flat, ordinal) for ordinal, one in enumerate(self.parts) for flat in one.stored.flat_definitions]
        gathered.add(
            self.key,
            [str(flat[0]) for flat, _ in places],
            [ordinal for _, ordinal in places],
            [int(flat[1]) for flat, _ in places],
            [str(flat[2]) for flat, _ in places],
        )
        return gathered.columns()

    @cached_property
    def chunks(self) -> tuple[StoredChunk, ...]:
        """See `FileEntry`."""
        return tuple(one.stored for one in self.parts)

    @property
    def chunk_rows(self) -> NDArray[np.int32]:
        """No chunk of an open document is in the vector store."""
        return np.full(len(self.parts), -1, np.int32)

    @cached_property
    def mean_vector(self) -> NDArray[np.int8] | None:
        """See `FileEntry`."""
        vectors = [one.vector for one in self.parts if one.vector is not None]
        return mean_vector(np.stack(vectors)) if vectors else None


@dataclass(frozen=True, slots=True)
class Overlay:
    """What open, changed documents put in place of the index's own view of one folder.

    Attributes:
        files: such documents.
        hidden: their paths; the index's chunks of these do not count.
    """

    files: tuple[OpenFile, ...] = ()
    hidden: frozenset[str] = field(default_factory=frozenset)


def chunk_buffer(path: str, language: str, text: str, encoder: Encoder | None) -> OpenFile:
    """One document's text, in chunks. Without an encoder they have no vectors."""
    file = chunk_file(path, language, text)
    embeddable = [number for number, chunk in enumerate(file.chunks) if chunk.embeddable] if encoder else []
    vectors: dict[int, NDArray[np.int8]] = {}
    if encoder and embeddable:
        matrix = quantise(encoder.encode_documents([model_text(path, file.chunks[number]) for number in embeddable]))
        vectors = dict(zip(embeddable, matrix, strict=True))
    parts = tuple(
        OverlayChunk(
            StoredChunk.of(path, language, chunk, file.quality),
            family(language),
            {name: Counter(terms.split()) for name, terms in chunk_terms(path, chunk).items()},
            vectors.get(number),
        )
        for number, chunk in enumerate(file.chunks)
    )
    key = OPEN_FILE | file_key(SourceFile(path, language, blob_id(text.encode("utf-8", "surrogatepass"))))
    return OpenFile(key, path, language, family(language), quality_bits(file.quality), parts)
