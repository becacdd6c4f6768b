from __future__ import annotations

import os
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.workspace.uris import (
    document_key,
    normalise_uri,
    path_to_uri,
    pure_path_to_uri,
    uri_to_path,
    uri_to_pure_path,
)

WINDOWS = [
    ("file:///c%3A/x", "C:\\x"),
    ("file:///C:/x", "C:\\x"),
    ("FILE:///c:/x", "C:\\x"),
    ("file:/c:/x", "C:\\x"),
    ("file:///c:", "C:\\"),
    ("file:///c%3a/", "C:\\"),
    ("file:///c:/a/../b/./c.py", "C:\\b\\c.py"),
    ("file:///c:/../../x", "C:\\x"),
    ("file:///c%3A/a%20b/%23c%25.py", "C:\\a b\\#c%.py"),
    ("file://server/share/x%20y", "\\\\server\\share\\x y"),
    ("file:////server/share/x", "\\\\server\\share\\x"),
    ("file://localhost/c:/x", "C:\\x"),
]
POSIX = [
    ("file:///a/b", "/a/b"),
    ("file:/a", "/a"),
    ("file://localhost/a", "/a"),
    ("file:///", "/"),
    ("file:///a%20b/%E2%82%AC%F0%9F%98%80", "/a b/€😀"),
    ("file:///a%23b%3Fc%25d", "/a#b?c%d"),
    ("file:///a#fragment", "/a"),
    ("file:///a?query", "/a"),
    ("file:///a%0Ab", "/a\nb"),
    ("file:///a%FFb", "/a\udcffb"),
    ("file:///a%zzb%4", "/a%zzb%4"),
    ("file:///c%3A/x", "/c:/x"),
    ("file:///a/../../b//c/.", "/b/c"),
    ("file:///é", "/é"),
]


@pytest.mark.parametrize(("uri", "path"), WINDOWS)
def test_windows_uris(uri: str, path: str) -> None:
    found = uri_to_pure_path(uri, PureWindowsPath)
    assert found is not None
    # Windows paths compare without regard to case; the spelling matters here.
    assert str(found) == path
    assert document_key(uri, PureWindowsPath) == path


@pytest.mark.parametrize(("uri", "path"), POSIX)
def test_posix_uris(uri: str, path: str) -> None:
    assert uri_to_pure_path(uri, PurePosixPath) == PurePosixPath(path)
    assert document_key(uri, PurePosixPath) == path


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "vscode-remote://ssh-remote%2Bhost/a",
        "git:/a?b",
        "",
        "nonsense",
        "file:",
        "file:a/b",
        "/a",
    ],
)
@pytest.mark.parametrize("flavour", [PurePosixPath, PureWindowsPath])
def test_what_is_no_file(uri: str, flavour: type[PurePath]) -> None:
    assert uri_to_pure_path(uri, flavour) is None
    assert document_key(uri, flavour) == normalise_uri(uri, flavour)


def test_paths_of_the_other_family_are_none() -> None:
    assert uri_to_pure_path("file://server/share/x", PurePosixPath) is None
    assert uri_to_pure_path("file:///no/drive", PureWindowsPath) is None
    assert uri_to_pure_path("file:///a%00b", PurePosixPath) is None


def test_spellings_normalise_to_one() -> None:
    spellings = ["file:///c%3A/x%20y", "file:///C:/x y", "file:///C%3a/x%20y", "FILE:///c:/./x%20y"]
    assert {normalise_uri(one, PureWindowsPath) for one in spellings} == {"file:///c%3A/x%20y"}
    assert normalise_uri("file:///%61%2Db", PurePosixPath) == "file:///a-b"
    assert normalise_uri("vscode-remote://h%2bx/%61?q#f") == "vscode-remote://h%2Bx/a?q#f"
    assert normalise_uri("UNTITLED:Untitled-1") == "untitled:Untitled-1"


def test_a_server_s_case_does_not_matter() -> None:
    assert normalise_uri("file://SERVER/Share/X", PureWindowsPath) == "file://server/Share/X"


def test_relative_paths_have_no_uri() -> None:
    with pytest.raises(ValueError, match="not absolute"):
        pure_path_to_uri(PurePosixPath("a"))


def test_native_round_trip(tmp_path: Path) -> None:
    for name in ("a%b", "a#b", "a b", "😀", "a\nb", "ä?", os.fsdecode(b"\xff\xfe")):
        assert uri_to_path(path_to_uri(tmp_path / name)) == tmp_path / name


names = st.text(st.characters(blacklist_characters="/\0", blacklist_categories=["Cs"]), min_size=1, max_size=8).filter(
    lambda name: name not in (".", "..")
)
raw_names = st.binary(min_size=1, max_size=8).map(lambda raw: raw.replace(b"/", b"_").replace(b"\0", b"_"))


@settings(deadline=None, max_examples=150)
@given(st.lists(names | raw_names.map(lambda raw: raw.decode("utf-8", "surrogateescape")), max_size=4))
def test_posix_round_trip(parts: list[str]) -> None:
    path = PurePosixPath("/", *(part for part in parts if part not in (".", "..")))
    uri = pure_path_to_uri(path)
    assert uri.isascii()
    assert uri_to_pure_path(uri, PurePosixPath) == path
    assert normalise_uri(uri, PurePosixPath) == uri


windows_names = st.text(
    st.characters(blacklist_characters='/\\\0:*?"<>|', blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=8
).filter(lambda name: name.strip(". ") == name)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(["C:\\", "z:\\", "\\\\server\\share\\"]), st.lists(windows_names, max_size=4))
def test_windows_round_trip(root: str, parts: list[str]) -> None:
    path = PureWindowsPath(root, *parts)
    uri = pure_path_to_uri(path)
    assert uri_to_pure_path(uri, PureWindowsPath) == path
    assert normalise_uri(uri, PureWindowsPath) == uri
