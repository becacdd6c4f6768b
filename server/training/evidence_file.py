"""Evidence on disk: lists of candidates with what speaks for each, gathered once and learned from often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.conditional_logit import Choice

__all__ = ["EvidenceLists", "read_evidence", "to_choices", "write_evidence"]


@dataclass(frozen=True, slots=True)
class EvidenceLists:
    """Lists of candidates of one workspace.

    Attributes:
        names: of the evidence, a column each.
        matrices: a list each; shape (candidates, columns).
        right: how right each candidate is; shape (candidates,) each.
        kinds: of each list, for reports.
    """

    names: tuple[str, ...]
    matrices: Sequence[NDArray[np.float32]]
    right: Sequence[NDArray[np.float32]]
    kinds: Sequence[str]

    @classmethod
    def of(
        cls, lists: Iterable[tuple[str, Sequence[tuple[Mapping[str, float], float]]]], names: Iterable[str] = ()
    ) -> EvidenceLists:
        """From (kind, [(evidence, how right)]) a list; columns are `names`, then others in order of appearance."""
        lists = list(lists)
        columns = dict.fromkeys(names)
        for _, candidates in lists:
            for evidence, _ in candidates:
                columns.update(dict.fromkeys(evidence))
        column_of = {name: number for number, name in enumerate(columns)}
        matrices, right, kinds = [], [], []
        for kind, candidates in lists:
            matrix = np.zeros((len(candidates), len(column_of)), np.float32)
            for row, (evidence, _) in enumerate(candidates):
                for name, value in evidence.items():
                    matrix[row, column_of[name]] = value
            matrices.append(matrix)
            right.append(np.array([how_right for _, how_right in candidates], np.float32))
            kinds.append(kind)
        return cls(tuple(column_of), matrices, right, kinds)

    def columns(self, names: Sequence[str]) -> list[NDArray[np.float32]]:
        """The matrices with other columns; one that these lists lack is 0."""
        where = {name: number for number, name in enumerate(self.names)}
        found = []
        for matrix in self.matrices:
            chosen = np.zeros((len(matrix), len(names)), np.float32)
            for number, name in enumerate(names):
                if name in where:
                    chosen[:, number] = matrix[:, where[name]]
            found.append(chosen)
        return found


def write_evidence(path: Path, lists: EvidenceLists) -> None:
    """Write a compressed .npz file."""
    sizes = [len(one) for one in lists.right]
    nothing = np.zeros((0, len(lists.names)), np.float32)
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            names=np.array(lists.names, dtype=str),
            sizes=np.array(sizes, np.int64),
            matrix=np.concatenate([nothing, *lists.matrices]),
            right=np.concatenate([np.zeros(0, np.float32), *lists.right]),
            kinds=np.array(lists.kinds, dtype=str),
        )


def read_evidence(path: Path) -> EvidenceLists:
    """Read what `write_evidence` wrote.

    Raises:
        OSError, ValueError: it cannot be read, or is something else.
    """
    with np.load(path, allow_pickle=False) as data:
        ends = np.cumsum(data["sizes"])[:-1]
        return EvidenceLists(
            tuple(map(str, data["names"])),
            np.split(data["matrix"], ends) if len(data["sizes"]) else [],
            np.split(data["right"], ends) if len(data["sizes"]) else [],
            [str(kind) for kind in data["kinds"]],
        )


def to_choices(lists: EvidenceLists, names: Sequence[str], weight: float = 1.0) -> list[Choice]:
    """The lists that hold a right candidate and a wrong one, each of them counting `weight`."""
    return [
        Choice(matrix.astype(np.float64), right.astype(np.float64), weight)
        for matrix, right in zip(lists.columns(names), lists.right, strict=True)
        if right.any() and not right.all()
    ]
