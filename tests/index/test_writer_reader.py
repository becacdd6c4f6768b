"""What stands in the index, and how a reader sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest
import tantivy

from cotext.embedding.binarize import quantise
from cotext.embedding.encoder import Encoder
from cotext.errors import IndexUnreadable
from cotext.index.reader import IndexReader, IndexSnapshot
from cotext.index.schema import KEYWORD_FIELDS, Field, Layer
from cotext.index.writer import IndexWriter, model_text
from cotext.records import Chunk, LineRange

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


def terms(snapshot: IndexSnapshot, field: Field, prefix: str = "") -> dict[str, int]:
    return dict(snapshot.searcher.terms_with_prefix(field, prefix))


def test_three_layers(start: Start, folder: Path) -> None:
    run = start(folder)
    state = run.run()
    snapshot = snapshot_of(run)
    assert terms(snapshot, Field.LAYER) == {
        Layer.CORPUS: 2,
        Layer.DOCUMENT: 3,
        Layer.CHUNK: state["chunks"],
    }
    corpora = tantivy.Query.term_query(snapshot.schema, Field.LAYER, Layer.CORPUS)
    assert len(snapshot.searcher.search(corpora, 10).hits) == 2
    assert terms(snapshot, Field.CORPUS).keys() == {"code", "structured_doc"}
    assert snapshot.paths == ["notes.md", "src/parser.py", "src/retry.py"]
    document = snapshot.document("src/parser.py")
    assert document is not None
    assert document.known.source.language == "python"
    assert document.known.size == (folder / "src/parser.py").stat().st_size


def test_sign_terms_and_keyword_terms_have_fields_of_their_own(start: Start, folder: Path, encoder: Encoder) -> None:
    run = start(folder)
    run.run()
    snapshot = snapshot_of(run)
    signs = terms(snapshot, Field.EMBEDDING)
    assert signs
    assert all(term.startswith(("embedding_one_", "embedding_zero_")) for term in signs)
    for field in KEYWORD_FIELDS:
        assert terms(snapshot, field), field
        assert not terms(snapshot, field, "embedding_"), field
    assert {"parseconfig", "parse", "config", "path", "read_settings"} <= terms(snapshot, Field.BODY_TERMS).keys()
    assert "parseconfig" in terms(snapshot, Field.SYMBOL_TERMS)
    assert "read_settings" not in terms(snapshot, Field.SYMBOL_TERMS)
    assert terms(snapshot, Field.NAME_LOWER)["parseconfig"] == 1
    assert terms(snapshot, Field.INITIALS)["pc"] == 1

    # The terms of one chunk are the signs of its quantised vector, one for each dimension.
    file = snapshot.files.of_path("src/parser.py")
    assert file is not None
    text = (folder / "src/parser.py").read_text()
    vector = quantise(encoder.encode_documents([f"src/parser.py\n{text}"]))
    assert np.array_equal(snapshot.vectors.take(file.chunk_rows), vector)
    for number, value in enumerate(vector[0]):
        term = f"embedding_{'one' if value > 0 else 'zero'}_{number}"
        query = tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Must, tantivy.Query.term_query(snapshot.schema, Field.EMBEDDING, term)),
                (tantivy.Occur.Must, tantivy.Query.term_query(snapshot.schema, Field.PATH, "src/parser.py")),
            ]
        )
        assert snapshot.searcher.search(query, 1).hits, term


def test_what_the_model_sees() -> None:
    assert model_text("a.py", Chunk(LineRange(0, 1), "x = 1\n")) == "a.py\nx = 1\n"
    assert model_text("a.py", Chunk(LineRange(9, 10), "x = 1\n", context="def f():")) == "a.py\ndef f():\nx = 1\n"


def test_each_commit_is_seen_and_counted(start: Start, folder: Path, files: Files) -> None:
    run = start(folder)
    assert run.reader.snapshot() is None
    run.run()
    first = snapshot_of(run)
    assert first.header.generation == 1
    assert snapshot_of(run) is first
    for generation in (2, 3):
        files(folder, {f"new{generation}.py": f"value = {generation}\n"})
        run.indexer.rescan(generation)
        run.run()
        snapshot = snapshot_of(run)
        assert snapshot.header.generation == generation
        assert f"new{generation}.py" in snapshot.paths
    assert first.paths == ["notes.md", "src/parser.py", "src/retry.py"], "an old snapshot stays as it was"


def test_a_rebuild_uses_a_new_data_folder_and_removes_the_old_one(start: Start, folder: Path) -> None:
    run = start(folder)
    run.run()
    before = snapshot_of(run)
    (run.cache_folder / "data-99999999999").mkdir()  # a rebuild that was killed
    run.indexer.rebuild(2)
    assert snapshot_of(run).paths == before.paths, "the present index answers until the new one has something"
    run.run()
    after = snapshot_of(run)
    assert after.header.data != before.header.data
    assert after.header.generation == 2
    assert after.paths == before.paths
    assert [one.name for one in run.cache_folder.glob("data-*")] == [after.header.data]
    assert before.paths == after.paths
    assert before.document("notes.md") is not None, "what is open stays readable"


def test_removed_files_leave_no_trace_in_what_is_listed(start: Start, folder: Path) -> None:
    run = start(folder)
    run.run()
    (folder / "src/retry.py").unlink()
    run.indexer.rescan(2)
    state = run.run()
    snapshot = snapshot_of(run)
    assert snapshot.paths == ["notes.md", "src/parser.py"]
    assert snapshot.document("src/retry.py") is None
    assert snapshot.chunks_of("src/retry.py") == []
    assert state["files_found"] == 2


def test_statistics_are_tantivys_own(start: Start, folder: Path) -> None:
    run = start(folder)
    run.run()
    snapshot = snapshot_of(run)
    assert snapshot.statistics.keys() == set(KEYWORD_FIELDS)
    for one in snapshot.statistics.values():
        assert one.entries == snapshot.searcher.num_docs
        assert one.mean_length > 0


def test_statistics_do_not_hang_on_a_removed_entry(start: Start, folder: Path, files: Files) -> None:
    # The commonest terms of all stand only in files that are gone again; the dictionary keeps them until a merge.
    run = start(folder)
    run.run()
    files(folder, {f"gone{number}.py": "aaa = aaa\n" for number in range(9)})
    run.indexer.rescan(2)
    run.run()
    for number in range(9):
        (folder / f"gone{number}.py").unlink()
    run.indexer.rescan(3)
    run.run()
    assert snapshot_of(run).statistics.keys() == set(KEYWORD_FIELDS)


def test_a_reader_of_another_schema_waits_for_the_writer(
    start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(folder)
    run.run()
    monkeypatch.setattr("cotext.index.reader.SCHEMA_VERSION", 99)
    assert IndexReader(run.cache_folder).snapshot() is None


@pytest.mark.parametrize("damage", ["meta.json", "*.store", "*.idx", "*.term"])
def test_a_reader_of_a_damaged_index_has_nothing_and_does_not_fail(start: Start, folder: Path, damage: str) -> None:
    run = start(folder)
    run.run()
    run.indexer.close()
    data = run.cache_folder / snapshot_of(run).header.data
    for path in data.glob(damage):
        path.unlink()
    assert IndexReader(run.cache_folder).snapshot() is None


def test_a_folder_with_another_schema_is_no_index_of_ours(tmp_path: Path) -> None:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("other", stored=True)
    tantivy.Index(builder.build(), path=str(tmp_path))
    with pytest.raises(IndexUnreadable):
        IndexWriter(tmp_path)
