"""`textDocument/didClose`."""

from __future__ import annotations

from cotext.lsp.messages import DidCloseParams
from cotext.lsp.session import Session

__all__ = ["METHOD", "take"]

METHOD = "textDocument/didClose"


def take(session: Session, params: DidCloseParams) -> None:
    """The disk's text counts again."""
    document = session.documents.close(params.text_document.uri)
    if document is not None:
        session.host.close_buffer(document.key)
