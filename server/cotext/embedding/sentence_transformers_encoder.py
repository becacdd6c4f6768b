"""Any other model, through the optional package sentence-transformers.

Importing that package takes seconds, so it happens when an encoder is made and not before.
"""

from __future__ import annotations

import importlib
import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cotext.embedding.encoder import normalise_rows, text_for_model
from cotext.embedding.fingerprint import fingerprint
from cotext.errors import ModelError

__all__ = ["INSTALL", "SentenceTransformersEncoder"]

INSTALL = 'pip install "cotext[sentence-transformers]"'
OWN_MODULES = "sentence_transformers."
FINGERPRINTED = {".json", ".safetensors", ".txt", ".model"}
BATCH = 32


class SentenceTransformersEncoder:
    """An `Encoder` over a folder that holds a sentence-transformers model.

    Only safetensors weights are read, and no code that comes with the model is run.

    Args:
        folder: absolute path of the model.
        name: the model's name as it was asked for.

    Raises:
        ModelError: the package is missing, or the folder's model cannot be loaded or would need its own code.
    """

    def __init__(self, folder: Path, name: str) -> None:
        _refuse_unsafe(folder, name)
        # Its tokenizers would otherwise take every core from the editor.
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            package = importlib.import_module("sentence_transformers")
        except ImportError as error:
            raise ModelError(
                f'The embedding model "{name}" needs a package that is not installed. Run `{INSTALL}`, or set '
                'cotext.embedding.model to "builtin".'
            ) from error
        try:
            self._model: Any = package.SentenceTransformer(
                str(folder),
                device="cpu",
                trust_remote_code=False,
                local_files_only=True,
                model_kwargs={"use_safetensors": True},
            )
            self._fingerprint = fingerprint(
                sorted(path for path in folder.rglob("*") if path.suffix in FINGERPRINTED and path.is_file()),
                "sentence-transformers",
            )
            self._name = name
            # The library's tokenizers keep truncation state and fail when two threads use them at once.
            self._lock = threading.Lock()
            self._dimension = int(self._encode(self._model.encode_query, ["dimension"]).shape[1])
        except Exception as error:  # whatever a model's files make the libraries raise, the model cannot be used
            raise _unusable(name, error) from error

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Encoder`; with the model's own prompt for documents, where it has one."""
        return self._encode_all(self._model.encode_document, texts)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """See `Encoder`; with the model's own prompt for queries, where it has one."""
        vector: NDArray[np.float32] = self._encode_all(self._model.encode_query, [text])[0]
        return vector

    def _encode_all(self, encode: Any, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        # A transformer gives special tokens a vector even without text; an empty text must not resemble anything.
        filled = [number for number, text in enumerate(texts) if text.strip()]
        if filled:
            vectors[filled] = self._encode(encode, [text_for_model(texts[number]) for number in filled])
        return normalise_rows(vectors)

    def _encode(self, encode: Any, texts: list[str]) -> NDArray[np.float32]:
        with self._lock:
            encoded = encode(texts, batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True)
        vectors: NDArray[np.float32] = np.asarray(encoded, dtype=np.float32)
        return vectors


def _unusable(name: str, why: object) -> ModelError:
    reason = str(why).strip().partition("\n")[0] or type(why).__name__
    return ModelError(
        f'The embedding model "{name}" cannot be used ({reason}). Set cotext.embedding.model to "builtin", to the name '
        "of a sentence-transformers model with safetensors weights, or to a folder that holds one."
    )


def _refuse_unsafe(folder: Path, name: str) -> None:
    """Refuse models that bring modules of their own, or whose weights are pickles: reading either runs their code.

    Some releases of the library trust code in a local folder, whatever `trust_remote_code` says.
    """
    try:
        listed = folder / "modules.json"
        modules = json.loads(listed.read_text(encoding="utf-8")) if listed.exists() else []
        kinds = [str(module["type"]) for module in modules]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _unusable(name, f"its modules.json is damaged: {error}") from error
    if foreign := [kind for kind in kinds if not kind.startswith(OWN_MODULES)]:
        raise _unusable(name, f"it would run code of its own, {foreign[0]}")
    if not any(folder.rglob("*.safetensors")):
        raise _unusable(name, "it has no safetensors weights")
    if pickled := [path for path in folder.rglob("pytorch_model*.bin") if not any(path.parent.glob("*.safetensors"))]:
        raise _unusable(
            name, f"{pickled[0].relative_to(folder).as_posix()} is a pickle, and Cotext reads safetensors only"
        )
