"""`cotext consent`: what may leave this machine, at a terminal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from cotext.command_line.exit_status import FOUND, NOTHING_FOUND
from cotext.command_line.text_output import harmless
from cotext.consent.store import ConsentStore, Grant, GrantFilter, Purpose
from cotext.errors import BadRequest, WorkspaceError

__all__ = ["consent"]

OUTSIDE = "documents outside every folder"


def consent(given: argparse.Namespace) -> int:
    """List, grant or revoke; without `--json`, what was done is said for a person."""
    store = ConsentStore()
    if given.action == "grant":
        return _grant(given, store)
    meant = _meant(given)
    before = meant.chosen(store.grants())
    if given.action == "revoke":
        if meant == GrantFilter() and not given.all:
            raise BadRequest("Say for which host, or --all.")
        store.revoke(meant)
        _show(given, meant.chosen(store.grants()), [f"Taken back: {_line(one)}" for one in before])
    else:
        _show(given, before, [_line(one) for one in before])
    return FOUND if before else NOTHING_FOUND


def _grant(given: argparse.Namespace, store: ConsentStore) -> int:
    if not Path(given.folder).is_dir():
        raise WorkspaceError(f"{harmless(given.folder)!r} is no folder.")
    purpose = Purpose(given.purpose or Purpose.INLINE_MODEL)
    store.grant(purpose, given.host, [Path(given.folder)], given.model or "")
    allowed = GrantFilter(purpose, given.host, Path(given.folder), given.model or "").chosen(store.grants())
    _show(given, allowed, [f"Allowed: {_line(one)}" for one in allowed])
    return FOUND


def _meant(given: argparse.Namespace) -> GrantFilter:
    return GrantFilter(
        purpose=Purpose(given.purpose) if given.purpose else None,
        host=getattr(given, "host", None),
        folder=Path(given.folder) if given.folder else None,
        model=given.model,
    )


def _show(given: argparse.Namespace, grants: Sequence[Grant], lines: Sequence[str]) -> None:
    if given.json:
        from cotext.command_line.json_output import consent_json

        print(consent_json(grants))
    else:
        print("\n".join(lines) or "Nothing.")


def _line(grant: Grant) -> str:
    model = f", model {grant.model}" if grant.model else ""
    place = grant.folder or OUTSIDE
    return harmless(f"{place} -> {grant.host} ({grant.purpose.value}{model}; {grant.granted})")
