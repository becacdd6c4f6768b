"""Resident memory of processes, for the status that a person reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["memory_bytes"]


def memory_bytes(process_ids: Iterable[int | None]) -> int:
    """Resident memory of these processes together, in bytes; a process that cannot be asked counts 0.

    Linux tells of every process, other platforms (through the `resource` module) only of this one, and of its peak.
    """
    return sum(_resident(process_id) for process_id in process_ids if process_id is not None)


def _resident(process_id: int) -> int:
    try:
        return int(Path(f"/proc/{process_id}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return _peak() if process_id == os.getpid() else 0


def _peak() -> int:
    if sys.platform == "win32":
        return 0
    import resource  # not there on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
