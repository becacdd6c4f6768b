"""Opening an index: what cannot be used is set aside or rebuilt, and said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cotext.index.header import HEADER_NAME, read_header

Start = Callable[..., Any]


def indexed(start: Start, folder: Path) -> Any:
    run = start(folder)
    run.run()
    run.close()
    return run


def checked(start: Start, folder: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """Index again; whatever was there before, all is there in the end."""
    run = start(folder)
    counted = run.counted(run.run)
    state = run.states[-1]
    assert state["phase"] == "ready", state
    assert state["files_indexed"] == 3
    assert run.reader.snapshot().paths == ["notes.md", "src/parser.py", "src/retry.py"]
    run.close()
    return state, counted


@pytest.mark.parametrize("name", ["schema", "chunker", "fingerprint", "dimension"])
def test_made_by_another_version_it_is_rebuilt(start: Start, folder: Path, name: str) -> None:
    run = indexed(start, folder)
    path = run.cache_folder / HEADER_NAME
    header = json.loads(path.read_text())
    header[name] = "other" if name == "fingerprint" else 7
    path.write_text(json.dumps(header))
    state, counted = checked(start, folder)
    assert counted["files_chunked"] == 3
    assert state["generation"] == 2, "the count of commits goes on"
    assert state["message"] == ""


@pytest.mark.parametrize("text", ["", "garbage", "{}", '{"data": ".."}'])
def test_a_foreign_header_is_set_aside(start: Start, folder: Path, text: str) -> None:
    run = indexed(start, folder)
    (run.cache_folder / HEADER_NAME).write_text(text)
    state, counted = checked(start, folder)
    assert counted["files_chunked"] == 3
    assert "set aside" in state["message"]
    assert (run.cache_folder / "unreadable" / HEADER_NAME).read_text() == text
    header = read_header(run.cache_folder)
    assert header is not None
    assert "set aside" in header.message

    again, counted = checked(start, folder)
    assert counted["files_written"] == 0
    assert again["message"] == ""


def garbage(path: Path) -> None:
    path.write_bytes(b"\x93garbage" * 40)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def scrambled(path: Path) -> None:
    data = bytearray(path.read_bytes())
    start, end = len(data) // 10, len(data) // 2
    data[start:end] = bytes(255 - one for one in data[start:end])
    path.write_bytes(data)


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("damage", [garbage, empty, scrambled, gone])
@pytest.mark.parametrize("what", ["meta.json", ".managed.json", "*.store", "*.idx", "*.term", "*.fast", "vectors.i8"])
def test_damaged_files_are_set_aside_and_rebuilt(
    start: Start, folder: Path, what: str, damage: Callable[[Path], None]
) -> None:
    run = indexed(start, folder)
    header = read_header(run.cache_folder)
    assert header is not None
    paths = list((run.cache_folder / header.data).glob(what))
    assert paths
    for path in paths:
        damage(path)
    checked(start, folder)


def test_a_data_folder_that_is_gone(start: Start, folder: Path) -> None:
    run = indexed(start, folder)
    for path in run.cache_folder.glob("data-*"):
        path.rename(path.with_name("elsewhere"))
    state, counted = checked(start, folder)
    assert counted["files_chunked"] == 3
    assert "set aside" in state["message"]


def test_only_the_latest_unreadable_index_is_kept(start: Start, folder: Path) -> None:
    for text in ("first", "second"):
        run = indexed(start, folder)
        (run.cache_folder / HEADER_NAME).write_text(text)
    checked(start, folder)
    assert (run.cache_folder / "unreadable" / HEADER_NAME).read_text() == "second"
