"""Folders: opened, nested, closed, paused, cleared, shared by two processes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cotext.engine import Engine
from cotext.errors import BadRequest
from cotext.requests import FolderState, Mode, Phase, SearchRequest
from cotext.settings import IndexSettings, Settings


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(
        tmp_path / "workspace",
        {
            "outer.py": "def outer_function():\n    pass\n",
            "inner/deep.py": "def deep_function():\n    pass\n",
            "inner/blob.bin": "\0" * 9,
            "other/file.py": "def other_function():\n    pass\n",
        },
    )


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def shared(cache: Path) -> Iterator[Engine]:
    engine = Engine(Settings(), cache_directory=cache)
    yield engine
    engine.close()


@pytest.fixture
def engine(shared: Engine) -> Iterator[Engine]:
    """The module's engine, without folders before and after."""
    shared.update_settings(Settings())
    yield shared
    for state in shared.states():
        shared.remove_folder(state.folder)


def ready(engine: Engine) -> list[FolderState]:
    assert engine.wait_until_ready(60), engine.states()
    return engine.states()


def found(engine: Engine, query: str = "function", folder: Path | None = None, mode: Mode = Mode.HYBRID) -> set[str]:
    return {Path(hit.document).name for hit in engine.search(SearchRequest(query, folder=folder, mode=mode)).hits}


def test_no_folder(engine: Engine) -> None:
    assert engine.states() == []
    assert engine.wait_until_ready(0)
    assert found(engine) == set()
    assert engine.symbols("function") == []
    with pytest.raises(BadRequest):
        engine.rebuild_index(Path("/nowhere"))


def test_an_inner_folder_is_a_view_of_the_outer(engine: Engine, folder: Path) -> None:
    engine.add_folder(folder / "inner")
    engine.add_folder(folder)
    outer, inner = folder, folder / "inner"
    states = ready(engine)
    assert [state.folder for state in states] == [inner, outer]
    counted = ("files_found", "files_indexed", "files_skipped", "chunks", "skipped_reasons")
    alone = {name: getattr(states[0], name) for name in counted}
    assert alone == dict(zip(counted, (2, 1, 1, 1, {"binary": 1}), strict=True))
    assert states[0] == replace(states[1], folder=inner, **alone)
    everything = {"outer.py", "deep.py", "file.py"}
    for mode, query in ((Mode.HYBRID, "function"), (Mode.LITERAL, "_function")):
        assert found(engine, query, mode=mode) == everything
        assert found(engine, query, outer, mode) == everything
        assert found(engine, query, inner, mode) == {"deep.py"}
    assert [one.path for one in engine.skipped_files(outer).files] == ["inner/blob.bin"]
    assert [one.path for one in engine.skipped_files(inner).files] == ["blob.bin"]

    engine.remove_folder(outer)
    [state] = ready(engine)
    assert (state.folder, state.files_found) == (inner, 2)
    assert found(engine) == {"deep.py"}


def test_an_open_document_keeps_its_place_when_an_outer_folder_goes(engine: Engine, folder: Path) -> None:
    engine.add_folder(folder)
    engine.add_folder(folder / "inner")
    ready(engine)
    document = str(folder / "inner/deep.py")
    engine.set_buffer(document, "def deep_function_changed():\n    pass\n", "python")
    for _ in range(2):
        [hit] = engine.search(SearchRequest("deep_function_changed", mode=Mode.SYMBOL)).hits
        assert hit.document == document
        assert "changed" in hit.text
        engine.remove_folder(folder)
        ready(engine)
    engine.close_buffer(document)


def test_one_folder_under_two_names(engine: Engine, folder: Path) -> None:
    link = folder.parent / "elsewhere"
    link.symlink_to(folder.parent)
    for path in (folder, link / "workspace", link / "workspace" / "inner", folder):
        engine.add_folder(path)
    states = ready(engine)
    assert [state.folder for state in states] == [folder, link / "workspace", link / "workspace" / "inner"]
    assert {state.phase for state in states} == {Phase.READY}
    assert all(state.writer for state in states)
    assert len(engine.search(SearchRequest("outer_function", mode=Mode.SYMBOL)).hits) == 1


def test_several_folders(engine: Engine, folder: Path, tmp_path: Path) -> None:
    second = write(tmp_path / "second", {"second.py": "def second_function():\n    pass\n"})
    engine.add_folder(folder)
    engine.add_folder(second)
    assert [state.files_indexed for state in ready(engine)] == [3, 1]
    assert found(engine) == {"outer.py", "deep.py", "file.py", "second.py"}
    assert found(engine, folder=second) == {"second.py"}
    assert {hit.name for hit in engine.symbols("function")} >= {"second_function", "outer_function"}
    engine.remove_folder(folder)
    assert found(engine) == {"second.py"}
    with pytest.raises(BadRequest):
        found(engine, folder=folder)


def test_changes_are_seen_before_ready(engine: Engine, folder: Path) -> None:
    engine.add_folder(folder)
    ready(engine)
    for number in range(5):
        path = folder / f"new{number}.py"
        path.write_text(f"def added_{number}():\n    pass\n")
        engine.files_changed([path])
        assert engine.states()[0].phase is Phase.INDEXING
        ready(engine)
        assert path.name in found(engine, f"added_{number}")
    generation = engine.states()[0].generation
    engine.files_changed([folder / "outer.py", folder / "missing.py", Path("/elsewhere/a.py")])
    assert ready(engine)[0].generation == generation, "nothing changed, and the wait is over all the same"


def test_pausing_and_resuming(engine: Engine, folder: Path) -> None:
    engine.add_folder(folder)
    ready(engine)
    engine.pause_indexing(folder)
    assert engine.states()[0].phase is Phase.PAUSED
    path = folder / "paused.py"
    path.write_text("def while_paused():\n    pass\n")
    engine.files_changed([path])
    assert engine.wait_until_ready(60)
    assert engine.states()[0].phase is Phase.PAUSED
    assert "paused.py" not in found(engine, "while_paused")
    assert "outer.py" in found(engine), "the index goes on answering"
    engine.resume_indexing()
    assert ready(engine)[0].phase is Phase.READY
    assert "paused.py" in found(engine, "while_paused")


def test_clearing_and_rebuilding(engine: Engine, folder: Path, cache: Path) -> None:
    engine.add_folder(folder)
    generation = ready(engine)[0].generation
    engine.rebuild_index(folder)
    assert ready(engine)[0].generation == generation + 1
    assert found(engine) == {"outer.py", "deep.py", "file.py"}
    engine.clear_index(folder)
    assert engine.states()[0].phase is Phase.PAUSED
    deadline = time.monotonic() + 30
    while engine.states()[0].generation == generation + 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert found(engine) == set()
    assert engine.states()[0].chunks == 0
    engine.rebuild_index()
    [state] = ready(engine)
    assert (state.phase, state.files_indexed) == (Phase.READY, 3)
    assert found(engine) == {"outer.py", "deep.py", "file.py"}


def test_what_is_excluded_by_the_settings_goes_and_comes_back(engine: Engine, folder: Path) -> None:
    engine.add_folder(folder)
    ready(engine)
    engine.update_settings(Settings(index=IndexSettings(exclude=("inner/**",))))
    ready(engine)
    for mode, query in ((Mode.HYBRID, "function"), (Mode.LITERAL, "_function"), (Mode.SYMBOL, "function")):
        assert found(engine, query, mode=mode) == {"outer.py", "file.py"}, mode
    engine.set_buffer(str(folder / "inner/deep.py"), "def deep_function_changed():\n    pass\n", "python")
    assert "deep.py" not in found(engine, "deep_function_changed")
    engine.update_settings(Settings())
    ready(engine)
    assert "deep.py" in found(engine, "deep_function_changed")
    engine.close_buffer(str(folder / "inner/deep.py"))
    assert found(engine) == {"outer.py", "deep.py", "file.py"}


def test_an_unchanged_folder_costs_nothing_the_second_time(engine: Engine, folder: Path, cache: Path) -> None:
    engine.add_folder(folder)
    ready(engine)
    engine.remove_folder(folder)
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file() and path.suffix != ".lock"}
    other = Engine(Settings(), cache_directory=cache)
    other.add_folder(folder)
    ready(other)
    assert {name: value for name, value in other._resources.folders.counters(folder).items() if value} == {}
    assert found(other) == {"outer.py", "deep.py", "file.py"}
    other.close()
    after = {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file() and path.suffix != ".lock"}
    assert after == before


def test_listeners_hear_of_changes(folder: Path, tmp_path: Path) -> None:
    heard: list[int] = []
    engine = Engine(Settings(), cache_directory=tmp_path / "cache", on_change=lambda: heard.append(1))
    engine.add_folder(folder)
    ready(engine)
    assert len(heard) > 2
    engine.close()
    assert engine.states() == []
    assert found(engine) == set()
    engine.add_folder(folder)
    engine.close()


OTHER = """
import json, sys
from pathlib import Path
from cotext.engine import Engine
from cotext.settings import Settings
folder, cache = map(Path, sys.argv[1:])
engine = Engine(Settings(), cache_directory=cache)
engine.add_folder(folder)
engine.wait_until_ready(60)
for line in sys.stdin:
    state = engine.states()[0]
    print(json.dumps([state.phase, state.writer, state.files_indexed, state.generation]), flush=True)
"""


class Other:
    """An engine in a process of its own."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", OTHER, str(folder), str(cache)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def state(self) -> list[object]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        state: list[object] = json.loads(self.process.stdout.readline())
        return state

    def end(self, how: Callable[[], None]) -> None:
        how()
        self.process.wait(20)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def test_two_processes_share_a_folder(folder: Path, tmp_path: Path) -> None:
    writer = Other(folder, tmp_path / "cache")
    assert writer.state() == ["ready", True, 3, 1]
    follower = Engine(Settings(), cache_directory=tmp_path / "cache")
    follower.add_folder(folder)
    [state] = ready(follower)
    assert (state.phase, state.writer, state.files_indexed, state.generation) == (Phase.READY, False, 3, 1)
    assert found(follower) == {"outer.py", "deep.py", "file.py"}

    # The writer dies the hard way; the follower takes over by itself and indexes what it was told of meanwhile.
    (folder / "later.py").write_text("def later_function():\n    pass\n")
    follower.files_changed([folder / "later.py"])
    writer.end(writer.process.kill)
    deadline = time.monotonic() + 30
    while (
        not (follower.states()[0].writer and follower.states()[0].phase is Phase.READY) and time.monotonic() < deadline
    ):
        time.sleep(0.05)
    assert "later.py" in found(follower, "later_function")
    assert follower.states()[0].files_indexed == 4
    follower.close()
