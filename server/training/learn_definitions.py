"""Learn the table [definition]: what each piece of evidence counts for a definition about to be used.

    python -m training.learn_definitions EVIDENCE.npz ... --write WEIGHTS.toml [--without REPOSITORY ...]

The files are those of `training.collect_definitions`, named REPOSITORY-ANYTHING.npz.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from cotext.fusion.ranking_weights import shipped_ranking_weights
from cotext.routes.definition_evidence import KIND_FAMILIES
from training.conditional_logit import Choice, fit
from training.evidence_file import EvidenceLists, read_evidence, to_choices
from training.weights_file import write_table

__all__ = ["learn", "main", "repository_of"]

PENALTY = 5.0

BY_HAND = {"typed": 3.0, "mistyped": -3.0, "at_cursor": 2.0, "unexported": -6.0, "recent_file": 0.5}
"""Cases stand before a name of which nothing is typed and nothing follows, so the first three are never seen. They are
set so that what is typed outweighs a middling difference of everything else and not a large one. `unexported` is a
rule of a language, which few cases show; cases have one open document, and so no `recent_file`."""

_VALUES_BELOW = 1.0
"""Cases want functions and types alone. A constant counts so much less than the mean of these in the same place:
learned from such cases it would be never wanted."""


def repository_of(path: Path) -> str:
    """The repository of an evidence file."""
    return path.stem.rpartition("-")[0] or path.stem


def learn(files: Iterable[EvidenceLists], penalty: float = PENALTY) -> dict[str, float]:
    """The table, in the order in which evidence is first seen."""
    choices: list[Choice] = []
    files = [_without_values(one) for one in files]
    names = [name for name in dict.fromkeys(name for one in files for name in one.names) if name not in BY_HAND]
    for one in files:
        choices += to_choices(one, names)
    weights = {name: float(weight) for name, weight in zip(names, fit(choices, penalty=penalty), strict=True)}
    return {**weights, **_value_weights(weights), **BY_HAND}


def _without_values(lists: EvidenceLists) -> EvidenceLists:
    """The lists without candidates that are constants, fields and variables."""
    values = [number for number, name in enumerate(lists.names) if name.endswith(" value")]
    kept = [~matrix[:, values].any(axis=1) for matrix in lists.matrices]
    return EvidenceLists(
        tuple(lists.names),
        [matrix[rows] for matrix, rows in zip(lists.matrices, kept, strict=True)],
        [right[rows] for right, rows in zip(lists.right, kept, strict=True)],
        lists.kinds,
    )


def _value_weights(weights: Mapping[str, float]) -> dict[str, float]:
    places = dict.fromkeys(name.rpartition(" ")[0] for name in weights if name.rpartition(" ")[2] in KIND_FAMILIES)
    found = {}
    for place in places:
        known = [weights.get(f"{place} type", 0.0), weights.get(f"{place} callable", 0.0)]
        found[f"{place} value"] = float(np.mean(known)) - _VALUES_BELOW
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evidence", type=Path, nargs="+")
    parser.add_argument("--write", type=Path, required=True, help="a file of weights; its other tables stay")
    parser.add_argument("--without", nargs="*", default=(), help="repositories to leave out")
    parser.add_argument("--penalty", type=float, default=PENALTY)
    asked = parser.parse_args(arguments)
    files = [read_evidence(path) for path in asked.evidence if repository_of(path) not in asked.without]
    table = learn(files, asked.penalty)
    known = shipped_ranking_weights().of("definition")
    write_table(asked.write, "definition", table, order=known, script="training.learn_definitions")
    sys.stdout.write(f"{sum(len(one.right) for one in files)} cases of {len(files)} files\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
