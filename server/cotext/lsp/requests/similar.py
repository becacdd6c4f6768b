"""`cotext/similar`: code like the selection, elsewhere."""

from __future__ import annotations

import time

from cotext.lsp.messages import SearchResult, SimilarParams
from cotext.lsp.positions import range_from_wire
from cotext.lsp.session import Session, in_worker
from cotext.requests import Cancelled, SimilarRequest

__all__ = ["METHOD", "answer"]

METHOD = "cotext/similar"


async def answer(session: Session, params: SimilarParams) -> SearchResult:
    """Hits, best first."""
    started = time.perf_counter()
    document, lines = await session.document(params.text_document.uri, "textDocument.uri", session.search_lane)
    selection = range_from_wire(params.range, lines, session.options.position_encoding)
    engine = await session.host.settled()

    def work(cancelled: Cancelled) -> SearchResult:
        found = engine.similar(SimilarRequest(document, selection, params.limit), cancelled)
        hits, states = session.wire.chunks(found.hits), session.wire.states(found.states)
        return SearchResult(hits, states, (time.perf_counter() - started) * 1000)

    return await in_worker(session.search_lane, work)
