from __future__ import annotations

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from cotext.workspace.paths import displayable, is_indexable_name, native_path, relative_posix, relative_pure


@pytest.mark.parametrize(
    ("folder", "path", "relative"),
    [
        ("/w", "/w/a/b.py", "a/b.py"),
        ("/w", "/w", "."),
        ("/w", "/w2/a", None),
        ("/w", "/w/../x", None),
        ("/w", "/w/a/../../w/b", "b"),
        ("/w", "/W/a", None),
        ("/", "/a", "a"),
    ],
)
def test_posix(folder: str, path: str, relative: str | None) -> None:
    assert relative_pure(PurePosixPath(folder), PurePosixPath(path)) == relative


@pytest.mark.parametrize(
    ("folder", "path", "relative"),
    [
        ("C:\\w", "c:\\W\\Src\\a.py", "Src/a.py"),
        ("C:\\w", "D:\\w\\a", None),
        ("C:\\", "c:\\a", "a"),
        ("\\\\server\\share\\w", "\\\\SERVER\\share\\w\\a\\b", "a/b"),
        ("C:\\w", "C:\\w\\..\\x", None),
    ],
)
def test_windows(folder: str, path: str, relative: str | None) -> None:
    assert relative_pure(PureWindowsPath(folder), PureWindowsPath(path)) == relative


def test_a_folder_reached_through_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    assert relative_posix(tmp_path / "link", real / "a") == "a"
    assert relative_posix(real, tmp_path / "link" / "a") == "a"


def test_a_link_inside_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "out").symlink_to("/etc/passwd")
    assert relative_posix(tmp_path / "w", tmp_path / "w" / "out") == "out"
    assert relative_posix(tmp_path / "w", tmp_path / "x") is None


def test_names_that_are_not_unicode() -> None:
    name = os.fsdecode(b"a\xff")
    assert not is_indexable_name(name)
    assert displayable(name) == "a\\xff"
    assert is_indexable_name("ä\n😀")
    assert displayable("ä") == "ä"


@pytest.mark.parametrize(
    ("folder", "separator", "expected"),
    [
        ("/home/me", "/", "/home/me/src/a b.py"),
        ("/", "/", "/src/a b.py"),
        ("C:\\work", "\\", "C:\\work\\src\\a b.py"),
        ("C:\\", "\\", "C:\\src\\a b.py"),
        ("\\\\server\\share", "\\", "\\\\server\\share\\src\\a b.py"),
    ],
)
def test_native_paths(folder: str, separator: str, expected: str) -> None:
    assert native_path(folder, "src/a b.py", separator) == expected
