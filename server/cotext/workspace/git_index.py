"""Git's index: which files are tracked, with what blob hash, and by what git would tell that one changed."""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH116

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Any

import pygit2
from pygit2.ffi import C, ffi

__all__ = ["Entries", "Entry", "Stamp", "index_stamp", "read_index"]

GITLINK = 0o160000
ASSUME_UNCHANGED = 0x8000
STAGE = 0x3000
SKIP_WORKTREE = 1 << 14
INTENT_TO_ADD = 1 << 13
UNSIGNED = 0xFFFFFFFF
BILLION = 1_000_000_000
WINDOWS = os.name == "nt"

Stamp = tuple[int, int, int]
"""Modification time in nanoseconds, size and inode of an index file: what tells one writing of it from another."""

_cache: dict[str, tuple[Stamp, Entries]] = {}
"""The last indexes read, by repository: judging one path at a time must not read the whole index each time."""
CACHED = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of git's index.

    Attributes:
        mode: file mode, git's few kinds.
        blob: 40 hexadecimal digits.
        comparable: a regular file that no flag (assume-unchanged...) keeps git from comparing with the disk.
        modified, changed: seconds and nanoseconds of the file's times when git last looked.
        numbers: size, inode, user and group, each modulo 2^32.
    """

    mode: int
    blob: str
    comparable: bool
    modified: tuple[int, int]
    changed: tuple[int, int]
    numbers: tuple[int, int, int, int]

    @property
    def is_submodule(self) -> bool:
        """Whether it names a commit of another repository."""
        return self.mode == GITLINK

    def matches(self, status: os.stat_result, stamp: Stamp) -> bool:
        """Whether the file on disk is, by git's own test, the one that git saw.

        False also where the file is as young as the index itself: it may have changed within the same tick of the clock
        (the "racy git" problem of git's documentation).

        Args:
            status: `lstat` of the file.
            stamp: that of the index which the entry was read from.
        """
        seconds, nanoseconds = self.modified
        index_seconds, index_nanoseconds = divmod(stamp[0], BILLION)
        # Without nanoseconds (some programs write none) a whole second is one tick.
        if (seconds, nanoseconds) >= (index_seconds, index_nanoseconds if nanoseconds else 0):
            return False
        size, inode, user, group = self.numbers
        return (
            _same_time(self.modified, status.st_mtime_ns)
            and _same_time(self.changed, status.st_ctime_ns)
            and (size, user, group) == (status.st_size & UNSIGNED, status.st_uid, status.st_gid)
            # Git on Windows records no inode, and the mode there says nothing of the file.
            and inode in (0, status.st_ino & UNSIGNED)
            and (WINDOWS or bool(status.st_mode & 0o100) == bool(self.mode & 0o100))
        )


@dataclass(frozen=True, slots=True)
class Entries:
    """An index: its files and submodules by path, and each folder above one, without a final slash."""

    files: dict[str, Entry]
    directories: frozenset[str]


def index_stamp(repository: pygit2.Repository) -> Stamp | None:
    """The stamp of a repository's index as it is now; None where nothing was ever added."""
    try:
        status = os.stat(repository.path + "index")
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_index(repository: pygit2.Repository) -> tuple[Stamp | None, Entries]:
    """A repository's index, and the stamp that it had before it was read.

    Raises:
        pygit2.GitError, OSError, ValueError, KeyError: libgit2 cannot read it.
    """
    stamp = index_stamp(repository)
    if stamp is None:
        return None, Entries({}, frozenset())
    cached = _cache.get(repository.path)
    if cached is not None and cached[0] == stamp:
        return cached
    entries = _read(repository.index)
    if len(_cache) >= CACHED:
        _cache.pop(next(iter(_cache)), None)
    _cache[repository.path] = stamp, entries
    return stamp, entries


def _same_time(recorded: tuple[int, int], now: int) -> bool:
    seconds, nanoseconds = divmod(now, BILLION)
    return recorded[0] == seconds and recorded[1] in (0, nanoseconds)


def _read(index: Any) -> Entries:
    # pygit2's IndexEntry shows neither flags nor times nor raw names: hence libgit2's own structures.
    pointer, get, text, buffer, address = index._index, C.git_index_get_byindex, ffi.string, ffi.buffer, ffi.addressof
    files: dict[str, Entry] = {}
    directories: set[str] = set()
    decode = os.fsdecode
    for position in range(len(index)):
        raw = get(pointer, position)
        mode, modified, changed = raw.mode, raw.mtime, raw.ctime
        hidden = raw.flags & (ASSUME_UNCHANGED | STAGE) or raw.flags_extended & (SKIP_WORKTREE | INTENT_TO_ADD)
        path = decode(text(raw.path))
        files[path] = Entry(
            mode,
            bytes(buffer(address(raw, "id"))).hex(),
            not hidden and stat.S_ISREG(mode),
            (modified.seconds, modified.nanoseconds),
            (changed.seconds, changed.nanoseconds),
            (raw.file_size, raw.ino, raw.uid, raw.gid),
        )
        parent = path if mode == GITLINK else path.rpartition("/")[0]
        while parent and parent not in directories:
            directories.add(parent)
            parent = parent.rpartition("/")[0]
    return Entries(files, frozenset(directories))
