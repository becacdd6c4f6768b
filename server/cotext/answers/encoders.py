"""The encoder of queries: loaded once, in the background, and only used where it is the one that made the index."""

from __future__ import annotations

import logging
import threading

from cotext.embedding.encoder import Encoder
from cotext.embedding.load import load_encoder
from cotext.errors import ModelError
from cotext.index.header import Header

__all__ = ["Encoders"]

_LOG = logging.getLogger(__name__)


class Encoders:
    """Encoders by model name. A model is never downloaded here: the indexing process has it on disk before any index
    names it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._loaded: dict[str, Encoder | None] = {}
        self._loading: dict[str, threading.Event] = {}

    def of(self, header: Header, timeout: float | None = None) -> Encoder | None:
        """The encoder that made an index; None when it cannot be loaded here, or is not loaded after `timeout`
        seconds."""
        encoder = self.get(header.model, timeout)
        return encoder if encoder is not None and encoder.fingerprint == header.fingerprint else None

    def get(self, model: str, timeout: float | None = None) -> Encoder | None:
        """The encoder of a name, as `of`."""
        with self._guard:
            if model in self._loaded:
                return self._loaded[model]
            done = self._loading.get(model)
            if done is None:
                done = self._loading[model] = threading.Event()
                threading.Thread(target=self._load, args=(model, done), name="cotext-encoder", daemon=True).start()
        done.wait(timeout)
        with self._guard:
            return self._loaded.get(model)

    def _load(self, model: str, done: threading.Event) -> None:
        encoder = None
        try:
            encoder = load_encoder(model)
            encoder.encode_query("warm up")
        except ModelError as error:
            _LOG.warning("%s", error)
        except Exception:
            _LOG.exception("The embedding model %s cannot be loaded.", model)
        with self._guard:
            self._loaded[model] = encoder
        done.set()
