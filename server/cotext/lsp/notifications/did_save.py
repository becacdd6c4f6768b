"""`textDocument/didSave`."""

from __future__ import annotations

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import DidSaveParams
from cotext.workspace.uris import uri_to_path

__all__ = ["METHOD", "take"]

METHOD = "textDocument/didSave"


def take(session: Session, params: DidSaveParams) -> None:
    """The file on disk has changed; not every client watches files."""
    path = uri_to_path(params.text_document.uri)
    if path is not None:
        session.host.change(lambda engine: engine.files_changed([path]))
