"""Huge files, of which the path and the names alone are indexed: found by name, and no burden to any request."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotext.engine import Engine
from cotext.records import Position
from cotext.requests import ContextRequest, ExplainRequest, SearchRequest
from cotext.settings import Settings

FUNCTIONS = 60_000
PATIENCE = 5.0
"""Seconds for what takes milliseconds; compared with every line of the file for each of its chunks, it took minutes."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    functions = (
        f"def compute_number_{number}(given):\n    return given * {number:030}\n\n" for number in range(FUNCTIONS)
    )
    (folder / "huge.py").write_text("".join(functions))
    (folder / "small.py").write_text("def compute_small(given):\n    return compute_number_7(given)\n")
    assert (folder / "huge.py").stat().st_size > 4 * 1024 * 1024
    return folder


@pytest.fixture(scope="module")
def engine(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(Settings(), cache_directory=tmp_path_factory.mktemp("cache"))
    engine.add_folder(folder)
    assert engine.wait_until_ready(120)
    yield engine
    engine.close()


def test_a_name_is_found_where_it_stands(engine: Engine, folder: Path) -> None:
    best = engine.symbols("compute_number_7")[0]
    assert (best.document, best.name, best.name_range.start) == (
        str(folder / "huge.py"),
        "compute_number_7",
        Position(21, 4),
    )


def test_no_request_takes_long(engine: Engine, folder: Path) -> None:
    huge, small = str(folder / "huge.py"), str(folder / "small.py")
    began = time.monotonic()
    assert len(engine.symbols("compute_number")) == 128
    assert engine.search(SearchRequest("compute number given")).hits
    engine.completion_context(ContextRequest(small, Position(1, 20), time_budget_ms=1000))
    for line in (0, 1000, 100_000):
        assert engine.explain(ExplainRequest(huge, line, query="")).reason == "notIndexed"
    assert time.monotonic() - began < PATIENCE


def test_a_name_that_moved_is_not_told_where_it_is_not(engine: Engine, folder: Path) -> None:
    text = (folder / "huge.py").read_text()
    try:
        (folder / "huge.py").write_text("\n" + text)
        moved = [hit for hit in engine.symbols("compute_number_7") if hit.name == "compute_number_7"]
        assert all("compute_number_7" in hit.text for hit in moved)
    finally:
        (folder / "huge.py").write_text(text)
