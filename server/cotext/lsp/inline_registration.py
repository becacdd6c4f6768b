"""Inline completion, for clients that register it dynamically: theirs while a model is set, and only then."""

from __future__ import annotations

from cotext.lsp.requests import inline_completion
from cotext.lsp.session import Session

__all__ = ["update"]


def update(session: Session) -> None:
    """Register the method, or take it back, where the settings say otherwise than before."""
    if not session.options.registers_inline_completion:
        return
    wanted = session.options.settings.inline_model.kind != "none"
    if wanted == session.inline_model.is_registered:
        return
    session.inline_model.is_registered = wanted
    method = inline_completion.METHOD
    session.in_background(
        session.client.register([(method, {"documentSelector": None})]) if wanted else session.client.unregister(method)
    )
