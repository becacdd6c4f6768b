"""`cotext/explain`: why a chunk stands where it stands in an answer."""

from __future__ import annotations

from cotext.lsp.messages import ExplainParams, ExplainResult
from cotext.lsp.positions import position_from_wire
from cotext.lsp.session import Session, in_worker
from cotext.lsp.structuring import WrongField
from cotext.requests import Cancelled, ExplainRequest, Mode
from cotext.workspace.uris import document_key

__all__ = ["METHOD", "answer"]

METHOD = "cotext/explain"


async def answer(session: Session, params: ExplainParams) -> ExplainResult:
    """The target's place in the answer to a query, or to a cursor."""
    if (params.query is None) == (params.at is None):
        raise WrongField("query", "give either query or at.")
    document = position = None
    if params.at is not None:
        uri = params.at.text_document.uri
        document, lines = await session.document(uri, "at.textDocument.uri", session.search_lane)
        position = position_from_wire(params.at.position, lines, session.options.position_encoding)
    request = ExplainRequest(
        target_document=document_key(params.target.uri),
        target_line=params.target.line,
        query=params.query,
        document=document,
        position=position,
        mode=Mode(params.mode),
    )
    engine = await session.host.settled()

    def work(cancelled: Cancelled) -> ExplainResult:
        return session.wire.explanation(engine.explain(request, cancelled))

    return await in_worker(session.search_lane, work)
