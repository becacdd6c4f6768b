"""Code that a model on another machine would be sent: the user is asked before, once a workspace and host."""

from __future__ import annotations

import logging
from pathlib import Path

from cotext.consent.store import Purpose
from cotext.errors import CotextError
from cotext.lsp.client import MessageType
from cotext.lsp.session import Session, in_worker

__all__ = ["ALLOW", "NOT_NOW", "ConsentQuestions"]

LOG = logging.getLogger(__name__)
ALLOW, NOT_NOW = "Allow", "Not now"


class ConsentQuestions:
    """Asks whether code may be sent to a host.

    "Allow" is kept, for each folder of the workspace. Anything else, no answer included, holds for this session.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: set[tuple[str, Path | None]] = set()

    def ask(self, host: str, folder: Path | None) -> None:
        """Ask in the background, unless that was asked before.

        Args:
            folder: the workspace folder whose code is meant; None: documents outside every folder.
        """
        if (host, folder) in self._asked:
            return
        folders: list[Path | None] = [None] if folder is None else [*self._session.folders]
        self._asked |= {(host, one) for one in (*folders, folder)}
        self._session.in_background(self._ask(host, folders))

    async def _ask(self, host: str, folders: list[Path | None]) -> None:
        names = ", ".join(one.name or str(one) for one in folders if one is not None)
        what = f"of this workspace ({names})" if names else "of documents outside every folder"
        text = (
            f"The inline model is on another machine. Send code {what} to {host} to have it completed? "
            "You can take it back at any time: cotext consent revoke."
        )
        if await self._session.client.choose(text, (ALLOW, NOT_NOW)) != ALLOW:
            return
        store = self._session.consent
        try:
            await in_worker(self._session.status_lane, lambda _: store.grant(Purpose.INLINE_MODEL, host, folders))
        except CotextError as error:
            LOG.warning("%s", error)
            self._session.client.show(MessageType.WARNING, str(error))
