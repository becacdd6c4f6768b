from __future__ import annotations

import numpy as np
import pytest

from cotext.routes.evidence_matrix import EvidenceMatrix


def test_the_score_is_the_sum_over_the_evidence_that_is_present() -> None:
    matrix = EvidenceMatrix(["near", "same_folder", "unknown"], 3)
    matrix.set("near", [0, 2], [0.5, 1.0])
    matrix.set("same_folder", np.array([False, True, True]), 1.0)
    matrix.set("unknown", 1, 5.0)
    assert matrix.weighed({"near": 2.0, "same_folder": -1.0, "elsewhere": 9.0}).tolist() == [1.0, -1.0, 1.0]
    assert [matrix.of(thing) for thing in range(3)] == [
        {"near": 0.5},
        {"same_folder": 1.0, "unknown": 5.0},
        {"near": 1.0, "same_folder": 1.0},
    ]


def test_columns_are_taken_in_any_order_and_repeatedly() -> None:
    matrix = EvidenceMatrix(["near"], 2)
    matrix.set("near", slice(None), [1.0, 2.0])
    assert matrix.take(np.array([1, 0, 1]))["near"].tolist() == [2.0, 1.0, 2.0]
    assert matrix["near"].tolist() == [1.0, 2.0]


def test_evidence_that_there_is_not() -> None:
    with pytest.raises(KeyError, match="far"):
        EvidenceMatrix(["near"], 1).set("far", 0, 1.0)
