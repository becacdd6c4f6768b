from __future__ import annotations

import os
from pathlib import Path

import pytest

from cotext.workspace.private_files import make_private, replace_private

needs_modes = pytest.mark.skipif(os.name == "nt", reason="there are no such modes")


@needs_modes
def test_a_folder_is_private_with_its_parents(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b" / "c"
    make_private(folder)
    make_private(folder)
    assert {one.stat().st_mode & 0o777 for one in (folder, folder.parent, folder.parent.parent)} == {0o700}


@needs_modes
def test_a_file_is_private_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text("old")
    path.chmod(0o666)
    replace_private(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


@needs_modes
def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("untouched")
    (tmp_path / "file.json.new").symlink_to(elsewhere)
    replace_private(tmp_path / "file.json", "new")
    assert elsewhere.read_text() == "untouched"
    assert (tmp_path / "file.json").read_text() == "new"


def test_a_reader_that_has_the_old_file_open_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    replace_private(path, "old")
    with path.open() as reader:
        if os.name != "nt":
            replace_private(path, "new")
        assert reader.read() == "old"
