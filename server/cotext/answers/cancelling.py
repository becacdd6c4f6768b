"""Giving up what nobody waits for any more."""

from __future__ import annotations

from cotext.errors import Cancelled as CancelledError
from cotext.requests import Cancelled

__all__ = ["check_cancelled"]


def check_cancelled(cancelled: Cancelled) -> None:
    """Raises: errors.Cancelled, once the asker has gone."""
    if cancelled():
        raise CancelledError("The request was cancelled.")
