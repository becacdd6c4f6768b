"""`cotext/indexStatus`."""

from __future__ import annotations

import contextlib

from cotext.lsp.engine_host import EngineError
from cotext.lsp.messages import IndexStatusResult
from cotext.lsp.session import Session, in_worker
from cotext.lsp.standard_messages import NoParams

__all__ = ["METHOD", "answer"]

METHOD = "cotext/indexStatus"


async def answer(session: Session, _: NoParams) -> IndexStatusResult:
    """Where the index of each folder stands, every change that the client has told included.

    While the engine is being started the folders are said to be scanning; if it cannot be, to have failed, and why.
    """
    if session.host.engine is not None:
        with contextlib.suppress(EngineError):
            await session.host.settled()
    return await in_worker(session.status_lane, lambda _: session.status())
