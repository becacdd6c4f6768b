"""Paths relative to a workspace folder: POSIX form, whatever the platform."""

from __future__ import annotations

import os
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

__all__ = ["displayable", "is_indexable_name", "native_path", "relative_posix", "relative_pure"]


def relative_pure(folder: PurePath, path: PurePath) -> str | None:
    """POSIX path of `path` below `folder`, by name alone; "." for the folder itself, None outside.

    Both are absolute and of one family; Windows names compare without regard to case, and keep the case of `path`.
    """
    ours, theirs = _parts(folder), _parts(path)
    count = len(ours)
    same = [part.lower() for part in ours] == [part.lower() for part in theirs[:count]]
    if not (same if isinstance(path, PureWindowsPath) else ours == theirs[:count]):
        return None
    return "/".join(theirs[count:]) or "."


def relative_posix(folder: Path, path: Path) -> str | None:
    """POSIX path of `path` below `folder`; "." for the folder itself, None outside.

    Where the names do not agree, the folder and the path's parent are resolved, so that a folder reached through
    a link (`/tmp` on macOS) still holds its files. The last component is never followed: a link is a path of its own.
    """
    folder, path = folder.absolute(), path.absolute()
    if (relative := relative_pure(folder, path)) is not None:
        return relative
    try:
        return relative_pure(Path(os.path.realpath(folder)), Path(os.path.realpath(path.parent)) / path.name)
    except (OSError, ValueError):
        return None


def native_path(folder: str, path: str, separator: str = os.sep) -> str:
    """The absolute path, in the platform's own spelling, of a relative POSIX path; much cheaper than by `Path`.

    Args:
        folder: absolute path of the workspace folder.
        path: POSIX path relative to it.
        separator: of the platform.
    """
    inside = path if separator == "/" else path.replace("/", separator)
    return folder + inside if folder.endswith(separator) else folder + separator + inside


def is_indexable_name(name: str) -> bool:
    """Whether a file's name is Unicode; one that is not cannot be written to an index or a protocol."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def displayable(path: str) -> str:
    """A path that can be shown and sent: bytes that are no Unicode are written as escapes ("b\\xff.txt")."""
    if is_indexable_name(path):
        return path
    return path.encode("utf-8", "surrogateescape" if os.name != "nt" else "surrogatepass").decode(
        "utf-8", "backslashreplace"
    )


def _parts(path: PurePath) -> list[str]:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            # The root stays: ".." above it is the root again.
            del parts[max(len(parts) - 1, 1) :]
        else:
            parts.append(part)
    if parts and isinstance(path, PurePosixPath) and parts[0] == "//":
        parts[0] = "/"
    return parts
