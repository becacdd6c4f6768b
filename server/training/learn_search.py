"""Learn the tables [search ...]: what each piece of evidence counts for a file being the answer to a question.

    python -m training.learn_search EVIDENCE.npz ... --write WEIGHTS.toml [--without REPOSITORY ...]

The files are those of `training.collect_search`, named REPOSITORY-ANYTHING.npz.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from training.conditional_logit import fit
from training.evidence_file import EvidenceLists, read_evidence, to_choices
from training.learn_definitions import repository_of
from training.weights_file import write_table

__all__ = ["learn", "main"]

PENALTY = 5.0

PRIOR = {"test": -3.0, "example": -3.0, "benchmark": -3.0, "documentation": -4.0, "vendored": -2.0, "generated": -3.0}
"""What evidence weighs that few repositories show: who does not ask for tests, examples or vendored code wants the
code itself. Other evidence weighs nothing until it is seen."""

UNSEEN = {"symbol": 3.0}
"""Where the questions never have it: among words, only searches that prefer symbols ask the symbol route."""

BY_HAND = {
    "behind_bm25": -1.0,
    "behind_cosine": -2.0,
    "behind_symbol": -20.0,
    "behind_name": -1.0,
    "lacks_name": -4.0,
    "defined_earlier": -2.0,
    "later_chunk": -3.0,
    "holds_name": 8.0,
}
"""Who asks for a name wants the places that have it before those that have its parts (`holds_name`, `lacks_name`); in
questions whose answer defines the name, all good ones do. And answers are files: which chunk of one is right, they do
not say. `behind_...` and `defined_earlier` make the order of its chunks that of their scores, definitions of what is
asked before all; `later_chunk` lets a second chunk of a file stand behind the first of one that is nearly as good."""


def learn(files: Iterable[EvidenceLists], penalty: float = PENALTY) -> dict[str, dict[str, float]]:
    """The tables by name. Each repository counts the same, each of its lists alike."""
    files = list(files)
    tables = {}
    for table in sorted({kind for one in files for kind in one.kinds}):
        of_table = [_only(one, table) for one in files]
        names = [name for name in dict.fromkeys(name for one in of_table for name in one.names) if name not in BY_HAND]
        choices = [
            choice for one in of_table if len(one.right) for choice in to_choices(one, names, 1 / len(one.right))
        ]
        weights = fit(choices, penalty=penalty, prior=np.array([PRIOR.get(name, 0.0) for name in names]))
        learned = {name: float(weight) for name, weight in zip(names, weights, strict=True) if weight}
        tables[table] = {**UNSEEN, **learned, **BY_HAND}
    return tables


def _only(lists: EvidenceLists, kind: str) -> EvidenceLists:
    chosen = [number for number, one in enumerate(lists.kinds) if one == kind]
    return EvidenceLists(
        lists.names,
        [lists.matrices[number] for number in chosen],
        [lists.right[number] for number in chosen],
        [kind] * len(chosen),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evidence", type=Path, nargs="+")
    parser.add_argument("--write", type=Path, required=True, help="a file of weights; its other tables stay")
    parser.add_argument("--without", nargs="*", default=(), help="repositories to leave out")
    parser.add_argument("--penalty", type=float, default=PENALTY)
    asked = parser.parse_args(arguments)
    files = [read_evidence(path) for path in asked.evidence if repository_of(path) not in asked.without]
    for name, table in learn(files, asked.penalty).items():
        write_table(asked.write, name, table, script="training.learn_search")
    sys.stdout.write(f"{sum(len(one.right) for one in files)} lists of {len(files)} files\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
