"""Reading one file of a workspace folder into text."""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH123

from __future__ import annotations

import os
import threading
from pathlib import Path

from cotext.errors import FileSkipped
from cotext.records import SourceText
from cotext.workspace.content_id import blob_id
from cotext.workspace.decoding import decode
from cotext.workspace.opening import GONE, open_regular

__all__ = ["COUNTERS", "GONE", "HARD_LIMIT", "ReadCounters", "read_source"]

HARD_LIMIT = 32 * 1024 * 1024
"""Bytes. A larger file is not read at all; between 4 MB and this, a file gives path and symbol terms alone."""


class ReadCounters:
    """How many source files, and bytes of them, this process has read. A run over an unchanged tree adds nothing."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.files_read = 0
        self.bytes_read = 0

    def count(self, size: int) -> None:
        """Count one file of `size` bytes."""
        with self._lock:
            self.files_read += 1
            self.bytes_read += size

    def reset(self) -> None:
        """Start again from zero."""
        with self._lock:
            self.files_read = self.bytes_read = 0


COUNTERS = ReadCounters()


def read_source(folder: Path, found_path: str, encoding_hint: str | None = None) -> SourceText:
    """Read and decode a file of a folder.

    A file that changes while it is read is read once more; what that second reading gives stands, under the size and
    time from before it, so that the next scan sees the difference.

    Args:
        folder: the workspace folder.
        found_path: POSIX path relative to it, as in `FoundFile.path`.
        encoding_hint: the client's `files.encoding`, tried for a file that is not Unicode.

    Raises:
        FileSkipped: "outsideFolder", "special", "unreadable" (`detail` is `GONE` for a file that vanished), "tooLarge"
            (over 32 MB), "binary", "undecodable".
    """
    data, before, steady = _read(folder, found_path)
    if not steady:
        data, before, _ = _read(folder, found_path)
    text, encoding = decode(data, encoding_hint)
    return SourceText(text, blob_id(data), encoding, len(data), before.st_mtime_ns)


def _read(folder: Path, path: str) -> tuple[bytes, os.stat_result, bool]:
    descriptor = open_regular(folder, path)
    try:
        with open(descriptor, "rb", buffering=0) as file:
            before = os.fstat(descriptor)
            if before.st_size > HARD_LIMIT:
                raise FileSkipped("tooLarge", f"{before.st_size} bytes; the limit is {HARD_LIMIT}.")
            # One byte more than a steady file has: it tells a growing one.
            data = _read_up_to(file.fileno(), before.st_size + 1)
            after = os.fstat(descriptor)
    except OSError as error:
        raise FileSkipped("unreadable", error.strerror or str(error)) from None
    COUNTERS.count(len(data))
    steady = len(data) == before.st_size and (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    return data[:HARD_LIMIT], before, steady


def _read_up_to(descriptor: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size > 0 and (part := os.read(descriptor, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
