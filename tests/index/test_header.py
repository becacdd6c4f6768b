"""The header: readable, replaced in one step, and never trusted."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from cotext.errors import IndexUnreadable
from cotext.index.header import HEADER_NAME, Header, has_header, read_header, write_header

HEADER = Header(
    "0.1.0", 1, 1, "builtin", "abc", 256, "/some/folder", "data-1", 7, 12, 1.5, True, 3, 2, 1, 4, 9, {"binary": 1}, "m"
)


def test_written_and_read_again(tmp_path: Path) -> None:
    assert read_header(tmp_path) is None
    assert not has_header(tmp_path)
    write_header(tmp_path, HEADER)
    assert has_header(tmp_path)
    assert read_header(tmp_path) == HEADER
    assert json.loads((tmp_path / HEADER_NAME).read_text())["folder"] == "/some/folder"
    assert (tmp_path / HEADER_NAME).stat().st_mode & 0o77 == 0
    assert [one.name for one in tmp_path.iterdir()] == [HEADER_NAME]


def test_fields_of_a_later_version_are_ignored(tmp_path: Path) -> None:
    (tmp_path / HEADER_NAME).write_text(json.dumps(asdict(HEADER) | {"colour": "blue"}))
    assert read_header(tmp_path) == HEADER


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "7", '"header"', "{}", '{"version": "0.1.0"}', "[" * 100_000, b"\xff\xfe\x00\xd8"],
)
def test_foreign_files_are_told(tmp_path: Path, text: str | bytes) -> None:
    (tmp_path / HEADER_NAME).write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(IndexUnreadable, match="header"):
        read_header(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("schema", "1"),
        ("schema", True),
        ("schema", 1.0),
        ("version", 1),
        ("complete", 1),
        ("updated", "now"),
        ("skipped_reasons", []),
        ("skipped_reasons", {"binary": "many"}),
        ("generation", None),
        ("data", ""),
        ("data", "."),
        ("data", ".."),
        ("data", "../elsewhere"),
        ("data", "/etc"),
        ("data", "data-1/../.."),
        ("data", "C:"),
        ("data", "data-1\0"),
    ],
)
def test_wrong_values_and_paths_that_lead_out_are_told(tmp_path: Path, name: str, value: Any) -> None:
    (tmp_path / HEADER_NAME).write_text(json.dumps(asdict(HEADER) | {name: value}))
    with pytest.raises(IndexUnreadable, match=r"not a header of Cotext's"):
        read_header(tmp_path)


def test_a_header_that_is_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / HEADER_NAME).mkdir()
    with pytest.raises(IndexUnreadable):
        read_header(tmp_path)
