"""How long do indexing and answers take? (`make bench BENCHMARK_DIR=...`)"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cotext.engine import Engine
from cotext.records import Position
from cotext.requests import ContextRequest, Mode, SearchRequest
from cotext.settings import Settings

QUERIES = [
    "read the configuration file",
    "retry after a failure",
    "parseConfig",
    "where are errors reported to the user",
]
SOURCE = {".c", ".cpp", ".go", ".java", ".js", ".py", ".rb", ".rs", ".ts", ".tsx"}


def indexed(workspace: Path, cache: Path) -> Engine:
    engine = Engine(Settings(), cache_directory=cache)
    engine.add_folder(workspace)
    assert engine.wait_until_ready()
    return engine


@pytest.fixture(scope="module")
def engine(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = indexed(workspace, tmp_path_factory.mktemp("cache"))
    yield engine
    engine.close()


def test_index(benchmark: Any, workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """From nothing to ready, the start of the indexing process included."""

    def index() -> int:
        engine = indexed(workspace, tmp_path_factory.mktemp("cache"))
        chunks = engine.states()[0].chunks
        engine.close()
        return chunks

    benchmark.extra_info["chunks"] = benchmark.pedantic(index, rounds=2)


@pytest.mark.parametrize("mode", list(Mode))
def test_search(benchmark: Any, engine: Engine, mode: Mode) -> None:
    turn = count()
    benchmark(lambda: engine.search(SearchRequest(QUERIES[next(turn) % len(QUERIES)], mode=mode)))


def test_symbols(benchmark: Any, engine: Engine) -> None:
    benchmark(engine.symbols, "parse config")


def test_completion_context(benchmark: Any, engine: Engine, workspace: Path) -> None:
    """A keystroke: the buffer changes, then its context is asked for."""
    sources = (path for path in sorted(workspace.rglob("*")) if path.suffix in SOURCE and path.is_file())
    document = max(sources, key=lambda path: path.stat().st_size if path.stat().st_size < 50_000 else 0)
    text = document.read_text(encoding="utf-8", errors="replace")
    line = text.count("\n") // 2
    turn = count()

    def keystroke() -> None:
        engine.set_buffer(str(document), f"{text}\n# {next(turn)}", "plaintext")
        engine.completion_context(ContextRequest(str(document), Position(line, 8), time_budget_ms=10_000))

    benchmark(keystroke)
    engine.close_buffer(str(document))


def test_start_of_the_command(benchmark: Any) -> None:
    command = [sys.executable, "-I", "-m", "cotext", "--version"]
    benchmark.pedantic(lambda: subprocess.run(command, check=True, capture_output=True), rounds=10)
