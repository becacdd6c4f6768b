"""From a small workspace to weights: the evidence is collected and the tables are learned."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from training import collect_definitions, collect_search, learn_definitions, learn_search
from training.evidence_file import read_evidence

ROOT = Path(__file__).parents[2]
WORKSPACE = ROOT / "fixtures" / "workspaces" / "key_value_store_go"


def test_search_tables(tmp_path: Path) -> None:
    questions = [
        {"repo": "key_value_store_go", "query": query, "benchmark_root": root, "targets": [{"file": file}]}
        for root, query, file in (
            ("", "map failures to HTTP status codes", "internal/server/handler.go"),
            ("", "ScanPrefix", "internal/memtable/table.go"),
            ("", "checksum of a log record", "internal/wal/record.go"),
        )
    ]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)))
    given = [str(WORKSPACE.parent), str(tmp_path / "questions.jsonl"), str(tmp_path / "evidence")]
    assert collect_search.main([*given, "--cache", str(tmp_path / "cache"), "--mode", "hybrid"]) == 0
    file = tmp_path / "evidence" / "key_value_store_go-root.npz"
    lists = read_evidence(file)
    assert sorted(lists.kinds) == ["search hybrid name", "search hybrid prose", "search hybrid prose"]
    assert all(right.sum() == 1 for right in lists.right)
    assert learn_search.main([str(file), "--write", str(tmp_path / "weights.toml")]) == 0
    tables = tomllib.loads((tmp_path / "weights.toml").read_text())
    assert set(tables) == {"search hybrid name", "search hybrid prose"}
    assert tables["search hybrid prose"]["file_cosine"] > 0
    assert tables["search hybrid prose"]["later_chunk"] == learn_search.BY_HAND["later_chunk"]


def test_a_checkout_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "questions.jsonl").write_text(json.dumps({"repo": "gone", "query": "x", "targets": []}))
    collect_search.main([str(tmp_path), str(tmp_path / "questions.jsonl"), str(tmp_path / "evidence")])
    assert "gone" in capsys.readouterr().out


def test_definition_table(tmp_path: Path) -> None:
    engine = (WORKSPACE / "internal/engine/engine.go").read_text().splitlines(keepends=True)
    table = (WORKSPACE / "internal/memtable/table.go").read_text().splitlines()
    cases = []
    for name in ("ScanPrefix", "Lookup"):
        number, line = next((n, line) for n, line in enumerate(engine) if f"table.{name}(" in line)
        column = line.index(name)
        text = "".join([*engine[:number], line[:column] + "\n", *engine[number + 1 :]])
        target = next(n for n, line in enumerate(table) if line.startswith("func") and f") {name}(" in line)
        cases.append(
            {
                "file": "internal/engine/engine.go",
                "line": number,
                "character": column,
                "kind": "unseen",
                "text": text,
                "target": {"path": "internal/memtable/table.go", "line": target},
            }
        )
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)))
    file = tmp_path / "store-1.npz"
    given = [str(WORKSPACE), str(tmp_path / "cases.jsonl"), str(file), "--cache", str(tmp_path / "cache")]
    assert collect_definitions.main(given) == 0
    lists = read_evidence(file)
    assert [right.sum() for right in lists.right] == [1, 1], "each case's definition is among the candidates, once"
    weights = tmp_path / "weights.toml"
    assert learn_definitions.main([str(file), "--write", str(weights)]) == 0
    learned = tomllib.loads(weights.read_text())["definition"]
    assert learned["container_receiver"] > 0
    assert learned["typed"] == learn_definitions.BY_HAND["typed"]
    assert learned["member value"] < learned["member callable"]


def test_the_repository_of_a_file() -> None:
    assert learn_definitions.repository_of(Path("some/abseil-cpp-1.npz")) == "abseil-cpp"
    assert learn_definitions.repository_of(Path("gin.npz")) == "gin"
