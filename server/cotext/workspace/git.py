"""What git knows of a work tree: which files it tracks or ignores, and blob hashes that it vouches for. Reads only."""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH112, PTH116, PTH118

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygit2
from pygit2.enums import ConfigLevel, DiffOption, RepositoryOpenFlag
from pygit2.ffi import C, ffi

from cotext.workspace.attributes import conversion_matcher
from cotext.workspace.opening import read_small

__all__ = ["Entry", "GitRefused", "GitTree", "enclosing_tree", "tree_at"]

GITLINK = 0o160000
ASSUME_UNCHANGED = 0x8000
STAGE = 0x3000
SKIP_WORKTREE = 1 << 14
INTENT_TO_ADD = 1 << 13


class GitRefused(Exception):
    """A repository that libgit2 will not read; the text says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of git's index. `trusted`: no flag (assume-unchanged...) keeps git from comparing it with the disk."""

    mode: int
    blob: str
    trusted: bool


@dataclass(frozen=True, slots=True)
class Entries:
    """Git's index: its files and submodules by path, and each folder above one, without a final slash."""

    files: dict[str, Entry]
    directories: frozenset[str]


Stamp = tuple[int, int, int]

_cache: dict[str, tuple[Stamp, Entries]] = {}
"""The last indexes read, by path and stamp: judging one path at a time must not read the whole index each time."""
CACHED = 8


class GitTree:
    """One work tree. Paths are POSIX paths relative to its root.

    Raises:
        GitRefused: libgit2 does not read the repository: another owner, damage, a format it does not know.
    """

    def __init__(self, repository: pygit2.Repository) -> None:
        self._repository = repository
        try:
            self._stamp, self._entries = _entries(repository)
        except (pygit2.GitError, OSError, ValueError, KeyError) as error:
            raise GitRefused(_reason(error)) from None

    @property
    def root(self) -> str:
        """Absolute path of the work tree, without a final separator."""
        return os.path.realpath(str(self._repository.workdir))

    def entry(self, path: str) -> Entry | None:
        """The index's entry for a file, None when it is not tracked."""
        return self._entries.files.get(path)

    def is_submodule(self, path: str) -> bool:
        """Whether the index holds a submodule at this path."""
        entry = self._entries.files.get(path)
        return entry is not None and entry.mode == GITLINK

    def has_tracked_below(self, directory: str) -> bool:
        """Whether any tracked file or submodule lies below a folder."""
        return directory in self._entries.directories

    def is_ignored(self, path: str) -> bool:
        """Whether git's ignore rules leave out an untracked path; a folder's ends with "/"."""
        return bool(self._repository.path_is_ignored(path))

    def changed(self) -> set[str] | None:
        """Tracked paths whose bytes on disk libgit2 does not find equal to the index, deleted ones included.

        The index against the disk only: what differs between the index and HEAD does not matter here. None: the index
        was written meanwhile, so that nothing can be said of the entries read before.

        Raises:
            GitRefused: the comparison failed.
        """
        try:
            difference = self._repository.index.diff_to_workdir(DiffOption.IGNORE_SUBMODULES)
            deltas = list(difference.deltas)
        except (pygit2.GitError, OSError) as error:
            raise GitRefused(_reason(error)) from None
        if _stamp(self._repository) != self._stamp:
            return None
        return {os.fsdecode(side.raw_path) for delta in deltas for side in (delta.old_file, delta.new_file)}

    def converted(self, seen: Callable[[str], bool]) -> Callable[[str], bool]:
        """Whether git may store other bytes than those on disk for a path (line ends, filters, `$Id$`, encodings).

        Args:
            seen: whether a walk saw an attributes file at a path; asked for every folder that has tracked files.
        """
        if self._converts_line_ends():
            return lambda path: True  # noqa: ARG005
        return conversion_matcher(self._attribute_files(seen))

    def _converts_line_ends(self) -> bool:
        try:
            value = self._repository.config["core.autocrlf"]
            # A key without a value means true.
            return value is None or value.lower() not in ("false", "no", "off", "0", "")
        except (KeyError, pygit2.GitError):
            return False

    def _attribute_files(self, seen: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
        for directory in ("", *sorted(self._entries.directories)):
            prefix = directory + "/" if directory else ""
            path = prefix + ".gitattributes"
            entry = self._entries.files.get(path)
            if entry is None and not seen(path):
                continue
            data = read_small(self.root, path)
            if data is None and entry is not None:
                # Not on disk, as in a sparse checkout: then git goes by the index.
                try:
                    data = bytes(getattr(self._repository[entry.blob], "data", b"* text"))
                except (KeyError, ValueError, AttributeError, pygit2.GitError):
                    data = b"* text"
            if data:
                yield prefix, data
        yield from ((("", data)) for data in self._outer_attribute_files())

    def _outer_attribute_files(self) -> Iterator[bytes]:
        places = [
            Path(self._repository.path) / "info" / "attributes",
            Path(_common_directory(self._repository), "info", "attributes"),
        ]
        try:
            places.append(Path(self._repository.config["core.attributesFile"] or "").expanduser())
        except (KeyError, pygit2.GitError, RuntimeError):
            places += [Path(one, "attributes") for one in _search_path(ConfigLevel.XDG)]
        places += [Path(one, "gitattributes") for one in _search_path(ConfigLevel.SYSTEM)]
        for place in dict.fromkeys(places):
            if data := read_small(place.parent, place.name):
                yield data


def enclosing_tree(folder: str) -> GitTree | None:
    """The work tree that a folder is in or is the root of; None where there is none (bare repositories have none).

    Raises:
        GitRefused: there is one, and libgit2 does not read it.
    """
    try:
        found = pygit2.discover_repository(folder)
    except (pygit2.GitError, KeyError, ValueError, UnicodeError):
        found = None
    if found is None:
        for one in (Path(folder), *Path(folder).parents):
            if (one / ".git").is_file():
                raise GitRefused("its .git file leads to no repository")
        return None
    tree = _open(found)
    if tree is None or not _is_within(folder, tree.root):
        return None
    return tree


def tree_at(directory: str) -> GitTree | None:
    """The work tree whose root is exactly this folder, which holds a `.git`; None when that `.git` is no repository.

    Raises:
        GitRefused: it is one, and libgit2 does not read it.
    """
    marker = os.path.join(directory, ".git")
    if os.path.isdir(marker) and not os.path.lexists(os.path.join(marker, "HEAD")):
        return None
    tree = _open(directory)
    # A repository's own configuration may claim another work tree than the folder that it stands in.
    return tree if tree is not None and tree.root == os.path.realpath(directory) else None


def _open(path: str) -> GitTree | None:
    try:
        repository = pygit2.Repository(path, RepositoryOpenFlag.NO_SEARCH)
    except (pygit2.GitError, KeyError, ValueError, UnicodeError) as error:
        raise GitRefused(_reason(error)) from None
    return None if repository.is_bare or repository.workdir is None else GitTree(repository)


def _is_within(folder: str, root: str) -> bool:
    folder = os.path.realpath(folder)
    return folder == root or folder.startswith(root.rstrip(os.sep) + os.sep)


def _reason(error: BaseException) -> str:
    return str(error.args[0] if error.args else error).strip().rstrip(".")


def _search_path(level: ConfigLevel) -> list[str]:
    try:
        return [one for one in str(pygit2.settings.search_path[level]).split(os.pathsep) if one]
    except (pygit2.GitError, ValueError, KeyError):
        return []


def _common_directory(repository: pygit2.Repository) -> str:
    """Where a linked work tree's main repository lives; the repository's own folder else."""
    data = read_small(repository.path, "commondir")
    return os.path.join(repository.path, os.fsdecode(data.strip())) if data else repository.path


def _stamp(repository: pygit2.Repository) -> Stamp | None:
    try:
        status = os.stat(repository.path + "index")
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _entries(repository: pygit2.Repository) -> tuple[Stamp | None, Entries]:
    stamp = _stamp(repository)
    if stamp is None:
        return None, Entries({}, frozenset())
    cached = _cache.get(repository.path)
    if cached is not None and cached[0] == stamp:
        return cached
    entries = _read_entries(repository.index)
    if len(_cache) >= CACHED:
        _cache.pop(next(iter(_cache)), None)
    _cache[repository.path] = stamp, entries
    return stamp, entries


def _read_entries(index: Any) -> Entries:
    # pygit2's IndexEntry shows neither flags nor raw names, and both matter: hence libgit2's own structures.
    pointer, get, text = index._index, C.git_index_get_byindex, ffi.string
    files: dict[str, Entry] = {}
    directories: set[str] = set()
    decode = os.fsdecode
    for position in range(len(index)):
        raw = get(pointer, position)
        flags, extended = raw.flags, raw.flags_extended
        trusted = not (flags & (ASSUME_UNCHANGED | STAGE) or extended & (SKIP_WORKTREE | INTENT_TO_ADD))
        path = decode(text(raw.path))
        files[path] = Entry(raw.mode, bytes(ffi.buffer(ffi.addressof(raw, "id"))).hex(), trusted)
        parent = path.rpartition("/")[0] if stat.S_IFMT(raw.mode) != GITLINK else path
        while parent and parent not in directories:
            directories.add(parent)
            parent = parent.rpartition("/")[0]
    return Entries(files, frozenset(directories))
