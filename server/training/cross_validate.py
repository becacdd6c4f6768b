"""Measure learned weights on repositories that they were not learned from.

The repositories are dealt into folds. For each fold the weights are learned from the others' evidence, and a measuring
command is started on the fold's repositories with these weights as `cotext.ranking.weights`. What it prints is shown
beside what it prints with the weights that ship.

    python -m training.cross_validate search EVIDENCE.npz ... --folds 7 --work DIRECTORY --command \\
        'python3 nl_eval.py --server "cotext serve" --repos DIR --only {names} --options {options}'
    python -m training.cross_validate definitions EVIDENCE.npz ... --repositories gin tokio --work DIRECTORY \\
        --command 'python3 crossfile_eval.py --server "cotext serve" --options {options} DIR/{name}'

In the command, {names} stands for the fold's repositories with commas between, a word with {name} is repeated for each,
and {options} is the JSON of the initialization options.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from training import learn_definitions, learn_search
from training.evidence_file import EvidenceLists, read_evidence
from training.learn_definitions import repository_of
from training.weights_file import write_table

__all__ = ["Rows", "folds", "main", "read_rows", "table", "words_of_command"]

Rows = dict[str, dict[str, float]]
"""Figures by name, for each repository."""

_NAME_AND_FIGURES = re.compile(r"^(\S+)((?: +[a-z]+ +[\d.]+(?: s)?)+)\s*$")
_FIGURE = re.compile(r"([a-z]+) +([\d.]+)")


def folds(repositories: Sequence[str], count: int) -> list[list[str]]:
    """Repositories dealt like cards into at most `count` folds, none of them empty."""
    return [list(dealt) for number in range(count) if (dealt := repositories[number::count])]


def words_of_command(command: str, names: Sequence[str], options: Mapping[str, object]) -> list[str]:
    """The command's words with what stands for the repositories and the options put in."""
    words = []
    for word in shlex.split(command):
        filled = word.replace("{names}", ",".join(names)).replace("{options}", json.dumps(options))
        words += [filled.replace("{name}", name) for name in names] if "{name}" in filled else [filled]
    return words


def read_rows(printed: str) -> Rows:
    """The figures of each repository in what a measuring command printed: JSON objects with a `tree`, or lines of a
    name and figures, each after its own name."""
    rows: Rows = {}
    for line in printed.splitlines():
        if line.startswith("{"):
            data = json.loads(line)
            if isinstance(data.get("tree"), str):
                rows[data["tree"]] = {key: float(value) for key, value in data.items() if key not in ("tree", "cases")}
        elif match := _NAME_AND_FIGURES.match(line):
            rows[match[1]] = {name: float(value) for name, value in _FIGURE.findall(match[2])}
    return rows


def table(validated: Rows, shipped: Rows) -> str:
    """Both side by side, with their means: a row a repository, "cross-validated / shipped" a figure."""
    figures = list(dict.fromkeys(figure for row in validated.values() for figure in row))
    lines = ["| Repository | " + " | ".join(figures) + " |", "| --- |" + " --- |" * len(figures)]
    for name, row in validated.items():
        beside = shipped.get(name, {})
        cells = [f"{row.get(one, 0.0):.3f} / {beside.get(one, 0.0):.3f}" for one in figures]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    means = []
    for one in figures:
        both = [[row[one] for row in rows.values() if one in row] for rows in (validated, shipped)]
        means.append(" / ".join(f"{fmean(values):.3f}" if values else "" for values in both))
    return "\n".join([*lines, "| mean | " + " | ".join(means) + " |"])


def _measured(command: str, names: Sequence[str], weights: Path | None) -> Rows:
    settings = {"settings": {"ranking": {"weights": str(weights.resolve())}}} if weights else {}
    words = words_of_command(command, names, settings)
    ran = subprocess.run(words, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return {name: row for name, row in read_rows(ran.stdout).items() if name in names}


def _write(path: Path, tables: Mapping[str, Mapping[str, float]]) -> None:
    path.unlink(missing_ok=True)
    for name, weights in tables.items():
        write_table(path, name, weights, script="training.cross_validate")


def _learned_definitions(files: Sequence[EvidenceLists]) -> dict[str, dict[str, float]]:
    return {"definition": learn_definitions.learn(files)}


_LEARNERS: dict[str, Callable[[Sequence[EvidenceLists]], dict[str, dict[str, float]]]] = {
    "search": learn_search.learn,
    "definitions": _learned_definitions,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=sorted(_LEARNERS))
    parser.add_argument("evidence", type=Path, nargs="+")
    parser.add_argument("--command", required=True)
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("--repositories", nargs="*", help="those that are measured; by default all that have evidence")
    parser.add_argument("--work", type=Path, required=True, help="where the weights of each fold are written")
    asked = parser.parse_args(arguments)
    files = {path: read_evidence(path) for path in asked.evidence}
    repositories = asked.repositories or list(dict.fromkeys(map(repository_of, files)))
    asked.work.mkdir(parents=True, exist_ok=True)
    validated: Rows = {}
    for number, names in enumerate(folds(repositories, asked.folds)):
        weights = asked.work / f"fold-{number}.toml"
        _write(weights, _LEARNERS[asked.what]([one for path, one in files.items() if repository_of(path) not in names]))
        validated |= _measured(asked.command, names, weights)
        sys.stdout.write(f"fold {number}: {', '.join(names)}\n")
        sys.stdout.flush()
    sys.stdout.write(table(validated, _measured(asked.command, repositories, None)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
