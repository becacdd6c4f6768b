"""`cotext/setSecret`: how a key reaches the server, which keeps it in memory only."""

from __future__ import annotations

from cotext.lsp.consent_messages import SetSecretParams
from cotext.lsp.secrets import INLINE_MODEL_KEY
from cotext.lsp.session import Session
from cotext.lsp.structuring import WrongField

__all__ = ["METHOD", "answer"]

METHOD = "cotext/setSecret"


async def answer(session: Session, params: SetSecretParams) -> None:
    """Keep a secret until the connection ends. What a secret is never stands in a message or in the log."""
    if not session.secrets.knows(params.name):
        raise WrongField("name", f"must be one of {', '.join(session.secrets.names)}.")
    if not params.value.isascii() or not params.value.isprintable():
        raise WrongField("value", "must be printable ASCII, as a header of a request must be.")
    session.secrets.set(params.name, params.value.strip())
    session.inline_model.use_key(session.secrets.get(INLINE_MODEL_KEY))
