from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from cotext.fusion.ranking_weights import shipped_ranking_weights
from training.ablate_search import GROUPS, main, ndcg
from training.evidence_file import EvidenceLists, write_evidence


def test_ndcg() -> None:
    scores = np.array([3.0, 2.0, 1.0])
    assert ndcg(scores, np.array([1, 0, 0], np.float32)) == 1.0
    assert ndcg(scores, np.array([0, 1, 0], np.float32)) == pytest.approx(1 / math.log2(3))
    assert ndcg(scores, np.array([0, 0, 0], np.float32)) == 0.0
    assert ndcg(np.arange(20.0), np.array([1] + [0] * 19, np.float32)) == 0.0, "the eleventh counts no more"


def test_evidence_that_tells_is_missed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two", "three"):
        lists = [("search hybrid prose", [({"file_cosine": 0.1}, 0.0), ({"file_cosine": 0.9}, 1.0)])] * 4
        write_evidence(tmp_path / f"{name}-root.npz", EvidenceLists.of(lists))
    assert main([str(path) for path in sorted(tmp_path.glob("*.npz"))]) == 0
    rows = dict(line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:])
    assert rows["everything"] == rows["without depth"] == "1.000"
    assert float(rows["without meaning of the file's mean vector"]) < 1


def test_every_piece_of_evidence_that_is_learned_is_in_a_group() -> None:
    learned = set(shipped_ranking_weights().of("search hybrid prose"))
    own = {name for name in learned if name.startswith(("behind_", "later_", "defined_earlier"))}
    assert learned - own == {name for group in GROUPS.values() for name in group} & learned
    assert learned - own <= {name for group in GROUPS.values() for name in group}
