"""Fixtures for every test: workspaces with known contents, a cache of one's own, questions with known answers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FIXTURES = Path(__file__).parent.parent / "fixtures"


@pytest.fixture
def copy_workspace(tmp_path: Path) -> Callable[[str], Path]:
    """Gives a copy of a workspace in `fixtures/workspaces` that a test may change."""

    def copy(name: str) -> Path:
        return Path(shutil.copytree(FIXTURES / "workspaces" / name, tmp_path / name))

    return copy


@pytest.fixture(scope="session")
def questions() -> list[dict[str, Any]]:
    """The questions of `fixtures/questions.jsonl`."""
    lines = (FIXTURES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]
