"""The log of a running server: a file in the user's log folder, and standard error."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_log_path

__all__ = ["configure_logging", "set_level"]

LARGEST_FILE = 2_000_000
KEPT_FILES = 10
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class PrivateRotatingFileHandler(RotatingFileHandler):
    """A rotating log file that only its user may read: paths and queries stand in it."""

    def _open(self) -> TextIOWrapper:
        def private(path: str, flags: int) -> int:
            return os.open(path, flags, 0o600)

        stream = open(self.baseFilename, self.mode, encoding="utf-8", opener=private)  # noqa: SIM115
        assert isinstance(stream, TextIOWrapper)
        return stream


def configure_logging(level: str = "info", directory: Path | None = None, standard_error: bool = True) -> Path | None:
    """Send the log to a file and to standard error; a second call replaces what the first has set up.

    Each process writes a file of its own, of at most 2 MB and one predecessor, because processes that share a file
    cannot rotate it; the ten newest are kept.

    Args:
        level: "error", "warning", "info" or "debug".
        directory: None: the user's log folder.
        standard_error: whether standard error gets the log too.

    Returns:
        The log file; None if it cannot be written, and then standard error has the log alone.
    """
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if getattr(handler, "is_ours", False)]:
        root.removeHandler(old)
        old.close()
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)] if standard_error else []
    path: Path | None = None
    problem: OSError | None = None
    try:
        folder = directory or user_log_path("cotext", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _remove_old(folder)
        path = folder / f"cotext-{os.getpid()}.log"
        handlers.append(PrivateRotatingFileHandler(path, maxBytes=LARGEST_FILE, backupCount=1))
    except OSError as error:
        path, problem = None, error
    for handler in handlers:
        handler.is_ours = True  # type: ignore[attr-defined]
        handler.setFormatter(logging.Formatter(FORMAT))
        root.addHandler(handler)
    set_level(level)
    # pygls logs whole messages, also when a request is merely wrong: source text and secrets are in them. What matters
    # of them we log ourselves.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    logging.captureWarnings(True)
    if problem is not None:
        logging.getLogger(__name__).warning("there is no log file: %s", problem)
    return path


def set_level(level: str) -> None:
    """Log from this level on: "error", "warning", "info" or "debug". Libraries stay at "warning"."""
    logging.getLogger().setLevel(logging.WARNING)
    logging.getLogger("cotext").setLevel(level.upper())


def _remove_old(folder: Path) -> None:
    def age(path: Path) -> float:
        with contextlib.suppress(OSError):
            return path.stat().st_mtime
        return 0.0

    for path in sorted(folder.glob("cotext-*.log*"), key=age, reverse=True)[KEPT_FILES - 1 :]:
        with contextlib.suppress(OSError):
            path.unlink()
