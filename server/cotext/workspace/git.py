"""What git knows of a work tree: which files it tracks or ignores, and blob hashes that it vouches for. Reads only."""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH112, PTH118

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Set
from pathlib import Path

import pygit2
from pygit2.enums import ConfigLevel, DiffOption, RepositoryOpenFlag

from cotext.workspace.attributes import conversion_matcher
from cotext.workspace.git_index import Entry, index_stamp, read_index
from cotext.workspace.opening import read_small

__all__ = ["GitRefused", "GitTree", "enclosing_tree", "tree_at"]

FEW_FILES = 1000
FEW_BYTES = 16 * 1024 * 1024
"""Up to so much that git's times leave in doubt is hashed by libgit2 at each scan. A whole tree (copied, so that
no inode is right) takes it seconds; to read such files once, and then go by size and time, is better."""


class GitRefused(Exception):
    """A repository that libgit2 will not read; the text says why."""


class GitTree:
    """One work tree. Paths are POSIX paths relative to its root.

    Raises:
        GitRefused: libgit2 does not read the repository: another owner, damage, a format it does not know.
    """

    def __init__(self, repository: pygit2.Repository) -> None:
        self._repository = repository
        try:
            self._stamp, self._entries = read_index(repository)
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
        return entry is not None and entry.is_submodule

    def has_tracked_below(self, directory: str) -> bool:
        """Whether any tracked file or submodule lies below a folder."""
        return directory in self._entries.directories

    def is_ignored(self, path: str) -> bool:
        """Whether git's ignore rules leave out an untracked path; a folder's ends with "/"."""
        return bool(self._repository.path_is_ignored(path))

    def vouched(self, files: Iterable[tuple[str, Entry, os.stat_result]]) -> set[str]:
        """Those of some tracked files whose bytes on disk are those of their entry's blob, filters aside.

        First by git's own test, size, times and inode, which reads nothing; what that leaves in doubt is compared by
        libgit2, if it is little. What differs between the index and HEAD does not matter here.

        Args:
            files: path, entry and `lstat`, which must be older than this call.
        """
        if self._stamp is None:
            return set()
        vouched: set[str] = set()
        doubtful: set[str] = set()
        size = 0
        for path, entry, status in files:
            if not entry.comparable:
                continue
            if entry.matches(status, self._stamp):
                vouched.add(path)
            else:
                doubtful.add(path)
                size += status.st_size
        if doubtful and len(doubtful) <= FEW_FILES and size <= FEW_BYTES:
            changed = self._changed()
            vouched |= set() if changed is None else doubtful - changed
        return vouched

    def _changed(self) -> set[str] | None:
        """Tracked paths that libgit2 does not find equal to the index; None where it cannot say."""
        try:
            difference = self._repository.index.diff_to_workdir(DiffOption.IGNORE_SUBMODULES)
            changed = {
                os.fsdecode(side.raw_path) for delta in difference.deltas for side in (delta.old_file, delta.new_file)
            }
        except (pygit2.GitError, OSError):
            return None
        # An index that was written meanwhile says nothing of the entries read before.
        return changed if index_stamp(self._repository) == self._stamp else None

    def converted(self, seen: Set[str]) -> Callable[[str], bool]:
        """Whether git may store other bytes than those on disk for a path (line ends, filters, `$Id$`, encodings).

        Args:
            seen: the attributes files that a walk saw.
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

    def _attribute_files(self, seen: Set[str]) -> Iterator[tuple[str, bytes]]:
        for directory in ("", *sorted(self._entries.directories)):
            prefix = directory + "/" if directory else ""
            path = prefix + ".gitattributes"
            entry = self._entries.files.get(path)
            if entry is None and path not in seen:
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
