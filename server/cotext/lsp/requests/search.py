"""`cotext/search`."""

from __future__ import annotations

import time

from cotext.lsp.messages import SearchParams, SearchResult
from cotext.lsp.session import Session, in_worker
from cotext.requests import Cancelled, Mode, SearchRequest

__all__ = ["METHOD", "answer"]

METHOD = "cotext/search"


async def answer(session: Session, params: SearchParams) -> SearchResult:
    """Hits, best first; none for an empty query."""
    started = time.perf_counter()
    request = SearchRequest(
        query=params.query,
        limit=params.limit,
        mode=Mode(params.mode),
        ranking=params.ranking,
        languages=tuple(params.languages),
        include=tuple(params.include),
        exclude=tuple(params.exclude),
        kinds=tuple(params.kinds),
        folder=None if params.folder is None else session.folder_of(params.folder, "folder"),
        prefer_symbol=params.prefer_symbol,
    )
    engine = await session.host.settled()

    def work(cancelled: Cancelled) -> SearchResult:
        found = engine.search(request, cancelled)
        hits, states = session.wire.chunks(found.hits), session.wire.states(found.states)
        return SearchResult(hits, states, (time.perf_counter() - started) * 1000)

    return await in_worker(session.search_lane, work)
