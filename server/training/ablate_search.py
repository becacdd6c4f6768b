"""What each group of evidence is worth to the ranking of searches: the tables are learned without it.

    python -m training.ablate_search EVIDENCE.npz ... [--folds 7]

Prints the mean over repositories of NDCG@10 by file, of lists whose repository was not learned from.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from training.cross_validate import folds
from training.evidence_file import EvidenceLists, read_evidence
from training.learn_definitions import repository_of
from training.learn_search import learn

__all__ = ["GROUPS", "main", "ndcg", "validated"]

GROUPS: Mapping[str, tuple[str, ...]] = {
    "file and folder names": ("name_asked", "name_answers", "name_is_question", "folders_answer"),
    "names that the file defines": ("names_answer", "best_name", "symbol", "holds_name", "defines_mentioned"),
    "words (BM25)": ("bm25_best", "bm25_rank", "symbol_words", "summary_words", "in_both"),
    "words in names and summaries alone": ("symbol_words", "summary_words"),
    "meaning of the best chunks": ("cosine_best", "cosine_mean", "cosine_rank", "in_both"),
    "meaning of the file's mean vector": ("file_cosine",),
    "tests, examples, documentation and the like": (
        "test",
        "example",
        "benchmark",
        "documentation",
        "legacy",
        "types",
        "tooling",
        "vendored",
        "generated",
    ),
    "depth": ("depth",),
    "size, entry file, share of the language": ("size", "entry_file", "language_share"),
}
"""Evidence by what it rests on."""

_CUT = 10


def ndcg(scores: NDArray[np.float64], right: NDArray[np.float32]) -> float:
    """Normalised discounted cumulative gain of the best ten (Järvelin and Kekäläinen, 2002); 0 where nothing is right.

    Args:
        scores: of the candidates; shape (candidates,).
        right: above 0 for the right ones; shape (candidates,).
    """
    count = int((right > 0).sum())
    order = np.argsort(-scores, kind="stable")[:_CUT]
    gain = sum(1 / math.log2(rank + 2) for rank, one in enumerate(order) if right[one] > 0)
    return gain / sum(1 / math.log2(rank + 2) for rank in range(min(_CUT, count))) if count else 0.0


def validated(files: Mapping[Path, EvidenceLists], without: Sequence[str], count: int) -> dict[str, float]:
    """For each mode the mean NDCG@10 by file, learned without some evidence and from other repositories."""
    kept = {path: _without(one, without) for path, one in files.items()}
    by_mode: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for names in folds(sorted({repository_of(path) for path in kept}), count):
        tables = learn(one for path, one in kept.items() if repository_of(path) not in names)
        for path, one in kept.items():
            if repository_of(path) not in names:
                continue
            for matrix, right, kind in zip(one.matrices, one.right, one.kinds, strict=True):
                weights = np.array([tables.get(kind, {}).get(name, 0.0) for name in one.names])
                by_mode[kind.split()[1]][repository_of(path)].append(ndcg(matrix @ weights, right))
    return {mode: fmean(map(fmean, repositories.values())) for mode, repositories in by_mode.items()}


def _without(lists: EvidenceLists, names: Sequence[str]) -> EvidenceLists:
    kept = tuple(name for name in lists.names if name not in names)
    return EvidenceLists(kept, lists.columns(kept), lists.right, lists.kinds)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evidence", type=Path, nargs="+")
    parser.add_argument("--folds", type=int, default=7)
    asked = parser.parse_args(arguments)
    files = {path: read_evidence(path) for path in asked.evidence}
    modes: list[str] = []
    for group, names in {"everything": (), **{f"without {name}": those for name, those in GROUPS.items()}}.items():
        found = validated(files, names, asked.folds)
        if not modes:
            modes = sorted(found)
            sys.stdout.write(f"| Evidence | {' | '.join(modes)} |\n| --- |{' --- |' * len(modes)}\n")
        sys.stdout.write(f"| {group} | {' | '.join(f'{found.get(mode, 0.0):.3f}' for mode in modes)} |\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
