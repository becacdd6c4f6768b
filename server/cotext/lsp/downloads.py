"""A model that is not on this machine: the user is asked before it is downloaded."""

from __future__ import annotations

from cotext.lsp.session import Session

__all__ = ["DOWNLOAD", "NOT_NOW", "DownloadQuestions"]

DOWNLOAD, NOT_NOW = "Download", "Not now"


class DownloadQuestions:
    """Asks the user about each embedding model that is not on this machine, once in a session.

    "Download" allows it for this session. Anything else, no answer included, leaves the built-in model in its place.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: set[str] = set()

    def update(self) -> None:
        """Ask, when the engine lacks the model that the settings name now."""
        engine = self._session.host.engine
        model = engine.download_needed if engine is not None else None
        if model == self._session.options.settings.embedding.model and model not in self._asked:
            self._asked.add(model)
            self._session.in_background(self._ask(model))

    async def _ask(self, model: str) -> None:
        text = (
            f'The embedding model "{model}" is not on this machine. Download it from the Hugging Face hub? '
            "Until then the built-in model is used."
        )
        if await self._session.client.choose(text, (DOWNLOAD, NOT_NOW)) == DOWNLOAD:
            self._session.allow_download(model)
