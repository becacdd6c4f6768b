"""`shutdown`: no more requests; `exit` follows."""

from __future__ import annotations

import asyncio

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import NoParams

__all__ = ["METHOD", "answer"]

METHOD = "shutdown"


async def answer(session: Session, _: NoParams) -> None:
    """Refuse what comes later and cancel what is still being answered."""
    session.shut_down = True
    for task in session.answering - {asyncio.current_task()}:
        task.cancel()
