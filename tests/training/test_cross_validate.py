from __future__ import annotations

import sys
from pathlib import Path

import pytest

from training.cross_validate import folds, main, read_rows, table, words_of_command
from training.evidence_file import EvidenceLists, write_evidence


def test_each_repository_is_in_one_fold() -> None:
    assert folds(["a", "b", "c", "d", "e"], 2) == [["a", "c", "e"], ["b", "d"]]
    assert folds(["a"], 3) == [["a"]]


def test_a_command_is_filled_in() -> None:
    words = words_of_command("measure 'my server' --only {names} --options {options} at/{name}", ["a", "b"], {"x": 1})
    assert words == ["measure", "my server", "--only", "a,b", "--options", '{"x": 1}', "at/a", "at/b"]


def test_figures_are_read_from_both_kinds_of_lines() -> None:
    printed = "gin                    chunk 0.912  file 0.950  index 1.2 s\nNDCG@10 chunk 0.9  file 0.9  over 1 ...\n"
    assert read_rows(printed) == {"gin": {"chunk": 0.912, "file": 0.95, "index": 1.2}}
    assert read_rows('{"tree": "gin", "cases": 2, "recall@1": 0.5}\n{"kind": "unseen"}\n') == {"gin": {"recall@1": 0.5}}


def test_the_table_has_means() -> None:
    shown = table({"a": {"file": 0.5}, "b": {"file": 0.7}}, {"a": {"file": 0.6}, "b": {"file": 0.8}})
    assert shown.splitlines()[-1] == "| mean | 0.600 / 0.700 |"
    assert "| a | 0.500 / 0.600 |" in shown


def test_what_is_measured_was_not_learned_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one repository "near" tells the right one, in the other "far"; each is measured with the other's weight."""
    for name, telling in (("one", "near"), ("two", "far")):
        lists = [("search hybrid prose", [({telling: 1.0}, 1.0), ({}, 0.0)])] * 3
        write_evidence(tmp_path / f"{name}-root.npz", EvidenceLists.of(lists))
    measure = tmp_path / "measure.py"
    measure.write_text(
        "import json, sys, tomllib\n"
        "names, options = sys.argv[1].split(','), json.loads(sys.argv[2])\n"
        "path = options.get('settings', {}).get('ranking', {}).get('weights')\n"
        "table = tomllib.load(open(path, 'rb'))['search hybrid prose'] if path else {}\n"
        "for name in names:\n"
        "    print(json.dumps({'tree': name, **{one: table.get(one, 0.0) for one in ('near', 'far')}}))\n"
    )
    command = f'"{sys.executable}" -W ignore "{measure}" {{names}} {{options}}'
    files = [str(tmp_path / f"{name}-root.npz") for name in ("one", "two")]
    assert main(["search", *files, "--folds", "2", "--work", str(tmp_path / "work"), "--command", command]) == 0
    rows = {line.split(" | ")[0]: line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")}
    one, two = (rows[f"| {name}"].split(" | ")[1:] for name in ("one", "two"))
    assert one[0].startswith("0.000")
    assert not one[1].startswith("0.000")
    assert not two[0].startswith("0.000")
    assert two[1].startswith("0.000")
