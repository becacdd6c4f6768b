"""`exit`: the process ends, with 0 after `shutdown` and 1 without."""

from __future__ import annotations

from cotext.lsp.session import Session
from cotext.lsp.standard_messages import NoParams

__all__ = ["METHOD", "take"]

METHOD = "exit"


def take(session: Session, _: NoParams) -> None:
    """End the connection."""
    session.stop.set()
