"""What documents are called inside the workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotext.lsp.workspace_names import Place, WorkspaceNames


def names(*folders: Path) -> WorkspaceNames:
    return WorkspaceNames({folder: folder.as_uri() for folder in folders})


def test_in_one_folder_the_path_inside(tmp_path: Path) -> None:
    place = names(tmp_path / "one").place(str(tmp_path / "one" / "src" / "a.py"))
    assert place == Place("src/a.py", tmp_path / "one", "one")


def test_in_several_folders_after_the_folders_name(tmp_path: Path) -> None:
    outer, inner, other = tmp_path / "outer", tmp_path / "outer" / "inner", tmp_path / "other"
    known = names(outer, inner, other)
    assert known.place(str(inner / "a.py")) == Place("inner/a.py", inner, "inner")
    assert known.place(str(outer / "a.py")) == Place("outer/a.py", outer, "outer")
    assert known.place(str(other / "src" / "a.py")).path == "other/src/a.py"


@pytest.mark.parametrize("name", ["outside.py", "one-more/outside.py"])
def test_outside_no_folder_is_told(tmp_path: Path, name: str) -> None:
    assert names(tmp_path / "one").place(str(tmp_path / name)) == Place("outside.py", None, "")


@pytest.mark.parametrize(
    ("uri", "path"), [("untitled:Untitled-1", "Untitled-1"), ("untitled:/home/me/new%20one.py", "new one.py")]
)
def test_what_is_no_file_has_its_last_name(tmp_path: Path, uri: str, path: str) -> None:
    assert names(tmp_path).place(uri) == Place(path, None, "")


def test_a_cell_is_where_its_notebook_is(tmp_path: Path) -> None:
    uri = (tmp_path / "notes" / "a b.ipynb").as_uri().replace("file://", "vscode-notebook-cell:", 1)
    assert names(tmp_path).place(f"{uri}#W1sZmlsZQ%3D%3D") == Place("notes/a b.ipynb", tmp_path, tmp_path.name)
