"""Open, changed documents: chunked and encoded like files, but kept in memory only, and scored with the index's
statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cotext.chunking.chunk_file import chunk_file
from cotext.chunking.languages import family
from cotext.embedding.binarize import quantise
from cotext.embedding.encoder import Encoder
from cotext.index.schema import Field
from cotext.index.stored import StoredChunk
from cotext.index.writer import chunk_terms, model_text

__all__ = ["Overlay", "OverlayChunk", "chunk_buffer"]


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


@dataclass(frozen=True, slots=True)
class Overlay:
    """What open, changed documents put in place of the index's own view of one folder.

    Attributes:
        chunks: of all such documents.
        hidden: their paths; the index's chunks of these do not count.
    """

    chunks: tuple[OverlayChunk, ...] = ()
    hidden: frozenset[str] = field(default_factory=frozenset)


def chunk_buffer(path: str, language: str, text: str, encoder: Encoder | None) -> tuple[OverlayChunk, ...]:
    """The chunks of one document's text. Without an encoder they have no vectors."""
    file = chunk_file(path, language, text)
    embeddable = [number for number, chunk in enumerate(file.chunks) if chunk.embeddable] if encoder else []
    vectors: dict[int, NDArray[np.int8]] = {}
    if encoder and embeddable:
        matrix = quantise(encoder.encode_documents([model_text(path, file.chunks[number]) for number in embeddable]))
        vectors = dict(zip(embeddable, matrix, strict=True))
    return tuple(
        OverlayChunk(
            StoredChunk.of(path, language, chunk, file.quality),
            family(language),
            {name: Counter(terms.split()) for name, terms in chunk_terms(path, chunk).items()},
            vectors.get(number),
        )
        for number, chunk in enumerate(file.chunks)
    )
