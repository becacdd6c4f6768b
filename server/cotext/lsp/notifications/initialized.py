"""`initialized`: from now on the server may ask."""

from __future__ import annotations

from cotext.lsp import inline_registration
from cotext.lsp.notifications import did_change_configuration, did_change_watched_files
from cotext.lsp.session import Session
from cotext.lsp.standard_messages import NoParams

__all__ = ["METHOD", "take"]

METHOD = "initialized"


def take(session: Session, _: NoParams) -> None:
    """Register what the client registers dynamically, and fetch the settings that it has not sent."""
    options = session.options
    registrations = []
    if options.watches_files:
        registrations.append(did_change_watched_files.REGISTRATION)
    if options.registers_configuration:
        registrations.append(did_change_configuration.REGISTRATION)
    session.in_background(session.client.register(registrations))
    inline_registration.update(session)
    session.show_problems()
    if options.pulls_configuration and not options.has_settings:
        session.in_background(did_change_configuration.pull(session))
