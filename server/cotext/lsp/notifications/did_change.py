"""`textDocument/didChange`."""

from __future__ import annotations

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import DidChangeParams

__all__ = ["METHOD", "take"]

METHOD = "textDocument/didChange"


def take(session: Session, params: DidChangeParams) -> None:
    """Apply the client's edits."""
    document = session.documents.change(params.text_document, params.content_changes)
    if document is not None:
        session.host.set_buffer(document.key, document.text, document.language)
