"""Static embeddings: a vector a token, pooled over the text. No layers, so thousands of chunks a second on one core.

The folder is sentence-transformers' StaticEmbedding format (`modules.json`, `tokenizer.json`, `model.safetensors`),
read without sentence-transformers or torch. The built-in model is of this kind; its RECIPE.md says how it was made.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from cotext.embedding.encoder import normalise_rows, text_for_model
from cotext.embedding.fingerprint import fingerprint
from cotext.embedding.safetensors_table import map_table
from cotext.embedding.token_bags import TokenBags
from cotext.errors import ModelError

__all__ = ["Pooling", "StaticEncoder", "static_module_folder"]

TABLE_NAMES = ("embedding.weight", "embeddings")
BATCH = 128


class Pooling(StrEnum):
    """How often a token occurs decides its weight in the sum.

    MEAN weighs it by its count, as sentence-transformers does (normalised, a sum and a mean are the same). LOG_COUNT
    weighs it by log(1 + count), so that a word repeated all over a chunk does not drown the others; the built-in model
    is trained with it, and plain means cost it 1.4 points of NDCG@10.
    """

    MEAN = "mean"
    LOG_COUNT = "log_count"


def static_module_folder(folder: Path) -> Path | None:
    """Where the table of a StaticEmbedding model lies; None where `folder` holds a model of another kind, or none."""
    try:
        modules = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
        kinds = [str(module["type"]).rpartition(".")[2] for module in modules]
        if kinds not in (["StaticEmbedding"], ["StaticEmbedding", "Normalize"]):
            return None
        inner = (folder / str(modules[0].get("path") or "")).resolve()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return inner if inner.is_relative_to(folder.resolve()) else None


class StaticEncoder:
    """An `Encoder` over a StaticEmbedding folder.

    Args:
        folder: the folder that holds `tokenizer.json` and `model.safetensors`.
        name: the model's name as it was asked for.
        pooling: see `Pooling`.

    Raises:
        ModelError: a file is missing or damaged, or the table does not fit the tokenizer.
    """

    def __init__(self, folder: Path, name: str, pooling: Pooling = Pooling.MEAN) -> None:
        weights, vocabulary = folder / "model.safetensors", folder / "tokenizer.json"
        try:
            tokenizer = Tokenizer.from_file(str(vocabulary))
        except Exception as error:  # the library raises a bare Exception for every kind of damage
            raise ModelError(
                f"The tokenizer {vocabulary} cannot be used ({error}). Install the model again."
            ) from error
        self._table = map_table(weights, TABLE_NAMES)
        if tokenizer.get_vocab_size() > len(self._table):
            raise ModelError(f"The model in {folder} has more tokens than vectors. Install the model again.")
        self._bags = TokenBags(tokenizer)
        self._pooling = Pooling(pooling)
        self._name = name
        self._fingerprint = fingerprint((weights, vocabulary), "static", self._pooling)

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimension(self) -> int:
        return int(self._table.shape[1])

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Encoder`. Reads the first `CHARACTER_LIMIT` characters of each text."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for start in range(0, len(texts), BATCH):
            batch = [self._bags.ids(text_for_model(text)) for text in texts[start : start + BATCH]]
            vectors[start : start + len(batch)] = self._pool(batch)
        return normalise_rows(vectors)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """See `Encoder`."""
        vector: NDArray[np.float32] = self.encode_documents([text])[0]
        return vector

    def _pool(self, bags: list[list[int]]) -> NDArray[np.float32]:
        """Weighted sums of the tokens' rows, shape (len(bags), dimension)."""
        lengths = [len(bag) for bag in bags]
        rows = len(self._table)
        ids = np.fromiter((token for bag in bags for token in bag), dtype=np.int64, count=sum(lengths))
        # One sort counts every text's tokens: a key is the text's number and the token's together.
        keys, counts = np.unique(ids + np.repeat(np.arange(len(bags)) * rows, lengths), return_counts=True)
        weights = (np.log1p(counts) if self._pooling is Pooling.LOG_COUNT else counts).astype(np.float32)
        ends = np.searchsorted(keys, np.arange(1, len(bags) + 1) * rows).tolist()
        vectors = self._table[keys % rows].astype(np.float32)
        sums = np.zeros((len(bags), self.dimension), dtype=np.float32)
        start = 0
        for number, end in enumerate(ends):
            # Not a matrix product: BLAS would start threads, and its result would depend on how many.
            np.einsum("i,ij->j", weights[start:end], vectors[start:end], out=sums[number])
            start = end
        return sums
