"""`cotext/indexStatusChanged`: told when something has changed, but not more often than a person can look."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

__all__ = ["INTERVAL", "METHOD", "Throttle"]

METHOD = "cotext/indexStatusChanged"
INTERVAL = 0.25
"""Seconds between two notifications: at most four a second."""


class Throttle:
    """Runs `report` after a change, at most once in `interval` seconds. The last change is always reported."""

    def __init__(self, report: Callable[[], Awaitable[None]], interval: float = INTERVAL) -> None:
        self._report = report
        self._interval = interval
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()

    def poke(self) -> None:
        """Something has changed. May be called from any thread."""
        try:
            self._loop.call_soon_threadsafe(self._changed.set)
        except RuntimeError:
            # The loop is closed: the engine may still say a last word while the process ends.
            return

    async def run(self) -> None:
        """Report until cancelled."""
        while True:
            await self._changed.wait()
            # Cleared before the report reads the state: what changes while it reads is reported by the next one.
            self._changed.clear()
            await self._report()
            await asyncio.sleep(self._interval)
