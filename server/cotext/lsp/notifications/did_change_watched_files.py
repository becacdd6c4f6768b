"""`workspace/didChangeWatchedFiles`."""

from __future__ import annotations

from typing import Any

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import DidChangeWatchedFilesParams
from cotext.workspace.uris import uri_to_path

__all__ = ["METHOD", "REGISTRATION", "take"]

METHOD = "workspace/didChangeWatchedFiles"
REGISTRATION: tuple[str, dict[str, Any]] = (METHOD, {"watchers": [{"globPattern": "**/*"}]})
"""Every file: what is ignored is for the engine to say, by rules that no glob can express."""


def take(session: Session, params: DidChangeWatchedFilesParams) -> None:
    """Files came, changed or went."""
    paths = [path for change in params.changes if (path := uri_to_path(change.uri)) is not None]
    if paths:
        session.host.change(lambda engine: engine.files_changed(paths))
