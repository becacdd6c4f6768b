"""What documents are called inside the workspace, as a model is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from cotext.workspace.paths import displayable, relative_posix
from cotext.workspace.uris import uri_to_path

__all__ = ["Place", "WorkspaceNames"]


_NOTEBOOK_CELL = "vscode-notebook-cell:"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document is.

    Attributes:
        path: relative to the workspace folder, after the folder's name where there are several; outside of them the
            last part of its name alone.
        folder: the workspace folder; None: outside every one.
        repository: the folder's name.
    """

    path: str
    folder: Path | None
    repository: str


class WorkspaceNames:
    """The names in a workspace.

    Args:
        folders: its folders.
    """

    def __init__(self, folders: Mapping[Path, str]) -> None:
        # The innermost folder that holds a document is its own.
        self._folders = sorted(folders, key=lambda folder: len(folder.parts), reverse=True)

    def place(self, document: str) -> Place:
        """Where a document is, by its absolute path or its URI. May look at the disk, to follow links to folders."""
        path = _file_of(document)
        if path.is_absolute():
            for folder in self._folders:
                inside = relative_posix(folder, path)
                if inside is not None:
                    named = f"{folder.name}/{inside}" if len(self._folders) > 1 else inside
                    return Place(displayable(named), folder, displayable(folder.name))
            return Place(displayable(path.name), None, "")
        return Place(unquote(document.partition("#")[0].rpartition("/")[2].rpartition(":")[2]), None, "")


def _file_of(document: str) -> Path:
    """The file that a document is, or is a cell of."""
    if document.startswith(_NOTEBOOK_CELL):
        return uri_to_path(f"file:{document.removeprefix(_NOTEBOOK_CELL)}") or Path()
    return Path(document)
