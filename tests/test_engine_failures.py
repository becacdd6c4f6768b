"""What may go wrong around the engine: killed processes, bad folders, damaged caches, full disks."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cotext.engine import Engine
from cotext.index.fault_injection import CRASH_VARIABLE
from cotext.index.reader import IndexReader
from cotext.requests import FolderState, Phase, SearchRequest
from cotext.settings import EmbeddingSettings, Settings


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def start(cache: Path) -> Iterator[Callable[..., Engine]]:
    """Start an engine on a folder."""
    engines: list[Engine] = []

    def begin(folder: Path, settings: Settings | None = None) -> Engine:
        engine = Engine(settings or Settings(), cache_directory=cache)
        engines.append(engine)
        engine.add_folder(folder)
        return engine

    yield begin
    for engine in engines:
        engine.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    for number in range(4):
        (folder / f"file{number}.py").write_text(f"def function_{number}():\n    return {number}\n")
    return folder


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few hundred files, whose indexing takes a second or more. Tests leave them as they are."""
    folder = tmp_path_factory.mktemp("files") / "large"
    for number in range(300):
        path = folder / f"part{number % 7}" / f"file{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        body = "".join(
            f"def function_{number}_{part}(first, second):\n"
            + "".join(f"    value_{line} = first.member_{part}(second, {line * number})\n" for line in range(20))
            + "    return first\n\n\n"
            for part in range(5)
        )
        path.write_text(body)
    return folder


@pytest.fixture(scope="module")
def undisturbed(large: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of an engine that indexed `large` in peace."""
    cache = tmp_path_factory.mktemp("undisturbed")
    engine = Engine(Settings(), cache_directory=cache)
    engine.add_folder(large)
    ready(engine)
    engine.close()
    return cache


def until(happened: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def ready(engine: Engine) -> FolderState:
    assert engine.wait_until_ready(90), engine.states()
    return engine.states()[0]


def contents(cache: Path) -> tuple[dict[str, int], int]:
    """Every document with its number of chunks, and the number of chunks really there."""
    [folder] = cache.iterdir()
    snapshot = IndexReader(folder).snapshot()
    assert snapshot is not None
    documents = {path: document.chunks for path in snapshot.paths if (document := snapshot.document(path))}
    return documents, sum(len(snapshot.chunks_of(path)) for path in documents)


# Killed processes

OWNER = """
import sys, time
from pathlib import Path
from cotext.engine import Engine
from cotext.settings import Settings
engine = Engine(Settings(), cache_directory=Path(sys.argv[2]))
engine.add_folder(Path(sys.argv[1]))
print(engine._resources.folders.process_id, flush=True)
time.sleep(120)
"""


@pytest.mark.parametrize("killed", ["the indexing process", "the owner", "both"])
def test_kill_in_the_middle(
    large: Path, cache: Path, undisturbed: Path, start: Callable[..., Engine], killed: str
) -> None:
    with subprocess.Popen([sys.executable, "-c", OWNER, str(large), str(cache)], stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        indexing = int(owner.stdout.readline())

        def snapshot() -> Any:
            return next((one.snapshot() for one in map(IndexReader, cache.glob("large-*"))), None)

        until(lambda: snapshot() is not None)
        first = snapshot()
        if killed != "the owner":
            os.kill(indexing, signal.SIGKILL)
        if killed == "the indexing process":
            # Its owner starts another one, which finishes the work.
            until(lambda: bool(snapshot() and snapshot().header.complete))
        owner.kill()
        owner.wait()
    until(lambda: not Path(f"/proc/{indexing}").exists() or "Z" in Path(f"/proc/{indexing}/stat").read_text())

    before = snapshot()
    assert before.header.generation >= first.header.generation >= 1, "the last commit is there"
    assert set(before.paths) >= set(first.paths)
    engine = start(large)
    assert engine.search(SearchRequest("function first second")).hits, "and answers at once"
    state = ready(engine)
    counters = engine._resources.folders.counters(large)
    assert (state.files_indexed, state.files_skipped, state.message) == (300, 0, None)
    assert counters["files_written"] == 300 - before.header.files_indexed, "what was committed is not done again"
    engine.close()

    assert contents(cache) == contents(undisturbed)


def test_a_file_that_kills_the_indexing_process(
    folder: Path, start: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CRASH_VARIABLE, "file2.py")
    engine = start(folder)
    state = ready(engine)
    assert state.phase is Phase.READY
    assert (state.files_indexed, state.skipped_reasons) == (3, {"crashed": 1})
    [skipped] = engine.skipped_files(folder, "crashed").files
    assert skipped.path == "file2.py"
    assert "2 times" in skipped.detail
    assert "function_3" in {hit.name for hit in engine.symbols("function_3")}

    monkeypatch.delenv(CRASH_VARIABLE)
    os.kill(engine._resources.folders.process_id or 0, signal.SIGKILL)  # the next one has no such file any more
    (folder / "file2.py").write_text("def function_2_mended():\n    pass\n")
    until(lambda: engine._resources.folders.counters(folder).get("files_written") == 1)
    state = ready(engine)
    assert (state.files_indexed, state.skipped_reasons) == (4, {})
    assert "function_2_mended" in {hit.name for hit in engine.symbols("mended")}


def test_the_process_is_started_again_after_each_death(folder: Path, start: Callable[..., Engine]) -> None:
    engine = start(folder)
    ready(engine)
    for number in range(2):
        process = engine._resources.folders.process_id or 0
        os.kill(process, signal.SIGKILL)
        assert engine.search(SearchRequest("function")).hits
        path = folder / f"after{number}.py"
        path.write_text(f"def after_death_{number}():\n    pass\n")
        engine.files_changed([path])
        ready(engine)
        assert f"after_death_{number}" in {hit.name for hit in engine.symbols(f"after_death_{number}")}
        assert engine._resources.folders.process_id != process


# Bad folders


def test_folders_that_cannot_be(tmp_path: Path, start: Callable[..., Engine]) -> None:
    (tmp_path / "file.txt").write_text("x")
    for path, words in ((tmp_path / "missing", "does not exist"), (tmp_path / "file.txt", "is not a folder")):
        engine = start(path)
        state = ready(engine)
        assert state.phase is Phase.FAILED
        assert state.message is not None
        assert words in state.message
        assert str(path) in state.message
        assert engine.search(SearchRequest("x")).hits == ()
    (tmp_path / "missing").mkdir()
    engine.close()
    engine = start(tmp_path / "missing")
    assert ready(engine).phase is Phase.READY


def test_a_folder_that_comes_later(tmp_path: Path, start: Callable[..., Engine]) -> None:
    engine = start(tmp_path / "later")
    assert ready(engine).phase is Phase.FAILED
    (tmp_path / "later").mkdir()
    (tmp_path / "later/a.py").write_text("def a():\n    pass\n")
    engine.rebuild_index(tmp_path / "later")
    state = ready(engine)
    assert (state.phase, state.files_indexed, state.message) == (Phase.READY, 1, None)


@pytest.mark.parametrize("files", [{}, {"a.png": b"\x89PNG\0", "b.bin": b"\0" * 99}])
def test_nothing_to_index(tmp_path: Path, start: Callable[..., Engine], files: dict[str, bytes]) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    engine = start(folder)
    state = ready(engine)
    assert (state.phase, state.files_indexed, state.files_skipped) == (Phase.READY, 0, len(files))
    assert state.generation == 1
    assert engine.search(SearchRequest("anything")).hits == ()
    assert engine.symbols("anything") == []
    assert engine.skipped_files(folder).total == len(files)


def test_odd_files(folder: Path, start: Callable[..., Engine]) -> None:
    with (folder / "huge.py").open("wb") as file:
        file.truncate(100_000_000)
    (folder / "latin.py").write_bytes("def café():\n    return 'naïve Größe'\n".encode("latin-1"))
    (folder / "broken.py").write_bytes(b"def broken():\n    return '\xff\xfe\x80'\n")
    engine = start(folder)
    state = ready(engine)
    assert state.phase is Phase.READY
    assert [one.path for one in engine.skipped_files(folder, "tooLarge").files] == ["huge.py"]
    assert state.files_found == state.files_indexed + state.files_skipped == 7
    assert state.files_indexed >= 4


UNPRIVILEGED = """
import json, sys
from pathlib import Path
from cotext.engine import Engine
from cotext.requests import SearchRequest
from cotext.settings import Settings
engine = Engine(Settings(), cache_directory=Path(sys.argv[2]))
engine.add_folder(Path(sys.argv[1]))
engine.wait_until_ready(30)
state = engine.states()[0]
skipped = []
if state.phase == "ready":
    skipped = [[one.path, one.reason] for one in engine.skipped_files(Path(sys.argv[1])).files]
hits = [hit.document for hit in engine.search(SearchRequest("function")).hits]
print(json.dumps({"phase": state.phase, "message": state.message, "skipped": skipped, "hits": len(hits)}))
engine.close()
"""


# Root may read and write everything, by two capabilities; without them its permissions are those of any user.
BOUND_BY_PERMISSIONS = [
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--inh-caps=-dac_override,-dac_read_search",
]


def unprivileged(folder: Path, cache: Path) -> dict[str, Any]:
    """Run an engine in a process that permissions bind, and give its state."""
    command = [sys.executable, "-c", UNPRIVILEGED, str(folder), str(cache)]
    if os.getuid() == 0:
        command = [*BOUND_BY_PERMISSIONS, *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    state: dict[str, Any] = json.loads(done.stdout)
    return state


def test_a_folder_without_permission(folder: Path, cache: Path) -> None:
    folder.chmod(0o000)
    try:
        state = unprivileged(folder, cache)
    finally:
        folder.chmod(0o755)
    assert state["phase"] == "failed"
    assert "cannot be read: Permission denied" in state["message"]


def test_files_without_permission(folder: Path, cache: Path) -> None:
    (folder / "file1.py").chmod(0o000)
    state = unprivileged(folder, cache)
    assert (state["phase"], state["skipped"], state["message"]) == ("ready", [["file1.py", "unreadable"]], None)
    (folder / "file1.py").chmod(0o644)
    state = unprivileged(folder, cache)
    assert (state["phase"], state["skipped"], state["hits"]) == ("ready", [], 4)


def test_a_cache_without_permission(folder: Path, cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o555)
    state = unprivileged(folder, cache)
    assert state["phase"] == "failed"
    assert "cannot be written: Permission denied" in state["message"]
    assert state["hits"] == 0


def test_a_cache_that_is_read_only_for_a_while(folder: Path, cache: Path) -> None:
    assert unprivileged(folder, cache)["phase"] == "ready"
    [header] = cache.glob("*/header.json")
    before = header.read_bytes()
    for path in [cache, *cache.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    state = unprivileged(folder, cache)
    assert state["phase"] == "failed"
    assert "cannot be written: Permission denied" in state["message"]
    for path in [cache, *cache.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    state = unprivileged(folder, cache)
    assert (state["phase"], state["message"], state["hits"]) == ("ready", None, 4)
    assert header.read_bytes() == before, "nothing was lost, and nothing was to be done"


# Models


@pytest.mark.parametrize("model", ["/no/such/folder", "no such model!", "owner/no-such-model"])
def test_an_unknown_model(folder: Path, start: Callable[..., Engine], model: str) -> None:
    engine = start(folder, Settings(embedding=EmbeddingSettings(model=model)))
    state = ready(engine)
    assert (state.phase, state.model, state.files_indexed) == (Phase.READY, "builtin", 4)
    assert state.message is not None
    assert model in state.message
    assert "built-in model is used meanwhile" in state.message
    assert engine.search(SearchRequest("function")).hits[0].score.embedding is not None
    engine.update_settings(Settings())
    state = ready(engine)
    assert (state.phase, state.message) == (Phase.READY, None)


def test_a_folder_with_garbage_for_a_model(folder: Path, tmp_path: Path, start: Callable[..., Engine]) -> None:
    model = tmp_path / "model"
    model.mkdir()
    for name in ("modules.json", "config.json", "tokenizer.json", "model.safetensors"):
        (model / name).write_text("garbage")
    engine = start(folder, Settings(embedding=EmbeddingSettings(model=str(model))))
    state = ready(engine)
    assert (state.phase, state.model) == (Phase.READY, "builtin")
    assert "built-in model is used meanwhile" in (state.message or "")


# The cache


def test_a_damaged_cache_is_mended_and_said(folder: Path, cache: Path, start: Callable[..., Engine]) -> None:
    engine = start(folder)
    ready(engine)
    engine.close()
    [own] = cache.iterdir()
    (own / "header.json").write_text("garbage")
    engine = start(folder)
    state = ready(engine)
    assert (state.phase, state.files_indexed) == (Phase.READY, 4)
    assert "set aside" in (state.message or "")
    assert (own / "unreadable" / "header.json").read_text() == "garbage"
    assert engine.search(SearchRequest("function")).hits


def test_the_cache_is_deleted_under_a_running_engine(folder: Path, cache: Path, start: Callable[..., Engine]) -> None:
    engine = start(folder)
    ready(engine)
    shutil.rmtree(cache)
    engine.search(SearchRequest("function"))
    (folder / "new.py").write_text("def new_function():\n    pass\n")
    engine.files_changed([folder / "new.py"])
    until(lambda: "new_function" in {hit.name for hit in engine.symbols("new_function")})
    state = ready(engine)
    assert (state.phase, state.files_indexed) == (Phase.READY, 5)
    assert len(engine.search(SearchRequest("function")).hits) == 5


def test_a_full_disk(large: Path, cache: Path) -> None:
    cache.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(cache)], capture_output=True).returncode:
        pytest.skip(
            "mounting is not permitted here; the short write of the vector store is tested with a file size limit"
        )
    engine = Engine(Settings(), cache_directory=cache)
    try:
        engine.add_folder(large)
        state = ready(engine)
        assert state.phase is Phase.FAILED
        assert "cannot be written" in (state.message or "")
        assert "goes on by itself" in (state.message or "")
        engine.search(SearchRequest("function"))
        # There is room again: the next try, here an order instead of the quarter of a minute, goes on.
        subprocess.run(["mount", "-o", "remount,size=100m", str(cache)], check=True)
        engine.resume_indexing()
        state = ready(engine)
        assert (state.phase, state.files_indexed, state.message) == (Phase.READY, 300, None)
        assert engine.search(SearchRequest("function")).hits
        assert contents(cache)[0].keys() == {path.relative_to(large).as_posix() for path in large.rglob("*.py")}
    finally:
        engine.close()
        subprocess.run(["umount", "--lazy", str(cache)], check=True)
