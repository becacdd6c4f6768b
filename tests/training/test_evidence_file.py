from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from training.evidence_file import EvidenceLists, read_evidence, to_choices, write_evidence

LISTS = [
    ("prose", [({"near": 1.0}, 1.0), ({"far": 0.5, "near": 0.25}, 0.0)]),
    ("name", [({"far": 2.0}, 0.0)]),
]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    written = EvidenceLists.of(LISTS)
    write_evidence(tmp_path / "some.npz", written)
    read = read_evidence(tmp_path / "some.npz")
    assert (read.names, list(read.kinds)) == (("near", "far"), ["prose", "name"])
    for one, other in zip((*read.matrices, *read.right), (*written.matrices, *written.right), strict=True):
        assert np.array_equal(one, other)


def test_nothing_is_written_and_read(tmp_path: Path) -> None:
    write_evidence(tmp_path / "some.npz", EvidenceLists.of([]))
    assert len(read_evidence(tmp_path / "some.npz").matrices) == 0


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "some.npz").write_text("no archive")
    with pytest.raises(ValueError, match="pickle"):
        read_evidence(tmp_path / "some.npz")


def test_only_lists_with_a_right_and_a_wrong_candidate_teach() -> None:
    [choice] = to_choices(EvidenceLists.of(LISTS), ["far", "near", "unknown"], 0.5)
    assert choice.weight == 0.5
    assert choice.evidence.tolist() == [[0.0, 1.0, 0.0], [0.5, 0.25, 0.0]]
