"""`textDocument/didClose`."""

from __future__ import annotations

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import DidCloseParams

__all__ = ["METHOD", "take"]

METHOD = "textDocument/didClose"


def take(session: Session, params: DidCloseParams) -> None:
    """The disk's text counts again."""
    document = session.documents.close(params.text_document.uri)
    if document is not None:
        session.host.close_buffer(document.key)
