"""`workspace/symbol`: symbols of the whole workspace."""

from __future__ import annotations

from cotext.lsp.messages import MAXIMUM_SYMBOLS
from cotext.lsp.session import Session, in_worker
from cotext.lsp.standard_messages import SymbolInformation, WorkspaceSymbolParams
from cotext.requests import Cancelled

__all__ = ["METHOD", "answer"]

METHOD = "workspace/symbol"


async def answer(session: Session, params: WorkspaceSymbolParams) -> list[SymbolInformation]:
    """At most 128 symbols, best first; none for an empty query."""
    if not params.query.strip():
        return []
    engine = await session.host.settled()

    def work(cancelled: Cancelled) -> list[SymbolInformation]:
        return [session.wire.symbol(hit) for hit in engine.symbols(params.query, MAXIMUM_SYMBOLS, cancelled)]

    return await in_worker(session.search_lane, work)
