"""Bringing an index up to date: what is read, cut and written, and what is not."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cotext.chunking.chunk_file import chunk_file
from cotext.index import pipeline
from cotext.index.cache import folder_cache
from cotext.index.journal import Journal
from cotext.index.lock import WriterLock
from cotext.index.stored import content_id

Start = Callable[..., Any]
Files = Callable[[Path, Mapping[str, str | bytes]], Path]

NOTHING = {"files_read": 0, "files_chunked": 0, "files_written": 0, "chunks_encoded": 0, "commits": 0}


def tracked(folder: Path) -> None:
    """Make a git work tree with everything committed, its index older than nothing and newer than every file."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for path in folder.rglob("*"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, env=environment)


@pytest.fixture(params=["outside git", "in git"])
def workspace(request: pytest.FixtureRequest, folder: Path) -> Path:
    if request.param == "in git":
        tracked(folder)
    return folder


def on_disk(cache: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a cache folder, but the locks, which taking them touches."""
    return {
        str(path.relative_to(cache)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in cache.rglob("*")
        if path.is_file() and path.suffix != ".lock"
    }


def test_an_unchanged_tree_is_not_read_and_nothing_is_written(start: Start, workspace: Path) -> None:
    first = start(workspace)
    assert first.counted(first.run)["files_written"] == 3
    first.close()
    before = on_disk(first.cache_folder)
    second = start(workspace)
    assert second.counted(second.run) == NOTHING
    second.indexer.rescan(2)
    assert second.counted(second.run) == NOTHING
    second.close()
    assert second.states[-1]["phase"] == "ready"
    assert second.states[-1]["done"] == 2
    assert second.states[-1]["generation"] == 1
    assert on_disk(first.cache_folder) == before


def test_after_changes_too(start: Start, workspace: Path, files: Files) -> None:
    # Ids of removed entries linger in the dictionary, and must not be swept again at each start.
    run = start(workspace)
    run.run()
    files(workspace, {"src/parser.py": "def parseConfig(file):\n    return file\n"})
    (workspace / "src/retry.py").unlink()
    run.indexer.rescan(2)
    run.run()
    run.close()
    before = on_disk(run.cache_folder)
    again = start(workspace)
    counted = again.counted(again.run)
    again.close()
    assert counted["files_written"] == counted["commits"] == 0
    assert on_disk(run.cache_folder) == before


def test_one_changed_file_alone_is_indexed(start: Start, workspace: Path, files: Files) -> None:
    run = start(workspace)
    run.run()
    files(workspace, {"src/parser.py": "def parseConfig(file):\n    return another_name(file)\n"})
    run.indexer.rescan(2)
    assert run.counted(run.run) == {
        "files_read": 1,
        "files_chunked": 1,
        "files_written": 1,
        "chunks_encoded": 1,
        "commits": 1,
    }
    snapshot = run.reader.snapshot()
    [(_, chunk)] = snapshot.chunks_of("src/parser.py")
    assert "another_name" in chunk.references
    assert snapshot.header.generation == 2


def test_a_new_time_with_equal_content_writes_nothing(start: Start, workspace: Path) -> None:
    run = start(workspace)
    run.run()
    before = on_disk(run.cache_folder)
    os.utime(workspace / "src/parser.py", (1_700_000_000, 1_700_000_000))
    run.indexer.rescan(2)
    assert run.counted(run.run)["files_read"] <= 1
    assert run.counters()["files_written"] == 3
    assert run.counters()["commits"] == 1
    run.indexer.refresh([workspace / "src/parser.py"], 3)
    run.run()
    assert run.states[-1]["done"] == 3
    run.indexer.rescan(4)
    assert run.counted(run.run) == NOTHING, "the new time is known now"
    assert on_disk(run.cache_folder) == before


def test_text_that_comes_back_is_not_encoded_again(start: Start, folder: Path, files: Files) -> None:
    run = start(folder)
    run.run()
    text = (folder / "src/parser.py").read_text()
    for ticket, content in ((2, "def other():\n    pass\n"), (3, text)):
        files(folder, {"src/parser.py": content})
        run.indexer.refresh([folder / "src/parser.py"], ticket)
        counted = run.counted(run.run)
    assert counted == {"files_read": 1, "files_chunked": 1, "files_written": 1, "chunks_encoded": 0, "commits": 1}


def test_events_cost_only_their_files(start: Start, folder: Path, files: Files) -> None:
    run = start(folder)
    run.run()
    files(folder, {"src/new.py": "def new():\n    pass\n", "src/unheard.py": "def unheard():\n    pass\n"})
    (folder / "src/retry.py").unlink()
    run.indexer.refresh([folder / "src/new.py", folder / "src/retry.py", folder / "src/parser.py"], 2)
    # The new one, and the one that an event names although its size and time say that nothing changed.
    counted = run.counted(run.run)
    assert (counted["files_read"], counted["files_written"]) == (2, 1)
    assert run.reader.snapshot().paths == ["notes.md", "src/new.py", "src/parser.py"]
    state = run.states[-1]
    assert (state["files_found"], state["files_indexed"], state["done"]) == (3, 3, 2)


def test_a_deleted_folder_takes_its_files_along(start: Start, folder: Path, files: Files) -> None:
    # Its name looks like a file's, so that nobody thinks of scanning everything.
    files(folder, {"old.d/deep/a.py": "a = 1\n", "old.d/b.py": "b = 1\n", "old.data.py": "c = 1\n"})
    run = start(folder)
    run.run()
    subprocess.run(["rm", "-r", str(folder / "old.d")], check=True)
    run.indexer.refresh([folder / "old.d"], 2)
    run.run()
    assert run.reader.snapshot().paths == ["notes.md", "old.data.py", "src/parser.py", "src/retry.py"]


def test_reasons_of_skipped_files(start: Start, folder: Path, files: Files) -> None:
    files(
        folder,
        {"image.png": b"\x89PNG\r\n\x1a\n\0\0", "data.py": b"a\0b" * 50, "old.py": b"# \x80\x81\xfe\xff\x9d\x8d\n" * 3},
    )
    with (folder / "huge.py").open("wb") as file:
        file.truncate(100_000_000)
    (folder / "outside.py").symlink_to("/etc/hostname")
    os.mkfifo(folder / "pipe.py")
    run = start(folder)
    state = run.run()
    reasons = state["skipped_reasons"]
    assert reasons["tooLarge"] == 1
    assert reasons["binary"] >= 1
    assert reasons["special"] == 1
    assert reasons["outsideFolder"] == 1
    assert sum(reasons.values()) == state["files_skipped"]
    assert state["files_found"] == state["files_indexed"] + state["files_skipped"]
    assert state["files_indexed"] >= 3
    snapshot = run.reader.snapshot()
    skipped = {one.path: one for one in snapshot.skipped()}
    assert len(skipped) == state["files_skipped"]
    assert skipped["huge.py"].reason == "tooLarge"
    assert "100000000" in skipped["huge.py"].detail
    assert set(snapshot.text_paths) == set(snapshot.paths) - set(skipped)
    run.close()
    again = start(folder)
    counted = again.counted(again.run)
    assert counted["files_written"] == 0, "what was skipped for a lasting reason is not looked at again"


def test_a_file_that_vanishes_between_scan_and_reading(start: Start, folder: Path) -> None:
    run = start(folder)
    run.indexer.step()  # the scan
    assert run.states[-1]["files_found"] == 3
    (folder / "src/retry.py").unlink()
    state = run.run()
    assert (state["phase"], state["files_found"], state["files_indexed"]) == ("ready", 2, 2)
    assert run.reader.snapshot().paths == ["notes.md", "src/parser.py"]


def test_a_file_that_comes_to_be_readable(start: Start, folder: Path) -> None:
    tracked(folder)
    target = folder / "src/parser.py"
    moved = target.rename(folder.parent / "moved.py")
    target.symlink_to(moved)
    run = start(folder)
    assert run.run()["skipped_reasons"] == {"outsideFolder": 1}
    target.unlink()
    moved.rename(target)
    run.indexer.rescan(2)
    state = run.run()
    assert (state["skipped_reasons"], state["files_indexed"]) == ({}, 3)


def test_content_that_killed_the_process_twice_is_skipped_until_it_changes(
    start: Start, folder: Path, files: Files, tmp_path: Path
) -> None:
    found = start(folder)
    found.run()
    identity = content_id(found.indexer._opened().index.documents["src/parser.py"].known.source)
    found.close()
    cache = folder_cache(tmp_path / "cache", folder)
    for name in cache.glob("*"):
        subprocess.run(["rm", "-r", str(name)], check=True)
    for _ in range(2):
        journal = Journal(cache)
        journal.take_in_hand(identity)
        journal.close()
    run = start(folder)
    state = run.run()
    assert state["skipped_reasons"] == {"crashed": 1}
    assert state["files_indexed"] == 2
    os.utime(folder / "src/parser.py", (1_700_000_000, 1_700_000_000))
    run.indexer.rescan(2)
    assert run.run()["skipped_reasons"] == {"crashed": 1}, "equal content is not tried again"
    files(folder, {"src/parser.py": "def parseConfig():\n    pass\n"})
    run.indexer.rescan(3)
    state = run.run()
    assert (state["skipped_reasons"], state["files_indexed"]) == ({}, 3)


def test_a_chunker_that_fails_costs_one_file(start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = chunk_file

    def fails(path: str, language: str, text: str) -> Any:
        if path == "src/parser.py":
            raise RecursionError("too deep")
        return real(path, language, text)

    monkeypatch.setattr(pipeline, "chunk_file", fails)
    run = start(folder)
    state = run.run()
    assert (state["phase"], state["skipped_reasons"], state["files_indexed"]) == ("ready", {"crashed": 1}, 2)
    run.close()
    assert start(folder).indexer is not None
    assert Journal(run.cache_folder).crashes("") == 0


def test_pausing_commits_what_is_there(start: Start, folder: Path, files: Files) -> None:
    files(folder, {f"more/file{number}.py": f"def f{number}():\n    return {number}\n" for number in range(700)})
    run = start(folder)
    run.indexer.step()
    run.indexer.step()
    assert run.states[-1]["phase"] == "indexing"
    run.indexer.pause(2)
    assert run.indexer.seconds_until_step() is None
    assert run.states[-1]["phase"] == "paused"
    assert run.states[-1]["done"] == 2
    found = run.reader.snapshot()
    assert found is not None
    assert 0 < len(found.paths) < 703
    assert not found.header.complete
    run.indexer.resume(3)
    state = run.run()
    assert (state["phase"], state["files_indexed"], state["done"]) == ("ready", 703, 3)
    assert run.counters()["files_written"] == 703, "nothing is done twice"


def test_clearing_empties_the_index_and_stops(start: Start, folder: Path) -> None:
    run = start(folder)
    run.run()
    run.indexer.clear(2)
    assert run.states[-1]["phase"] == "paused"
    assert run.states[-1]["files_found"] == run.states[-1]["chunks"] == 0
    assert run.reader.snapshot().paths == []
    run.indexer.resume(3)
    assert run.run()["files_indexed"] == 3
    assert run.reader.snapshot().header.generation == 3


@pytest.mark.parametrize("order", ["clear", "rebuild"])
def test_orders_before_the_index_was_opened(start: Start, folder: Path, order: str) -> None:
    run = start(folder)
    run.run()
    before = run.reader.snapshot().header
    run.close()
    again = start(folder)
    again.indexer.pause(1)
    getattr(again.indexer, order)(2)
    again.run()
    after = again.reader.snapshot().header
    assert after.data != before.data
    assert after.files_indexed == (0 if order == "clear" else 3)


def test_an_index_deleted_under_a_running_indexer_is_made_anew(start: Start, folder: Path) -> None:
    run = start(folder)
    run.run()
    old = run.reader.snapshot()
    subprocess.run(["rm", "-r", str(run.cache_folder)], check=True)
    assert run.indexer.seconds_until_step() < 6
    run.indexer._next_check = 0.0
    state = run.run()
    assert (state["phase"], state["files_indexed"]) == ("ready", 3)
    new = run.reader.snapshot()
    assert new.paths == old.paths
    assert new.header.data != old.header.data
    file = new.files.of_path("src/parser.py")
    assert file is not None
    assert new.vectors.take(file.chunk_rows).any()


def test_another_writer_is_followed_and_replaced(start: Start, folder: Path, files: Files) -> None:
    first, second = start(folder), start(folder)
    first.run()
    second.run()
    assert second.states[-1]["writer"] is False
    assert 0 < second.indexer.seconds_until_step() <= 1
    assert second.reader.snapshot().paths == first.reader.snapshot().paths
    files(folder, {"late.py": "late = 1\n"})
    first.close()
    second.indexer._retry_at = 0.0
    state = second.run()
    assert (state["writer"], state["phase"], state["files_indexed"]) == (True, "ready", 4)


def test_a_lock_of_another_process_is_no_failure(start: Start, folder: Path, tmp_path: Path) -> None:
    cache = folder_cache(tmp_path / "cache", folder)
    cache.mkdir(parents=True)
    lock = WriterLock(cache)
    lock.acquire()
    run = start(folder)
    for order in (run.indexer.clear, run.indexer.rebuild, run.indexer.resume):
        order(2)
    run.run()
    assert run.states[-1]["writer"] is False
    assert run.states[-1]["error"] == ""
    lock.release()


def test_a_folder_that_is_gone_fails_with_words_and_goes_on(start: Start, folder: Path) -> None:
    run = start(folder)
    run.run()
    moved = folder.rename(folder.with_name("moved"))
    run.indexer.rescan(2)
    state = run.run()
    assert state["phase"] == "failed"
    assert "workspace" in state["error"]
    assert 0 < run.indexer.seconds_until_step() <= 15
    assert run.reader.snapshot().paths, "the last commit goes on answering"
    moved.rename(folder)
    run.indexer.rescan(3)
    state = run.run()
    assert (state["phase"], state["error"], state["files_indexed"]) == ("ready", "", 3)


def test_a_script_without_an_extension_is_told_by_its_first_line(start: Start, folder: Path, files: Files) -> None:
    files(folder, {"tool": b"#!/usr/bin/env python3\n\n\ndef mend(thing):\n    return thing\n"})
    run = start(folder)
    run.run()
    document = run.reader.snapshot().document("tool")
    assert document.known.source.language == "python"
    assert [d.name for _, chunk in run.reader.snapshot().chunks_of("tool") for d in chunk.definitions] == ["mend"]
    run.close()
    again = start(folder)
    assert again.counted(again.run)["files_written"] == 0
