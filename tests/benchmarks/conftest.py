"""The workspace that is measured: `$COTEXT_BENCHMARK_FOLDER`, by default Cotext's own source."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import cotext

CHUNK_CHARACTERS = 1_500
CHUNKS = 2_000
SUFFIXES = {".c", ".cpp", ".go", ".h", ".java", ".js", ".md", ".py", ".rb", ".rs", ".ts", ".tsx"}


@pytest.fixture(scope="session")
def workspace() -> Path:
    return Path(os.environ.get("COTEXT_BENCHMARK_FOLDER") or Path(cotext.__file__).parent).resolve()


@pytest.fixture(scope="session")
def chunk_texts(workspace: Path) -> list[str]:
    """The workspace's text in pieces of a chunk's usual size, as a model sees them."""
    texts: list[str] = []
    for path in sorted(workspace.rglob("*")):
        if len(texts) >= CHUNKS:
            break
        if path.is_file() and path.suffix in SUFFIXES and ".git" not in path.parts:
            text, name = path.read_text(encoding="utf-8", errors="replace"), path.relative_to(workspace).as_posix()
            texts += [f"{name}\n{text[at : at + CHUNK_CHARACTERS]}" for at in range(0, len(text), CHUNK_CHARACTERS)]
    return texts[:CHUNKS]
