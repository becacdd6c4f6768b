"""Fixtures for every test: workspaces with known contents, a cache of one's own, questions with known answers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cotext.engine import Engine
from cotext.settings import Settings

FIXTURES = Path(__file__).parent.parent / "fixtures"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The flag of `tests/quality`."""
    parser.addoption("--update-goldens", action="store_true", help="take the ranks of this run as the golden ones")


def copy_into(folder: Path) -> Callable[[str], Path]:
    """A function that copies a workspace of `fixtures/workspaces` there."""
    return lambda name: Path(shutil.copytree(FIXTURES / "workspaces" / name, folder / name))


@pytest.fixture
def copy_workspace(tmp_path: Path) -> Callable[[str], Path]:
    """Gives a copy of a workspace in `fixtures/workspaces` that a test may change."""
    return copy_into(tmp_path)


@pytest.fixture(scope="module")
def module_workspace(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """As `copy_workspace`, for the tests of a module to share."""
    return copy_into(tmp_path_factory.mktemp("workspaces"))


@pytest.fixture(scope="module")
def open_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Engine]]:
    """Opens an engine on folders and waits for their indexes; every one is closed at the module's end."""
    opened: list[Engine] = []

    def open_one(*folders: Path, settings: Settings | None = None) -> Engine:
        engine = Engine(settings or Settings(), cache_directory=tmp_path_factory.mktemp("cache"))
        opened.append(engine)
        for folder in folders:
            engine.add_folder(folder)
        assert engine.wait_until_ready(60)
        return engine

    yield open_one
    for engine in opened:
        engine.close()


@pytest.fixture(scope="session")
def questions() -> list[dict[str, Any]]:
    """The questions of `fixtures/questions.jsonl`."""
    lines = (FIXTURES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]
