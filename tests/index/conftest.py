"""Indexing in this process, step by step, as the indexing process does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cotext.embedding.encoder import Encoder
from cotext.embedding.load import load_encoder
from cotext.index.cache import folder_cache
from cotext.index.folder_indexer import FolderIndexer
from cotext.index.folder_update import FolderOptions
from cotext.index.reader import IndexReader
from cotext.workspace.reading import COUNTERS


class Indexing:
    """One folder's indexer with what it reported."""

    def __init__(self, folder: Path, cache: Path, encoder: Encoder, **options: Any) -> None:
        self.folder = folder
        self.cache_folder = folder_cache(cache, folder)
        self.states: list[dict[str, Any]] = []
        self.indexer = FolderIndexer(FolderOptions(folder, cache, **options), encoder, self.states.append)
        self.indexer.rescan(1)
        self.reader = IndexReader(self.cache_folder)

    def run(self, most: int = 10_000) -> dict[str, Any]:
        """Take the steps that are due, and give the last state."""
        for _ in range(most):
            if self.indexer.seconds_until_step() != 0:
                break
            self.indexer.step()
        return self.states[-1]

    def counted(self, action: Callable[[], object]) -> dict[str, int]:
        """What an action adds to the counters."""
        before = self.counters()
        action()
        return {name: value - before[name] for name, value in self.counters().items()}

    def counters(self) -> dict[str, int]:
        ours = self.indexer.counters
        return {
            "files_read": COUNTERS.files_read,
            "files_chunked": ours.files_chunked,
            "files_written": ours.files_written,
            "chunks_encoded": ours.chunks_encoded,
            "commits": ours.commits,
        }

    def close(self) -> None:
        self.indexer.close()


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    return load_encoder("builtin")


@pytest.fixture
def start(tmp_path: Path, encoder: Encoder) -> Iterator[Callable[..., Indexing]]:
    """Begin to index a folder, into a cache of the test's own."""
    begun: list[Indexing] = []

    def begin(folder: Path, **options: Any) -> Indexing:
        begun.append(Indexing(folder, tmp_path / "cache", encoder, **options))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small workspace."""
    return write(
        tmp_path / "workspace",
        {
            "src/parser.py": "def parseConfig(path):\n    return read_settings(path)\n",
            "src/retry.py": "def retry_with_backoff(call):\n    '''Try again, waiting longer.'''\n    return call()\n",
            "notes.md": "# Notes\n\nThe parser reads the configuration.\n",
        },
    )


@pytest.fixture
def files() -> Callable[[Path, dict[str, str | bytes]], Path]:
    """Write files below a folder."""
    return write


def write(folder: Path, contents: dict[str, str | bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
