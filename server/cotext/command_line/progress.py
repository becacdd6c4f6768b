"""Waiting until a folder is indexed, with a bar where a person looks on."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import TextIO

from cotext.engine import Engine
from cotext.requests import FolderState, Phase

__all__ = ["progress_line", "wait_with_progress"]

STEP_SECONDS = 0.1
QUIET_SECONDS = 0.3
BAR = 30


def progress_line(state: FolderState, width: int) -> str:
    """One line of at most `width` characters that says how far a folder is."""
    done = state.files_indexed + state.files_skipped
    if state.phase is Phase.SCANNING or not state.files_found:
        line = f"scanning  {state.files_found:,} files"
    else:
        share = min(1.0, done / state.files_found)
        bar = "#" * int(share * BAR)
        line = f"indexing  [{bar:<{BAR}}] {share:4.0%}  {done:,} of {state.files_found:,} files"
    return line[:width]


def wait_with_progress(engine: Engine, until: Callable[[], bool] = lambda: False, stream: TextIO | None = None) -> None:
    """Return when no folder of the engine has work to do, or `until` is true.

    Draws on `stream` (standard error) if that is a terminal.
    """
    stream = sys.stderr if stream is None else stream
    # A bar that flashes up for a finished index would only disturb.
    wait = QUIET_SECONDS if stream.isatty() else STEP_SECONDS
    if engine.wait_until_ready(wait) or until():
        return
    if not stream.isatty():
        while not (engine.wait_until_ready(STEP_SECONDS) or until()):
            pass
        return
    width = shutil.get_terminal_size().columns - 1
    try:
        ready = False
        while not ready:
            if states := engine.states():
                stream.write("\r" + progress_line(states[0], width).ljust(width))
                stream.flush()
            ready = engine.wait_until_ready(STEP_SECONDS) or until()
    finally:
        stream.write("\r" + " " * width + "\r")
        stream.flush()
