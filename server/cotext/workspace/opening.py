"""Opening a file below a folder without ever leaving the folder, hanging on a FIFO, or following a link."""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH118, PTH123

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from cotext.errors import FileSkipped

__all__ = ["GONE", "is_link", "open_regular", "read_small"]

GONE = "The file is gone."
"""`FileSkipped.detail` of a file that vanished between the scan and the reading."""

FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
DIRECTORY = getattr(os, "O_DIRECTORY", 0)
STEPWISE = os.open in os.supports_dir_fd and bool(NO_FOLLOW)
MOUNT_POINT = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)


def is_link(status: os.stat_result) -> bool:
    """Whether an `lstat` result is that of a symbolic link, or of a junction on Windows."""
    return stat.S_ISLNK(status.st_mode) or (
        MOUNT_POINT is not None and getattr(status, "st_reparse_tag", 0) == MOUNT_POINT
    )


def open_regular(folder: Path | str, relative: str) -> int:
    """Open a regular file below `folder` for reading.

    Args:
        folder: the folder, followed if it is a link itself.
        relative: POSIX path below it.

    Returns:
        A file descriptor, which the caller closes.

    Raises:
        FileSkipped: "outsideFolder" (a link on the way, or a path that climbs out), "special" (no regular file),
            "unreadable" (no permission, or gone: then `detail` is `GONE`).
    """
    parts = relative.split("/")
    if any(part in ("", ".", "..") for part in parts) or "\0" in relative:
        raise FileSkipped("outsideFolder", "The path does not lead below the folder.")
    try:
        descriptor = _open_stepwise(folder, parts) if STEPWISE else _open_checked(folder, parts)
    except FileNotFoundError:
        raise FileSkipped("unreadable", GONE) from None
    except OSError as error:
        raise _skipped(error) from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileSkipped("special", "Not a regular file.")
    return descriptor


def read_small(folder: Path | str, relative: str, limit: int = 1 << 20) -> bytes | None:
    """The bytes of a small file, such as an ignore file; None where `open_regular` refuses or it is too large."""
    try:
        descriptor = open_regular(folder, relative)
    except FileSkipped:
        return None
    try:
        with open(descriptor, "rb") as file:
            data = file.read(limit + 1)
    except OSError:
        return None
    return data if len(data) <= limit else None


def _skipped(error: OSError) -> FileSkipped:
    if error.errno in (errno.ELOOP, errno.EMLINK):
        return FileSkipped("outsideFolder", "A link leads there.")
    if error.errno == errno.ENXIO:
        return FileSkipped("special", "Not a regular file.")
    if error.errno == errno.ENOTDIR:
        return FileSkipped("unreadable", GONE)
    return FileSkipped("unreadable", error.strerror or str(error))


def _open_stepwise(folder: Path | str, parts: list[str]) -> int:
    # One step at a time, each relative to the last: no link that is put there meanwhile can lead out of the folder.
    current = os.open(folder, os.O_RDONLY | DIRECTORY | getattr(os, "O_CLOEXEC", 0))
    try:
        for part in parts[:-1]:
            try:
                following = os.open(part, os.O_RDONLY | DIRECTORY | NO_FOLLOW, dir_fd=current)
            except NotADirectoryError:
                # Linux answers ENOTDIR, not ELOOP, when O_DIRECTORY meets a link.
                if stat.S_ISLNK(os.stat(part, dir_fd=current, follow_symlinks=False).st_mode):
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
                raise
            os.close(current)
            current = following
        return os.open(parts[-1], FLAGS | NO_FOLLOW, dir_fd=current)
    finally:
        os.close(current)


def _open_checked(folder: Path | str, parts: list[str]) -> int:
    """Where there is no `openat` (Windows): open, then make sure that what was opened is what was looked at."""
    path = str(folder)
    for part in parts:
        path = os.path.join(path, part)
        if is_link(os.lstat(path)):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    before = os.lstat(path)
    if not stat.S_ISREG(before.st_mode):
        raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
    descriptor = os.open(path, FLAGS)
    after = os.fstat(descriptor)
    if (before.st_dev, before.st_ino) != (after.st_dev, after.st_ino):
        os.close(descriptor)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return descriptor
