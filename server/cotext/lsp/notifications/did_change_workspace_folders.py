"""`workspace/didChangeWorkspaceFolders`."""

from __future__ import annotations

import logging
from pathlib import Path

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import DidChangeWorkspaceFoldersParams
from cotext.workspace.uris import uri_to_path

__all__ = ["METHOD", "take"]

METHOD = "workspace/didChangeWorkspaceFolders"
LOG = logging.getLogger(__name__)


def take(session: Session, params: DidChangeWorkspaceFoldersParams) -> None:
    """Folders came or went. One that is removed and added at once was renamed in the client only."""
    for folder in params.event.removed:
        path = uri_to_path(folder.uri)
        if path is not None and session.folders.pop(path, None) is not None:
            _remove(session, path)
    for folder in params.event.added:
        path = uri_to_path(folder.uri)
        if path is None:
            LOG.warning("the workspace folder %s is not on this machine's disk", folder.uri)
        elif path not in session.folders:
            session.folders[path] = folder.uri
            _add(session, path)


def _add(session: Session, path: Path) -> None:
    session.host.change(lambda engine: engine.add_folder(path))


def _remove(session: Session, path: Path) -> None:
    session.host.change(lambda engine: engine.remove_folder(path))
