"""`workspace/didChangeConfiguration`."""

from __future__ import annotations

from typing import Any

from cotext.lsp import inline_registration
from cotext.lsp.options import section_of
from cotext.lsp.session import Session
from cotext.lsp.standard_messages import DidChangeConfigurationParams

__all__ = ["METHOD", "REGISTRATION", "pull", "take"]

METHOD = "workspace/didChangeConfiguration"
REGISTRATION: tuple[str, dict[str, Any]] = (METHOD, {"section": "cotext"})


def take(session: Session, params: DidChangeConfigurationParams) -> None:
    """Use the settings that came along, or ask for them where the client would rather be asked."""
    section = section_of(params.settings)
    if section is not None:
        _use(session, section)
    elif session.options.pulls_configuration:
        session.in_background(pull(session))


async def pull(session: Session) -> None:
    """Ask for the settings. A client that has none answers null, and what counted before goes on."""
    section = await session.client.configuration()
    if section is not None:
        _use(session, section)


def _use(session: Session, section: object) -> None:
    session.use_settings(section)
    inline_registration.update(session)
