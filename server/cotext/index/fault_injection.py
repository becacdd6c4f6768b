"""For tests only: a grammar that kills the process cannot be had at will, so a test names a file that shall do so."""

from __future__ import annotations

import os
import signal

__all__ = ["CRASH_VARIABLE", "crash_if_asked"]

CRASH_VARIABLE = "COTEXT_TEST_CRASH_ON"
"""Environment variable: name of a file over which the indexing process dies. Unset, as for users, it does nothing."""

_NAME = os.environ.get(CRASH_VARIABLE, "")


def crash_if_asked(path: str) -> None:
    """Kill this process, without any chance to tidy up, when it takes the named file in hand."""
    if _NAME and path.rpartition("/")[2] == _NAME:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
