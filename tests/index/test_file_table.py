"""The table of files: brought up to date by each commit, it is always the one that would be read afresh."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest
import tantivy
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.chunking.chunk_file import chunk_file
from cotext.embedding.binarize import cosines, mean_vector
from cotext.embedding.encoder import Encoder
from cotext.index.file_entry import ChunkCache
from cotext.index.file_table import FileTable
from cotext.index.import_names import import_name
from cotext.index.name_columns import NameCollector, NameColumns
from cotext.index.reader import IndexReader, IndexSnapshot
from cotext.index.schema import Field, Layer, build_schema
from cotext.index.stored import StoredDocument, file_key
from cotext.index.vectors import VectorReader
from cotext.index.writer import IndexWriter, WrittenChunk
from cotext.records import KnownFile, SkippedFile, SourceFile
from cotext.workspace.content_id import blob_id

Files = Callable[[Path, Mapping[str, str | bytes]], Path]


class Run(Protocol):
    reader: IndexReader
    cache_folder: Path
    indexer: Any

    def run(self) -> dict[str, Any]: ...


Start = Callable[..., Run]


def snapshot_of(run: Run) -> IndexSnapshot:
    found = run.reader.snapshot()
    assert found is not None
    return found


def facts(table: FileTable, names: list[str]) -> list[object]:
    """All that a table says."""
    chunks = table.chunks
    return [
        [(one.key, one.path, one.language, one.quality, one.mean_row, one.names) for one in table.ordered],
        {one.path: (one.key, one.skipped, one.blob, one.chunk_count) for one in table.everything()},
        table.keys.tolist(),
        [column.tolist() for column in (chunks.numbers, chunks.rows, chunks.prose, chunks.kinds)],
        table.chunk_files.tolist(),
        {name: table.defining(name) for name in names},
        {one.path: table.of_path(one.path) is one for one in table.everything()},
        {name: (table.called(import_name(name)), table.in_folder(name.rpartition("/")[0])) for name in PATHS},
    ]


PATHS = ["a.py", "src/a.py", "src/b.py", "src/mod.rs", "src/deep/notes.md", "src/deep/c.py"]
NAMES = ["alpha", "beta", "gamma"]
EDITS = st.lists(
    st.lists(
        st.tuples(st.sampled_from(PATHS), st.none() | st.integers(0, 3) | st.lists(st.sampled_from(NAMES), max_size=5)),
        min_size=1,
        max_size=4,
    ),
    min_size=1,
    max_size=5,
)


def text_of(path: str, names: list[str]) -> str:
    if path.endswith(".md"):
        return "".join(f"# {name}\n\nSome words about it.\n\n" for name in names)
    if path.endswith(".rs"):
        return "".join(f"pub fn {name}() {{}}\n\n" for name in names)
    return "".join(f"class {name.title()}:\n    def {name}(self):\n        return {name}\n\n" for name in names)


class Written:
    """An index that is written file by file, without vectors."""

    def __init__(self, data: Path) -> None:
        self.writer = IndexWriter(data)
        self.known: dict[str, StoredDocument] = {}

    def write(self, path: str, content: list[str] | int | None) -> None:
        if (old := self.known.pop(path, None)) is not None:
            self.writer.remove(old.known.source)
        if content is None:
            return
        if isinstance(content, int):
            source = SourceFile(path, "python", blob_id(text_of(path, NAMES[:1]).encode()))
            document = StoredDocument(KnownFile(source, content, 0, SkippedFile(path, "binary", "")), 0, "")
            self.writer.put(document, None, ())
        else:
            text = text_of(path, content)
            language = {"py": "python", "md": "markdown", "rs": "rust"}[path.rpartition(".")[2]]
            file = chunk_file(path, language, text)
            source = SourceFile(path, language, blob_id(text.encode()))
            document = StoredDocument(KnownFile(source, len(text), 0), len(file.chunks), "")
            chunks = [WrittenChunk(chunk, number, "") for number, chunk in enumerate(file.chunks)]
            self.writer.put(document, file, chunks, len(chunks))
        self.known[path] = document


@settings(deadline=None, max_examples=25)
@given(EDITS)
def test_a_table_brought_up_to_date_is_the_one_read_afresh(commits: list[list[tuple[str, Any]]]) -> None:
    data = Path(tempfile.mkdtemp())
    try:
        written = Written(data)
        vectors = VectorReader(data, 8)
        table, index = FileTable(vectors), tantivy.Index(build_schema(), path=str(data))
        for edits in commits:
            for path, content in edits:
                written.write(path, content)
            written.writer.commit()
            index.reload()
            before = facts(table, NAMES)
            later = table.updated(index.searcher(), index.schema)
            assert facts(table, NAMES) == before, "a table of an earlier commit stays as it was"
            table = later
            fresh = FileTable(vectors).updated(index.searcher(), index.schema)
            assert facts(table, NAMES) == facts(fresh, NAMES)
            assert {one.path for one in table.everything()} == set(written.known)
            assert all(one.document() == written.known[one.path] for one in table.everything())
        written.writer.close()
    finally:
        shutil.rmtree(data)


def test_names_lead_to_the_chunks_of_the_whole_folder(start: Start, folder: Path, files: Files) -> None:
    files(folder, {"src/other.py": "def parseConfig(text):\n    return text\n", "lib/a.ex": ELIXIR})
    run = start(folder)
    run.run()
    table = snapshot_of(run).files
    both = sorted(table.of_path(path).key for path in ("src/parser.py", "src/other.py"))  # type: ignore[union-attr]
    assert table.defining("parseConfig") == tuple((key, 0) for key in both)
    assert table.definer_count("parseConfig") == 2
    assert table.defining("parseconfig") == ()
    assert table.definer_count("parseconfig") == 0
    (elixir, _), *_ = table.defining("Shop.Cart")
    assert table.defining("Cart") == table.defining("Shop.Cart"), "code writes the last part of a qualified name"
    assert table[elixir].path == "lib/a.ex"
    (folder / "src/other.py").unlink()
    run.indexer.rescan(2)
    run.run()
    assert table.definer_count("parseConfig") == 2, "an old table stays as it was"
    table = snapshot_of(run).files
    parser = table.of_path("src/parser.py")
    assert parser is not None
    assert table.defining("parseConfig") == ((parser.key, 0),)
    assert parser.names == (("parseConfig", 0),)
    assert table.called("parser") == (parser.key,)
    assert set(table.in_folder("src")) == {parser.key, table.of_path("src/retry.py").key}  # type: ignore[union-attr]


ELIXIR = "defmodule Shop.Cart do\n  def total(items), do: Enum.sum(items)\nend\n"


def test_keys_hang_on_content_alone(start: Start, folder: Path, files: Files) -> None:
    run = start(folder)
    run.run()
    snapshot = snapshot_of(run)
    keys = {one.path: one.key for one in snapshot.files.entries()}
    chunks = snapshot.files.chunks.numbers.tolist()
    text = (folder / "src/parser.py").read_text()
    # Enough commits for segments to be merged.
    for number in range(12):
        files(folder, {"src/parser.py": f"{text}\n\nvalue = {number}\n", f"extra{number}.py": f"value = {number}\n"})
        run.indexer.rescan(number + 2)
        run.run()
        other = snapshot_of(run).files.of_path("src/parser.py")
        assert other is not None
        assert other.key != keys["src/parser.py"]
    files(folder, {"src/parser.py": text})
    for number in range(12):
        (folder / f"extra{number}.py").unlink()
    run.indexer.rescan(20)
    run.run()
    again = snapshot_of(run)
    assert {one.path: one.key for one in again.files.entries()} == keys
    assert again.files.chunks.numbers.tolist() == chunks
    for one in again.files.entries():
        document = one.document()
        assert one.key == file_key(document.known.source)
        assert one.blob.hex() == document.known.source.blob


def test_every_chunk_entry_bears_its_number(start: Start, folder: Path) -> None:
    run = start(folder)
    run.run()
    snapshot = snapshot_of(run)
    query = tantivy.Query.term_query(snapshot.schema, Field.LAYER, Layer.CHUNK)
    addresses = [address for _, address in snapshot.searcher.search(query, 1000).hits]
    numbers = snapshot.searcher.fast_field_values(Field.CHUNK, addresses)
    assert sorted(int(number or 0) for number in numbers) == snapshot.files.chunks.numbers.tolist()
    assert len(addresses) >= 3


def test_a_file_has_the_mean_of_its_chunks_vectors(start: Start, folder: Path, files: Files, encoder: Encoder) -> None:
    body = "\n\n".join(f"def step_{n}(order):\n" + "    order = order.next()\n" * 40 for n in range(3))
    files(folder, {"src/long.py": body, "src/empty.py": ""})
    run = start(folder)
    run.run()
    snapshot = snapshot_of(run)
    long, empty = snapshot.files.of_path("src/long.py"), snapshot.files.of_path("src/empty.py")
    assert long is not None
    assert empty is not None
    assert len(long.chunk_rows) > 1
    mean = long.mean_vector
    assert mean is not None
    assert np.array_equal(mean, mean_vector(snapshot.vectors.take(long.chunk_rows)))
    queries = encoder.encode_documents(["src/long.py\nthe next step of an order"])
    assert cosines(queries[0], mean[None])[0] > 0.2
    assert empty.mean_vector is None
    assert empty.chunk_rows.tolist() == []
    # What is indexed again is not encoded again, nor are means made twice.
    rows = snapshot.header.vectors
    (folder / "src/long.py").rename(folder / "moved")
    run.indexer.rescan(2)
    run.run()
    (folder / "moved").rename(folder / "src/long.py")
    run.indexer.rescan(3)
    run.run()
    moved = snapshot_of(run).files.of_path("src/long.py")
    assert moved is not None
    assert moved.mean_row == long.mean_row
    assert moved.mean_row < rows


def test_chunks_are_forgotten_and_read_again(start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cotext.index.file_table.ChunkCache", lambda: ChunkCache(1))
    run = start(folder)
    run.run()
    table = snapshot_of(run).files
    before = {one.path: list(one.chunks) for one in table.entries()}
    assert {one.path: list(one.chunks) for one in table.entries()} == before
    first = table.ordered[0]
    assert first.chunks[-1] == first.chunks[len(first.chunks) - 1]
    assert first.chunks[:1] == [first.chunks[0]]
    with pytest.raises(IndexError):
        first.chunks[len(first.chunks)]
    assert sum(one._opened is not None for one in table.entries()) == 1


def test_a_record_that_cannot_be_read_is_no_index(start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start(folder)
    run.run()
    assert IndexReader(run.cache_folder).snapshot() is not None
    monkeypatch.setattr("cotext.index.file_table.record", lambda searcher, address: b"[1]\n\0")
    assert IndexReader(run.cache_folder).snapshot() is None


PLACES = st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 5), st.integers(0, 3)), max_size=20)


@settings(deadline=None, max_examples=100)
@given(PLACES, st.lists(st.integers(0, 5), max_size=6).map(lambda keys: sorted(set(keys))), PLACES, st.booleans())
def test_name_columns_are_lists_of_places(
    old: list[tuple[str, int, int]], gone: list[int], new: list[tuple[str, int, int]], many: bool
) -> None:
    new = [(name, key + 10, ordinal) for name, key, ordinal in new]
    if many:
        gone += range(20, 40)

    def columns(places: list[tuple[str, int, int]]) -> NameColumns:
        gathered = NameCollector()
        for name, key, ordinal in places:
            gathered.add((name,), (key << 16 | ordinal,))
        return gathered.columns()

    changed = columns(old).changed(gone, columns(new))
    left = [one for one in old if one[1] not in gone] + new
    assert len(changed) == len(left)
    for name in "abcdef":
        wanted = sorted(key << 16 | ordinal for other, key, ordinal in left if other == name)
        assert changed.places(name) == wanted
        assert changed.count(name) == len(wanted)
