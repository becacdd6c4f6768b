"""Walking a workspace folder: every entry is listed once, judged once, and looked at without being opened."""

# pathlib costs more than the system calls here, and normalises names.
# ruff: noqa: PTH112, PTH116

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cotext.errors import Cancelled, FileSkipped, WorkspaceError
from cotext.records import FoundFile, SkippedFile
from cotext.workspace.decoding import is_binary_name
from cotext.workspace.git import GitTree
from cotext.workspace.git_index import Entry
from cotext.workspace.judge import Judge, Level, Verdict
from cotext.workspace.opening import is_link
from cotext.workspace.paths import displayable, is_indexable_name

__all__ = ["Findings", "check_file", "link_target_problem", "list_folder", "to_found", "walk"]

MOUNT_POINTS = os.name == "nt"
NOT_UNICODE = "Its name is not Unicode."


@dataclass(slots=True)
class Seen:
    """A regular file that belongs into the index, before git was asked for its blob hash."""

    path: str
    status: os.stat_result
    entry: Entry | None
    tree: GitTree | None
    tree_path: str

    def found(self, blob: str | None) -> FoundFile:
        """The record of the file, with git's blob hash where git vouches for it."""
        tracked = self.entry is not None
        return FoundFile(self.path, self.status.st_size, self.status.st_mtime_ns, blob, tracked)


@dataclass(slots=True)
class Findings:
    """What a walk met; `attribute_files` holds absolute paths."""

    seen: list[Seen] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    ignored: int = 0
    attribute_files: set[str] = field(default_factory=set)

    def skip(self, path: str, reason: str, detail: str = "") -> None:
        """Note a file that stays out of the index although nothing ignores it."""
        self.skipped.append(SkippedFile(displayable(path), reason, detail))


def list_folder(folder: str) -> list[os.DirEntry[str]]:
    """The entries of the workspace folder itself.

    Raises:
        WorkspaceError: it does not exist, is no folder, or cannot be read.
    """
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except FileNotFoundError:
        raise WorkspaceError(f"The folder {displayable(folder)} does not exist.") from None
    except NotADirectoryError:
        raise WorkspaceError(f"{displayable(folder)} is not a folder.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WorkspaceError(f"The folder {displayable(folder)} cannot be read: {reason}.") from None


def walk(judge: Judge, cancelled: Callable[[], bool]) -> Findings:
    """Walk the judge's folder.

    Raises:
        Cancelled: as soon as `cancelled` answers True; it is asked once a folder.
        WorkspaceError: see `list_folder`.
    """
    findings = Findings()
    listing = list_folder(judge.folder)
    pending: list[tuple[Level, list[os.DirEntry[str]]]] = [
        (judge.root([entry.name for entry in listing]), listing),
    ]
    while pending:
        if cancelled():
            raise Cancelled("The scan was cancelled.")
        level, listing = pending.pop()
        for entry in listing:
            verdict = _visit(judge, level, entry, findings)
            if verdict is None or (below := _list(entry, level.prefix + entry.name, findings)) is None:
                continue
            pending.append((judge.enter(level, entry.name, verdict, {one.name for one in below}), below))
    return findings


def check_file(
    judge: Judge, level: Level, name: str, status: os.stat_result, findings: Findings, absolute: str
) -> bool:
    """Judge one entry that is no folder, from its `lstat`; it ends up in `findings`, or is ignored (False)."""
    verdict, entry = judge.judge_file(level, name)
    if verdict is not Verdict.KEEP:
        findings.ignored += verdict is Verdict.IGNORED
        return False
    path = level.prefix + name
    if is_link(status):
        problem = link_target_problem(judge.folder, absolute)
        if problem is not None:
            findings.skip(path, problem.reason, problem.detail)
        return problem is not None
    if not stat.S_ISREG(status.st_mode):
        findings.skip(path, "special", "Not a regular file.")
    elif not is_indexable_name(name):
        findings.skip(path, "undecodable", NOT_UNICODE)
    elif is_binary_name(name):
        findings.skip(path, "binary", "Its name says so.")
    else:
        findings.seen.append(Seen(path, status, entry, level.tree, level.tree_prefix + name))
    return True


def link_target_problem(folder: str, link: str) -> FileSkipped | None:
    """Why a link counts as skipped; None where its target lies in the folder and is found under its own name."""
    try:
        target = os.path.realpath(link)
        os.stat(link)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return FileSkipped("outsideFolder", "A loop of links.")
        if error.errno not in (errno.ENOENT, errno.ENOTDIR):
            return FileSkipped("outsideFolder", "Its target cannot be read.")
    base = folder.rstrip(os.sep) + os.sep
    if os.path.isdir(target) and (link.startswith(target.rstrip(os.sep) + os.sep)):
        return FileSkipped("outsideFolder", "A link to a folder that holds it.")
    return None if target.startswith(base) else FileSkipped("outsideFolder", "A link that leads out of the folder.")


def to_found(findings: Findings) -> Iterator[FoundFile]:
    """The files of a walk with git's blob hashes where git vouches for the bytes on disk and converts none of them."""
    tracked: dict[int, list[Seen]] = {}
    for one in findings.seen:
        if one.entry is None:
            yield one.found(None)
        else:
            tracked.setdefault(id(one.tree), []).append(one)
    for files in tracked.values():
        tree = files[0].tree
        assert tree is not None, "a tracked file has a work tree"
        root = tree.root + os.sep
        vouched = tree.vouched((one.tree_path, one.entry, one.status) for one in files if one.entry is not None)
        converted = tree.converted({path.removeprefix(root).replace(os.sep, "/") for path in findings.attribute_files})
        for one in files:
            blob = one.entry.blob if one.entry is not None and one.tree_path in vouched else None
            yield one.found(None if converted(one.tree_path) else blob)


def _visit(judge: Judge, level: Level, entry: os.DirEntry[str], findings: Findings) -> Verdict | None:
    """Judge an entry; the verdict when it is a folder to go into, else None."""
    name = entry.name
    try:
        # On Windows a junction is a folder to `is_dir`, and a link to us.
        if entry.is_dir(follow_symlinks=False) and not (MOUNT_POINTS and is_link(entry.stat(follow_symlinks=False))):
            verdict = judge.judge_directory(level, name)
            findings.ignored += verdict is Verdict.IGNORED
            return verdict if verdict in (Verdict.KEEP, Verdict.TRACKED_ONLY) else None
        if name == ".gitattributes":
            findings.attribute_files.add(entry.path)
        check_file(judge, level, name, entry.stat(follow_symlinks=False), findings, entry.path)
    except FileNotFoundError:
        # It vanished while the folder was walked: it is just not there.
        return None
    except OSError as error:
        findings.skip(level.prefix + name, "unreadable", error.strerror or str(error))
    return None


def _list(entry: os.DirEntry[str], path: str, findings: Findings) -> list[os.DirEntry[str]] | None:
    if not is_indexable_name(entry.name):
        findings.skip(path, "undecodable", NOT_UNICODE)
        return None
    try:
        with os.scandir(entry.path) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        findings.skip(path, "unreadable", error.strerror or str(error))
        return None
