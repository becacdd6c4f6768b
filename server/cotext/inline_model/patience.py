"""When a model whose server fails is asked again: not at each keystroke."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Patience"]

_FIRST, _LONGEST = 1.0, 60.0


class Patience:
    """How long to leave a server alone: a second after its first failure, and twice as long after each further one.

    Args:
        clock: tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._until = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the server may be asked."""
        return self._clock() >= self._until

    def failed(self, retry_after: float | None = None) -> None:
        """It gave no answer. `retry_after`: seconds that it wants to be left alone, at most a minute of which count."""
        pause = min(_FIRST * 2.0 ** min(self._failures, 30), _LONGEST)
        if retry_after is not None:
            pause = min(max(pause, retry_after), _LONGEST)
        self._failures += 1
        self._until = self._clock() + pause

    def answered(self) -> None:
        """It gave an answer: the next failure is the first again."""
        self._failures = 0
        self._until = 0.0
