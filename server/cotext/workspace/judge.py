"""Which entries of a folder belong into the index: the one place where all rules meet.

A `Level` is a folder on the way down; each entry is judged on its level, whether a walk lists the folder or one path is
looked at alone.
"""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH118

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum

from cotext.workspace.builtin_skips import (
    bare_repository_entries,
    is_marked_cache,
    is_skipped_directory,
    is_version_control,
)
from cotext.workspace.credentials import is_credential, is_credential_directory
from cotext.workspace.git import GitRefused, GitTree, enclosing_tree, tree_at
from cotext.workspace.git_index import Entry
from cotext.workspace.ignore import IgnoreFile, glob_matcher, is_ignored, parse_ignore_file
from cotext.workspace.opening import read_small
from cotext.workspace.paths import displayable, is_indexable_name

__all__ = ["OWN_IGNORE_FILE", "Judge", "Level", "ScanRules", "Verdict"]

GIT_IGNORE_FILE = ".gitignore"
OWN_IGNORE_FILE = ".cotextignore"


@dataclass(frozen=True, slots=True)
class ScanRules:
    """What a client adds to the rules.

    Attributes:
        exclude: globs as in `ignore.glob_matcher`, relative to the workspace folder.
    """

    exclude: tuple[str, ...] = ()


class Verdict(Enum):
    """What becomes of an entry. `SILENT`: it is no content of the workspace (`.git`), and not counted as ignored."""

    KEEP = "keep"
    TRACKED_ONLY = "trackedOnly"
    IGNORED = "ignored"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Level:
    """A folder that is being judged.

    Attributes:
        prefix: "" for the workspace folder, else "src/".
        tree, tree_prefix: the work tree that it is in, and its path there ("" or "src/").
        git_ignores: `.gitignore` files from the outside in; only where there is no work tree.
        own_ignores: `.cotextignore` files from the outside in.
        tracked_only: only tracked files count here.
        hidden: entries that are not content (those of a bare repository).
    """

    prefix: str
    tree: GitTree | None = None
    tree_prefix: str = ""
    git_ignores: tuple[IgnoreFile, ...] = ()
    own_ignores: tuple[IgnoreFile, ...] = ()
    tracked_only: bool = False
    hidden: frozenset[str] = frozenset()


class Judge:
    """Judges the entries of one workspace folder. `messages` collects, for a person, what could not be judged by git.

    Args:
        folder: absolute path of the workspace folder, links resolved.
        rules: the client's rules.
    """

    def __init__(self, folder: str, rules: ScanRules) -> None:
        self.folder = folder
        self.messages: list[str] = []
        self._excluded = glob_matcher(rules.exclude)
        # A rule such as `.aws/credentials` must also hold when `.aws` itself is the workspace folder.
        self._above = "/".join(folder.replace(os.sep, "/").rsplit("/", 2)[-2:]) + "/"

    def root(self, names: Collection[str] | None = None) -> Level:
        """The level of the workspace folder. `names`: its entries, where they are known."""
        level = Level("")
        try:
            tree = enclosing_tree(self.folder)
        except GitRefused as refused:
            self._refused("", refused)
            tree = None
        if tree is not None:
            inside = os.path.relpath(self.folder, tree.root).replace(os.sep, "/")
            prefix = "" if inside == "." else inside + "/"
            if prefix and tree.is_ignored(prefix):
                self.messages.append("The repository around this folder ignores it; it is indexed without git.")
            else:
                level = replace(level, tree=tree, tree_prefix=prefix)
        return self._with_contents(level, names)

    def enter(self, level: Level, name: str, verdict: Verdict, names: Collection[str] | None = None) -> Level:
        """The level of a folder judged `KEEP` or `TRACKED_ONLY`. `names`: its entries, where they are known."""
        prefix = f"{level.prefix}{name}/"
        below = replace(
            level,
            prefix=prefix,
            tree_prefix=f"{level.tree_prefix}{name}/" if level.tree is not None else "",
            tracked_only=level.tracked_only or verdict is Verdict.TRACKED_ONLY,
            hidden=frozenset(),
        )
        if self._has(prefix, ".git", names):
            try:
                tree = tree_at(self._absolute(prefix))
            except GitRefused as refused:
                self._refused(prefix, refused)
                below = replace(below, tree=None, tree_prefix="", git_ignores=(), tracked_only=False)
            else:
                if tree is not None:
                    below = replace(below, tree=tree, tree_prefix="", git_ignores=(), tracked_only=False)
        if self._is_cache(prefix, names):
            below = replace(below, tracked_only=True)
        return self._with_contents(below, names)

    def judge_directory(self, level: Level, name: str) -> Verdict:
        """What becomes of a folder."""
        if is_version_control(name):
            return Verdict.SILENT
        path = level.prefix + name
        if is_credential_directory(name) or self._left_out(level, path, path + "/"):
            return Verdict.IGNORED
        tree = level.tree
        if tree is not None and tree.has_tracked_below(level.tree_prefix + name):
            below = level.tracked_only or is_skipped_directory(name)
            submodule = tree.is_submodule(level.tree_prefix + name)
            return Verdict.TRACKED_ONLY if below and not submodule else Verdict.KEEP
        if name in level.hidden:
            return Verdict.SILENT
        if level.tracked_only or is_skipped_directory(name) or self._ignored_by_git(level, name + "/"):
            return Verdict.IGNORED
        return Verdict.KEEP

    def judge_file(self, level: Level, name: str) -> tuple[Verdict, Entry | None]:
        """What becomes of a file, and its entry in git's index where git tracks it."""
        if is_version_control(name):
            return Verdict.SILENT, None
        path = level.prefix + name
        if is_credential(self._above + path) or self._left_out(level, path, path):
            return Verdict.IGNORED, None
        entry = level.tree.entry(level.tree_prefix + name) if level.tree is not None else None
        if entry is not None:
            return Verdict.KEEP, entry
        if name in level.hidden:
            return Verdict.SILENT, None
        if level.tracked_only or self._ignored_by_git(level, name):
            return Verdict.IGNORED, None
        return Verdict.KEEP, None

    def _left_out(self, level: Level, path: str, own_path: str) -> bool:
        return self._excluded(path) or (bool(level.own_ignores) and is_ignored(level.own_ignores, own_path))

    def _ignored_by_git(self, level: Level, name: str) -> bool:
        if level.tree is None:
            return bool(level.git_ignores) and is_ignored(level.git_ignores, level.prefix + name)
        path = level.tree_prefix + name
        # libgit2 takes text: a name that is none is judged with its odd bytes replaced, which rules for suffixes bear.
        return level.tree.is_ignored(path if is_indexable_name(path) else path.encode(errors="replace").decode())

    def _with_contents(self, level: Level, names: Collection[str] | None) -> Level:
        own, outside = level.own_ignores, level.git_ignores
        if level.tree is None:
            # Where libgit2 refuses a repository, its private excludes still hold.
            outside += self._ignore_files(level.prefix, ".git/info/exclude", self._has(level.prefix, ".git", names))
            outside += self._ignore_files(
                level.prefix, GIT_IGNORE_FILE, self._has(level.prefix, GIT_IGNORE_FILE, names)
            )
        own += self._ignore_files(level.prefix, OWN_IGNORE_FILE, self._has(level.prefix, OWN_IGNORE_FILE, names))
        listed = [name for name in ("HEAD", "objects", "refs") if self._has(level.prefix, name, names)]
        return replace(level, git_ignores=outside, own_ignores=own, hidden=bare_repository_entries(listed))

    def _ignore_files(self, prefix: str, name: str, present: bool) -> tuple[IgnoreFile, ...]:
        data = read_small(self.folder, prefix + name) if present else None
        return () if not data else (parse_ignore_file(data, prefix),)

    def _is_cache(self, prefix: str, names: Collection[str] | None) -> bool:
        if names is not None:
            return is_marked_cache(names)
        return is_marked_cache([name for name in ("pyvenv.cfg", "CACHEDIR.TAG") if self._has(prefix, name, None)])

    def _has(self, prefix: str, name: str, names: Collection[str] | None) -> bool:
        return name in names if names is not None else os.path.lexists(self._absolute(prefix) + os.sep + name)

    def _absolute(self, prefix: str) -> str:
        return os.path.join(self.folder, *prefix.split("/")).rstrip(os.sep) or os.sep

    def _refused(self, prefix: str, refused: GitRefused) -> None:
        where = f"The repository in {displayable(prefix)}" if prefix else "The repository of this folder"
        self.messages.append(f"{where} cannot be read by git's library ({refused}); it is indexed without git.")
