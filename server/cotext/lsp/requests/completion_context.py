"""`cotext/completionContext`: what an inline model should see of the rest of the workspace, for a cursor."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from cotext.lsp.messages import CompletionContextParams, CompletionContextResult, QueryRange
from cotext.lsp.positions import lines_to_wire, position_from_wire, position_to_wire
from cotext.lsp.session import Session, in_worker
from cotext.lsp.standard_messages import Range
from cotext.requests import Cancelled, ContextRequest
from cotext.workspace.uris import document_key

if TYPE_CHECKING:
    from cotext.engine import Engine

__all__ = ["METHOD", "answer"]

METHOD = "cotext/completionContext"


async def answer(session: Session, params: CompletionContextParams) -> CompletionContextResult:
    """The engine's answer, within the time budget; until there is an engine, an empty and incomplete one."""
    started = time.perf_counter()
    encoding = session.options.position_encoding
    budget = (
        session.options.settings.completion.time_budget_ms if params.time_budget_ms is None else params.time_budget_ms
    )
    document, lines = await session.document(params.text_document.uri, "textDocument.uri", session.context_lane)
    position = position_from_wire(params.position, lines, encoding)

    def elapsed() -> float:
        return (time.perf_counter() - started) * 1000

    def work(engine: Engine, cancelled: Cancelled) -> CompletionContextResult:
        request = ContextRequest(
            document=document,
            position=position,
            max_chunks=params.max_chunks,
            max_characters=params.max_characters,
            time_budget_ms=max(0, budget - int(elapsed())),
            exclude=tuple(document_key(uri) for uri in params.exclude_uris),
        )
        found = engine.completion_context(request, cancelled)
        queried = found.query_lines
        query = (
            lines_to_wire(queried, lines[queried.end - 1], encoding)
            if queried.start < queried.end <= len(lines)
            else nothing
        )
        return CompletionContextResult(
            session.wire.chunks(found.hits), QueryRange(query), found.is_incomplete, elapsed()
        )

    cursor = position_to_wire(position, lines, encoding)
    nothing = Range(cursor, cursor)
    engine = await session.host.settled_within(budget / 1000)
    if engine is None:
        return CompletionContextResult([], QueryRange(nothing), True, elapsed())
    return await in_worker(session.context_lane, partial(work, engine))
