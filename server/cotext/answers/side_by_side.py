"""Two routes at a time: Tantivy searches without holding the interpreter's lock, so a second thread is worth having."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

__all__ = ["SideBySide"]

T = TypeVar("T")
U = TypeVar("U")


class SideBySide:
    """Two threads beside the caller's: enough for a search and a completion context at once."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(2, "cotext-route")

    def both(self, first: Callable[[], T], second: Callable[[], U]) -> tuple[T, U]:
        """What both give; `second` runs in another thread meanwhile. An exception of either is raised."""
        try:
            other = self._pool.submit(second)
        except RuntimeError:  # closed: a request that was begun before
            return first(), second()
        return first(), other.result()

    def close(self) -> None:
        """Let the threads end: a process that leaves must not wait for them."""
        self._pool.shutdown(wait=False)
