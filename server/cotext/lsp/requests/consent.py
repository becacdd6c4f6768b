"""`cotext/consent`: what may leave this machine, to see and to change."""

from __future__ import annotations

from pathlib import Path

from cotext.consent.store import GrantFilter, Purpose
from cotext.lsp.consent_messages import ConsentParams, ConsentResult
from cotext.lsp.session import Session, in_worker
from cotext.lsp.structuring import WrongField
from cotext.lsp.wire import consent_grant
from cotext.requests import Cancelled
from cotext.workspace.uris import uri_to_path

__all__ = ["METHOD", "answer"]

METHOD = "cotext/consent"


async def answer(session: Session, params: ConsentParams) -> ConsentResult:
    """Do what is asked, and tell the grants that are meant as they are then."""
    purpose = None if params.purpose is None else Purpose(params.purpose)
    meant = GrantFilter(purpose, params.host, _folder(params.folder), params.model)

    def work(_: Cancelled) -> ConsentResult:
        store = session.consent
        if params.action == "grant":
            if purpose is None or params.host is None:
                raise WrongField("purpose" if purpose is None else "host", "is missing.")
            folders: list[Path | None] = [meant.folder] if meant.folder else [*session.folders]
            store.grant(purpose, params.host, folders or [None], params.model or "")
        elif params.action == "revoke":
            store.revoke(meant)
        return ConsentResult([consent_grant(one, session.real_folder_uri) for one in meant.chosen(store.grants())])

    return await in_worker(session.status_lane, work)


def _folder(uri: str | None) -> Path | None:
    if uri is None:
        return None
    path = uri_to_path(uri)
    if path is None:
        raise WrongField("folder", f"{uri} is no folder on this machine's disk.")
    return path
