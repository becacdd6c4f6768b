"""Sources over a real index of generated and of fixture files."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from cotext.embedding.encoder import Encoder
from cotext.embedding.load import load_encoder
from cotext.index.cache import folder_cache
from cotext.index.folder_indexer import FolderIndexer
from cotext.index.folder_update import FolderOptions
from cotext.index.overlay import Overlay, chunk_buffer
from cotext.index.reader import IndexReader, IndexSnapshot
from cotext.routes.source import Filters, Source

VERBS = (
    "read",
    "write",
    "parse",
    "send",
    "open",
    "close",
    "merge",
    "split",
    "find",
    "sort",
    "encode",
    "decode",
    "check",
    "build",
    "load",
    "store",
)
NOUNS = (
    "file",
    "stream",
    "header",
    "packet",
    "token",
    "config",
    "user",
    "order",
    "queue",
    "cache",
    "index",
    "matrix",
    "image",
    "date",
    "price",
    "route",
)
NO_FILTERS = Filters()


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    return load_encoder("builtin")


@pytest.fixture(scope="session")
def index(encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Mapping[str, str]], IndexSnapshot]:
    """Index files, and give the snapshot."""

    def build(files: Mapping[str, str]) -> IndexSnapshot:
        base = tmp_path_factory.mktemp("indexed")
        folder = base / "workspace"
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        indexer = FolderIndexer(FolderOptions(folder, base / "cache"), encoder, lambda _: None)
        indexer.rescan(1)
        while indexer.seconds_until_step() == 0:
            indexer.step()
        indexer.close()
        snapshot = IndexReader(folder_cache(base / "cache", folder)).snapshot()
        assert snapshot is not None
        return snapshot

    return build


@pytest.fixture(scope="session")
def generated() -> dict[str, str]:
    """Some hundred small functions about all kinds of things."""
    chance = random.Random(7)
    files = {}
    for number in range(150):
        functions = []
        for _ in range(3):
            verb, noun, other = chance.choice(VERBS), chance.choice(NOUNS), chance.choice(NOUNS)
            body = "\n".join(
                f"    {chance.choice(NOUNS)}_{chance.choice(VERBS)} = {other}.{chance.choice(VERBS)}({noun}, {line})"
                for line in range(chance.randrange(8, 24))
            )
            functions.append(f"def {verb}_{noun}_{number}({noun}, {other}):\n{body}\n    return {noun}\n")
        folder = chance.choice(["core", "net", "ui/forms"])
        files[f"{folder}/{chance.choice(NOUNS)}_{number}.py"] = "\n\n".join(functions)
    return files


@pytest.fixture(scope="session")
def many(index: Callable[[Mapping[str, str]], IndexSnapshot], generated: dict[str, str]) -> Iterator[IndexSnapshot]:
    """The index of `generated`."""
    yield index(generated)


@pytest.fixture
def source() -> Callable[..., Source]:
    """A source over a snapshot, with open documents over it."""

    def make(
        snapshot: IndexSnapshot | None,
        filters: Filters = NO_FILTERS,
        buffers: Mapping[str, str] | None = None,
        encoder: Encoder | None = None,
        language: str = "python",
    ) -> Source:
        files = tuple(chunk_buffer(path, language, text, encoder) for path, text in (buffers or {}).items())
        return Source(0, Path("/workspace"), snapshot, Overlay(files, frozenset(buffers or {})), filters)

    return make
