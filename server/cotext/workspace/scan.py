"""Which files of a workspace folder belong into its index: all of them, given ones, or one."""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH118

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cotext.errors import Cancelled
from cotext.records import FoundFile, SkippedFile
from cotext.workspace.builtin_skips import is_skipped_directory
from cotext.workspace.decoding import is_binary_name
from cotext.workspace.judge import OWN_IGNORE_FILE, Judge, Level, ScanRules, Verdict
from cotext.workspace.opening import is_link
from cotext.workspace.paths import is_indexable_name, relative_posix
from cotext.workspace.walk import Findings, check_file, list_folder, to_found, walk

__all__ = ["Scan", "ScanRules", "belongs", "needs_rescan", "scan_folder", "scan_paths"]

RULE_FILES = frozenset({".gitignore", ".gitattributes", ".gitmodules", OWN_IGNORE_FILE, "pyvenv.cfg", "CACHEDIR.TAG"})
REPOSITORY_FILES = frozenset({"HEAD", "index", "config", "info/exclude", "info/attributes"})


def never() -> bool:
    """The answer of an asker that never goes away."""
    return False


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scan found.

    Attributes:
        files: files that belong into the index, by path. `scan_paths` gives none of them a blob hash.
        skipped: files that nothing ignores and that still cannot be indexed. Paths that are not Unicode are escaped.
        ignored: ignored entries met; an ignored folder counts once and is not descended.
        message: what a person should know (a repository that could not be read), or None.
        gone: only from `scan_paths`: given paths that do not belong into the index (any more): deleted, ignored, behind
            a link. One that was a folder stands for everything below it.
    """

    files: list[FoundFile]
    skipped: list[SkippedFile]
    ignored: int
    message: str | None
    gone: list[str] = field(default_factory=list)


def scan_folder(folder: Path, rules: ScanRules, cancelled: Callable[[], bool] = never) -> Scan:
    """Find every file of a folder that belongs into its index, without reading any that git vouches for.

    In a git work tree git decides what is tracked or ignored; elsewhere `.gitignore` files do. On top come
    `.cotextignore` files, `rules`, folders of dependencies and build results (unless tracked), and credentials.

    Args:
        folder: the workspace folder; only what lies below it is judged.
        rules: the client's rules.
        cancelled: asked once a folder.

    Raises:
        WorkspaceError: the folder does not exist, is no folder, or cannot be read.
        Cancelled: `cancelled` answered True.
    """
    judge = Judge(os.path.realpath(folder), rules)
    findings = walk(judge, cancelled)
    files = sorted(to_found(findings), key=lambda file: file.path)
    findings.skipped.sort(key=lambda file: file.path)
    return Scan(files, findings.skipped, findings.ignored, _message(judge))


def scan_paths(folder: Path, rules: ScanRules, paths: Iterable[Path], cancelled: Callable[[], bool] = never) -> Scan:
    """Judge given files only, as after events from the file system. Folders, and paths outside, say nothing.

    Args:
        folder, rules, cancelled: as for `scan_folder`.
        paths: absolute paths, existing or not.

    Raises:
        WorkspaceError, Cancelled: as for `scan_folder`.
    """
    judge = Judge(os.path.realpath(folder), rules)
    list_folder(judge.folder)
    levels: dict[str, Level | None] = {"": judge.root()}
    findings, gone = Findings(), []
    relatives = {relative for path in paths if (relative := relative_posix(folder, path)) not in (None, ".")}
    for relative in sorted(one for one in relatives if one is not None):
        if cancelled():
            raise Cancelled("The scan was cancelled.")
        parent, _, name = relative.rpartition("/")
        level = _level(judge, levels, parent)
        absolute = os.path.join(judge.folder, relative)
        try:
            status = os.lstat(absolute) if level is not None else None
        except OSError:
            status = None
        if level is None or status is None:
            gone.append(relative)
        elif stat.S_ISDIR(status.st_mode) and not is_link(status):
            continue
        elif not check_file(judge, level, name, status, findings, absolute):
            gone.append(relative)
    files = [one.found(None) for one in findings.seen]
    return Scan(files, findings.skipped, findings.ignored, _message(judge), gone)


def belongs(folder: Path, rules: ScanRules, path: Path) -> bool:
    """Whether a file belongs into the folder's index by the rules. It need not exist yet; a link never does.

    Args:
        folder: the workspace folder.
        rules: the client's rules.
        path: absolute path of the file.
    """
    relative = relative_posix(folder, path)
    if relative is None or relative == "." or is_binary_name(relative) or not is_indexable_name(relative):
        return False
    judge = Judge(os.path.realpath(folder), rules)
    parent, _, name = relative.rpartition("/")
    level = _level(judge, {"": judge.root()}, parent, missing_too=True)
    if level is None or judge.judge_file(level, name)[0] is not Verdict.KEEP:
        return False
    try:
        return stat.S_ISREG(os.lstat(os.path.join(judge.folder, relative)).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False


def needs_rescan(folder: Path, paths: Iterable[Path]) -> bool:
    """Whether events at these paths may change more than these paths, so that the whole folder must be compared.

    True for ignore and attributes files, what git rewrites when it switches, commits or stages (`.git/HEAD`,
    `.git/index`...), folders, and a vanished path whose name looks like a folder's (it has no suffix) or whose parent
    vanished too. Nothing in folders of dependencies and build results counts.
    """
    for path in paths:
        relative = relative_posix(folder, path)
        if relative is None:
            continue
        parts = relative.split("/")
        if ".git" in parts:
            inside = "/".join(parts[parts.index(".git") + 1 :])
            if inside in REPOSITORY_FILES or inside == "":
                return True
        elif any(map(is_skipped_directory, parts[:-1])):
            # Builds and package managers make and delete folders all the time.
            continue
        elif parts[-1] in RULE_FILES or _may_be_folder(path):
            return True
    return False


def _may_be_folder(path: Path) -> bool:
    try:
        status = os.lstat(path)
    except OSError:
        return not path.suffix or not path.parent.exists()
    return stat.S_ISDIR(status.st_mode)


def _level(judge: Judge, levels: dict[str, Level | None], directory: str, *, missing_too: bool = False) -> Level | None:
    """The level of a folder, going down from the nearest known one; None where nothing below can belong."""
    if directory in levels:
        return levels[directory]
    parent, _, name = directory.rpartition("/")
    level = _level(judge, levels, parent, missing_too=missing_too)
    levels[directory] = None
    if level is None or not is_indexable_name(name):
        return None
    try:
        status = os.lstat(os.path.join(judge.folder, directory))
        if is_link(status) or not stat.S_ISDIR(status.st_mode):
            return None
    except OSError:
        if not missing_too:
            return None
    verdict = judge.judge_directory(level, name)
    if verdict in (Verdict.KEEP, Verdict.TRACKED_ONLY):
        levels[directory] = judge.enter(level, name, verdict)
    return levels[directory]


def _message(judge: Judge) -> str | None:
    return " ".join(judge.messages[:3]) or None
