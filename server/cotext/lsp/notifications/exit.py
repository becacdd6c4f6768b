"""`exit`: the process ends, with 0 after `shutdown` and 1 without."""

from __future__ import annotations

from cotext.lsp.messages import NoParams
from cotext.lsp.session import Session

__all__ = ["METHOD", "take"]

METHOD = "exit"


def take(session: Session, _: NoParams) -> None:
    """End the connection."""
    session.stop.set()
