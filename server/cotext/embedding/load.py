"""From the setting `cotext.embedding.model` to an encoder."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path

from cotext.embedding.encoder import Encoder
from cotext.embedding.sentence_transformers_encoder import INSTALL, SentenceTransformersEncoder
from cotext.embedding.static_encoder import Pooling, StaticEncoder, static_module_folder
from cotext.errors import DownloadNeeded, ModelError

__all__ = ["BUILTIN", "load_encoder"]

BUILTIN = "builtin"
BUILTIN_FOLDER = Path(__file__).parent / "builtin_model"
HUB_NAME = re.compile(r"(?:[A-Za-z0-9][\w.-]*/)?[A-Za-z0-9][\w.-]*", re.ASCII)
DEFAULT_OWNER = "sentence-transformers"
# Weights in other formats are pickles or for other programs; leaving them out also halves most downloads.
DOWNLOADED = ["*.json", "*.safetensors", "*.txt", "*.model"]


def load_encoder(model: str, allow_download: bool = False) -> Encoder:
    """The encoder that a setting names.

    Args:
        model: "builtin"; an absolute path (or one from "~") of a folder that holds a sentence-transformers model; or a
            model's name on the Hugging Face hub, "owner/name", or "name" for those of sentence-transformers itself. A
            relative path is no folder: what a name means must not depend on the workspace the server was started in.
        allow_download: whether a named model that is not on this machine may be downloaded.

    Raises:
        DownloadNeeded: the named model is not on this machine.
        ModelError: the model cannot be used.
    """
    if model == BUILTIN:
        return StaticEncoder(BUILTIN_FOLDER, BUILTIN, Pooling.LOG_COUNT)
    folder = Path(model).expanduser() if model.startswith("~") else Path(model)
    if not folder.is_absolute():
        folder = _hub_folder(model, allow_download)
    elif not folder.is_dir():
        raise ModelError(
            f'There is no folder "{model}". Set cotext.embedding.model to "builtin" or to a folder with a model.'
        )
    if static := static_module_folder(folder):
        return StaticEncoder(static, model)
    return SentenceTransformersEncoder(folder, model)


def _hub_folder(model: str, allow_download: bool) -> Path:
    """Where the hub's cache on this machine keeps a model, after downloading it if allowed."""
    if not HUB_NAME.fullmatch(model) or ".." in model:
        raise ModelError(
            f'"{model}" names no embedding model. Set cotext.embedding.model to "builtin", to a name like '
            '"owner/model", or to the absolute path of a folder that holds a model.'
        )
    try:
        hub = importlib.import_module("huggingface_hub")
        hub_errors = importlib.import_module("huggingface_hub.errors")
    except ImportError as error:
        raise ModelError(
            f'The embedding model "{model}" needs a package that is not installed. Run `{INSTALL}`, or set '
            'cotext.embedding.model to "builtin".'
        ) from error
    try:
        found = hub.snapshot_download(
            model if "/" in model else f"{DEFAULT_OWNER}/{model}",
            local_files_only=not allow_download,
            allow_patterns=DOWNLOADED,
            cache_dir=os.environ.get("SENTENCE_TRANSFORMERS_HOME"),
        )
    except hub_errors.RepositoryNotFoundError as error:
        raise ModelError(f'The hub has no public model "{model}". Check cotext.embedding.model.') from error
    except hub_errors.LocalEntryNotFoundError as error:
        if not allow_download:
            raise DownloadNeeded(model) from error
        raise ModelError(
            f'The embedding model "{model}" could not be downloaded. Check the connection, or set '
            'cotext.embedding.model to "builtin".'
        ) from error
    except Exception as error:  # the hub's client lets its HTTP library's errors through
        reason = str(error).strip().partition("\n")[0]
        raise ModelError(f'The embedding model "{model}" could not be found or downloaded ({reason}).') from error
    return Path(found)
