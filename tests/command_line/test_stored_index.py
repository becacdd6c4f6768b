from __future__ import annotations

from pathlib import Path

import pytest

from cotext.command_line.stored_index import delete_index, stored_state
from cotext.errors import IndexLocked, IndexUnreadable
from cotext.index.cache import folder_cache
from cotext.index.header import Header, write_header
from cotext.index.lock import WriterLock
from cotext.requests import Phase


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The cache folder of the workspace `tmp_path / "shop"`, with an index's header and a data folder in it."""
    workspace = tmp_path / "shop"
    workspace.mkdir()
    kept = folder_cache(tmp_path / "cache", workspace)
    (kept / "data-1").mkdir(parents=True)
    (kept / "data-1" / "segment").write_bytes(b"x")
    write_header(
        kept,
        Header("0.1.0", 1, 1, "builtin", "f", 256, str(workspace), "data-1", 4, complete=True, files_found=5, chunks=9),
    )
    return kept


def test_a_stored_state_is_the_headers(kept: Path, tmp_path: Path) -> None:
    state = stored_state(tmp_path / "shop", tmp_path / "cache")
    assert state is not None
    assert (state.phase, state.generation, state.files_found, state.chunks) == (Phase.READY, 4, 5, 9)
    assert (state.model, state.message, state.writer) == ("builtin", None, False)


def test_no_index(tmp_path: Path) -> None:
    assert stored_state(tmp_path, tmp_path / "cache") is None
    assert delete_index(tmp_path, tmp_path / "cache") is False


def test_a_damaged_header_is_told(kept: Path, tmp_path: Path) -> None:
    (kept / "header.json").write_text("{", encoding="utf-8")
    with pytest.raises(IndexUnreadable):
        stored_state(tmp_path / "shop", tmp_path / "cache")
    assert delete_index(tmp_path / "shop", tmp_path / "cache") is True


def test_deleting_leaves_neither_index_nor_anything_else_gone(kept: Path, tmp_path: Path) -> None:
    neighbour = kept.parent / "another"
    neighbour.mkdir()
    (kept / "data-2").symlink_to(neighbour, target_is_directory=True)
    (neighbour / "precious").write_bytes(b"x")
    assert delete_index(tmp_path / "shop", tmp_path / "cache") is True
    assert not kept.exists()
    assert (neighbour / "precious").exists()
    assert stored_state(tmp_path / "shop", tmp_path / "cache") is None


def test_an_index_that_is_being_written_stays(kept: Path, tmp_path: Path) -> None:
    lock = WriterLock(kept)
    lock.acquire()
    try:
        with pytest.raises(IndexLocked, match="Another process"):
            delete_index(tmp_path / "shop", tmp_path / "cache")
    finally:
        lock.release()
    assert [path.name for path in (kept / "data-1").iterdir()] == ["segment"]
