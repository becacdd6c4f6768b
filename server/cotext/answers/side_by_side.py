"""Two routes at a time: Tantivy searches without holding the interpreter's lock, so a second thread is worth having."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

__all__ = ["side_by_side"]

T = TypeVar("T")
U = TypeVar("U")

_POOL = ThreadPoolExecutor(2, "cotext-route")


def side_by_side(first: Callable[[], T], second: Callable[[], U]) -> tuple[T, U]:
    """What both give; `second` runs in another thread meanwhile. An exception of either is raised."""
    other = _POOL.submit(second)
    return first(), other.result()
