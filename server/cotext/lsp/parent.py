"""Noticing that the client's process has died without saying goodbye."""

from __future__ import annotations

import asyncio
import os
import sys

__all__ = ["is_alive", "wait_for_death"]

INTERVAL = 2.0


def is_alive(process_id: int) -> bool:
    """Whether a process with this id exists."""
    if process_id <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(process_id)
    try:
        # Signal 0 only asks; on Windows the same call would end the process.
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


async def wait_for_death(process_id: int, interval: float = INTERVAL) -> None:
    """Return once the process is gone. A child also notices a parent that is dead and not yet reaped."""
    is_child = os.getppid() == process_id
    while is_alive(process_id) and not (is_child and os.getppid() != process_id):
        await asyncio.sleep(interval)


def _is_alive_on_windows(process_id: int) -> bool:
    import ctypes

    synchronize, wait_timeout = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, process_id)
    if not handle:
        # 5 is ERROR_ACCESS_DENIED: it exists and is somebody else's.
        return bool(kernel.GetLastError() == 5)
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == wait_timeout)
    finally:
        kernel.CloseHandle(handle)
