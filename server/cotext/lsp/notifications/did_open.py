"""`textDocument/didOpen`."""

from __future__ import annotations

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import DidOpenParams

__all__ = ["METHOD", "take"]

METHOD = "textDocument/didOpen"


def take(session: Session, params: DidOpenParams) -> None:
    """The client's text counts from now on."""
    document = session.documents.open(params.text_document)
    session.host.set_buffer(document.key, document.text, document.language)
