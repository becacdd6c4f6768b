"""What a source gives: candidates that stay the same, files, definers, and the same lists for the same state."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from cotext.embedding.encoder import Encoder
from cotext.index.cache import folder_cache
from cotext.index.folder_indexer import FolderIndexer
from cotext.index.folder_update import FolderOptions
from cotext.index.overlay import OPEN_FILE, Overlay
from cotext.index.reader import IndexReader, IndexSnapshot
from cotext.records import Corpus, SymbolKind
from cotext.routes.bm25 import bm25
from cotext.routes.embedding import embedding, embedding_equal_bits
from cotext.routes.source import Filters, RankedList, Source
from cotext.routes.symbol import symbol

Index = Callable[[Mapping[str, str]], IndexSnapshot]
MakeSource = Callable[..., Source]

TWIN = "def shared_helper(order):\n    return order.total()\n"
FILES = {
    "core/first.py": TWIN,
    "core/second.py": TWIN,
    "net/third.py": TWIN,
    "net/client.py": "class Client:\n    def send(self):\n        return shared_helper(self)\n",
    "notes.md": "# Client\n\nHow the client sends.\n",
    "lib/mod.rs": "pub fn shared_helper() {}\n",
}


@pytest.fixture(scope="module")
def small(index: Index) -> IndexSnapshot:
    return index(FILES)


def paths(source: Source, name: str) -> list[str]:
    return sorted(source.file(one).path for one in source.defining(name))


def test_definers_are_those_that_may_be_found(small: IndexSnapshot, source: MakeSource) -> None:
    every = ["core/first.py", "core/second.py", "lib/mod.rs", "net/third.py"]
    assert paths(source(small), "shared_helper") == every
    for filters, wanted in (
        (Filters(families=("python",)), ["core/first.py", "core/second.py", "net/third.py"]),
        (Filters(languages=("rust",)), ["lib/mod.rs"]),
        (Filters(folder="core"), ["core/first.py", "core/second.py"]),
        (Filters(exclude=("core/**",)), ["lib/mod.rs", "net/third.py"]),
        (Filters(left_out=("*.rs",), excluded_paths=frozenset(["net/third.py"])), ["core/first.py", "core/second.py"]),
        (Filters(include=("lib/**",)), ["lib/mod.rs"]),
        (Filters(kinds=(SymbolKind.CLASS,)), []),
    ):
        assert paths(source(small, filters), "shared_helper") == wanted, filters
    assert paths(source(small), "Client") == ["net/client.py", "notes.md"]
    assert paths(source(small, Filters(corpora=(Corpus.CODE,))), "Client") == ["net/client.py"]
    assert paths(source(small, Filters(corpora=(Corpus.STRUCTURED_DOC,))), "Client") == ["notes.md"]
    assert paths(source(small), "unknown") == []


def test_open_documents_stand_for_the_indexed_ones(small: IndexSnapshot, source: MakeSource) -> None:
    opened = source(small, Filters(folder="net"), {"net/third.py": "def renamed():\n    pass\n", "core/new.py": TWIN})
    assert paths(opened, "shared_helper") == []
    assert paths(opened, "renamed") == ["net/third.py"]
    [renamed] = opened.defining("renamed")
    assert renamed.file & OPEN_FILE
    assert renamed.file not in small.files
    file = opened.file(renamed)
    assert (file.path, file.language, file.family, file.quality) == ("net/third.py", "python", "python", 0)
    assert file.names == (("renamed", 0),)
    assert file.chunks[renamed.chunk] == opened.stored(renamed)
    assert file.chunk_rows.tolist() == [-1]
    assert file.mean_vector is None
    assert not any(one.file & OPEN_FILE for one in source(small).defining("shared_helper"))


def test_an_open_document_has_a_mean_vector_too(small: IndexSnapshot, source: MakeSource, encoder: Encoder) -> None:
    opened = source(small, buffers={"net/third.py": TWIN}, encoder=encoder)
    [candidate] = [one for one in opened.defining("shared_helper") if one.file & OPEN_FILE]
    indexed = small.files.of_path("net/third.py")
    assert indexed is not None
    mean, same = opened.file(candidate).mean_vector, indexed.mean_vector
    assert mean is not None
    assert same is not None
    assert mean.tolist() == same.tolist()


def test_files_by_what_imports_call_them_and_by_folder(small: IndexSnapshot, source: MakeSource) -> None:
    def found(one: Source, keys: list[int]) -> list[str]:
        return sorted(one.file_of_key(key).path for key in keys)

    one = source(small)
    assert found(one, one.files_called(["client", "lib", "unknown"])) == ["lib/mod.rs", "net/client.py"]
    assert found(one, one.files_beside("core/anything.py")) == ["core/first.py", "core/second.py"]
    assert found(one, one.files_beside("notes.md")) == ["notes.md"]
    narrow = source(small, Filters(excluded_paths=frozenset(["core/first.py"])))
    assert found(narrow, narrow.files_beside("core/first.py")) == ["core/second.py"]
    nothing = Source(0, Path("/workspace"), None, Overlay(), Filters())
    assert nothing.files_called(["client"]) == nothing.files_beside("a") == []
    assert nothing.defining("Client") == []


def test_equals_stand_in_order_of_their_candidates(small: IndexSnapshot, source: MakeSource) -> None:
    for depth in (1, 2, 3, 10):
        ranked = bm25(source(small), [("shared_helper", 1.0), ("total", 1.0)], depth)
        twins = [one for one, _ in ranked if source(small).stored(one).path in ("core/first.py", "core/second.py")]
        assert twins == sorted(twins)
        assert len(ranked) == min(depth, 5)


class Workspace:
    """A folder that is indexed step by step."""

    def __init__(self, base: Path, encoder: Encoder) -> None:
        self.folder = base / "workspace"
        self._options = FolderOptions(self.folder, base / "cache")
        self._cache = folder_cache(base / "cache", self.folder)
        self._indexer = FolderIndexer(self._options, encoder, lambda _: None)
        self._ticket = 0

    def write(self, files: Mapping[str, str | None]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text)
        self._ticket += 1
        self._indexer.rescan(self._ticket)
        while self._indexer.seconds_until_step() == 0:
            self._indexer.step()

    def snapshot(self) -> IndexSnapshot:
        snapshot = IndexReader(self._cache).snapshot()
        assert snapshot is not None
        return snapshot

    def close(self) -> None:
        self._indexer.close()


@pytest.fixture(scope="module")
def histories(
    tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, generated: dict[str, str]
) -> Iterator[tuple[IndexSnapshot, IndexSnapshot]]:
    """One state twice: indexed in one go, and after files were added one by one, changed, removed and brought back."""
    files = dict(list(generated.items())[:60]) | {f"copies/twin_{number}.py": TWIN for number in range(12)}
    straight = Workspace(tmp_path_factory.mktemp("straight"), encoder)
    straight.write(files)
    winding = Workspace(tmp_path_factory.mktemp("winding"), encoder)
    chance = random.Random(3)
    names = list(files)
    chance.shuffle(names)
    for start in range(0, len(names), 24):
        winding.write({name: files[name] for name in names[start : start + 24]})
    for _ in range(3):
        touched = chance.sample(names, 6)
        winding.write({name: f"# changed\n{files[name]}" if chance.random() < 0.7 else None for name in touched})
        winding.write({name: files[name] for name in touched})
    yield straight.snapshot(), winding.snapshot()
    straight.close()
    winding.close()


def lists(source: Source, encoder: Encoder, query: str) -> dict[str, RankedList]:
    vector = encoder.encode_query(query)
    return {
        "embedding": embedding(source, vector, 50),
        "signs": embedding_equal_bits(source, vector, 50),
        "symbol": symbol(source, query.split()[0], 50),
        "defining": [(one, 0.0) for one in source.defining(query.split()[0])],
    }


@pytest.mark.parametrize("query", ["shared_helper of an order", "parse the header of a packet", "sort price"])
def test_equal_states_give_equal_lists_whatever_their_history(
    histories: tuple[IndexSnapshot, IndexSnapshot], source: MakeSource, encoder: Encoder, query: str
) -> None:
    straight, winding = histories
    assert straight.searcher.num_segments != winding.searcher.num_segments
    for filters in (Filters(), Filters(exclude=("core/**",))):
        assert lists(source(winding, filters), encoder, query) == lists(source(straight, filters), encoder, query)


@pytest.mark.parametrize("terms", [("shared_helper", "total"), ("parse", "header"), ("order",)])
def test_words_give_equal_lists_but_for_what_tantivy_still_counts(
    histories: tuple[IndexSnapshot, IndexSnapshot], source: MakeSource, terms: tuple[str, ...]
) -> None:
    # Entries that were removed count in frequencies and mean lengths until their segment is merged.
    straight, winding = (bm25(source(one), [(term, 1.0) for term in terms], 1000) for one in histories)
    scores = dict(straight)
    assert scores.keys() == dict(winding).keys()
    assert len(scores) >= 12
    for (first, score), (second, other) in pairwise(winding):
        # Equals in the order of their candidates, all others in the order of their scores, nearly.
        if score == other:
            assert first < second
        assert scores[first] > 0.9 * scores[second]
