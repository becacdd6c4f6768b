"""Where indexes are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotext.index.cache import cache_root, folder_cache


def test_the_users_cache_folder_or_the_given_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("sys.platform", "linux")
    assert cache_root() == tmp_path / "xdg" / "cotext"
    assert cache_root(tmp_path) == tmp_path


def test_one_folder_however_it_is_spelt(tmp_path: Path) -> None:
    folder = tmp_path / "My Project (new)"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    spelt = [folder, tmp_path / "link", folder / ".." / folder.name]
    assert len({folder_cache(tmp_path, one) for one in spelt}) == 1
    assert folder_cache(tmp_path, folder).name.startswith("My_Project_new_-")


def test_different_folders_of_one_name(tmp_path: Path) -> None:
    assert folder_cache(tmp_path, tmp_path / "a" / "x") != folder_cache(tmp_path, tmp_path / "b" / "x")


@pytest.mark.parametrize("name", ["", "...", "проект", "x" * 300])
def test_names_stay_short_and_plain(tmp_path: Path, name: str) -> None:
    found = folder_cache(tmp_path, Path("/", name))
    assert found.parent == tmp_path
    assert found.name.isascii()
    assert len(found.name) < 70
    assert not found.name.startswith(".")
