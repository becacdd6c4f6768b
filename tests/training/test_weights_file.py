from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cotext.fusion.ranking_weights import read_ranking_weights
from training.weights_file import write_table


def test_a_table_is_put_in_the_place_of_its_former_self(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    for name in ("definition", "search hybrid prose", "last"):
        write_table(path, name, {"near": 1.0, "member type": -2.0}, script="some.script")
    before = path.read_text()
    write_table(path, "search hybrid prose", {"far": 3.0, "near": 0.5}, order=["near"], script="other.script")
    data = tomllib.loads(path.read_text())
    assert list(data) == ["definition", "search hybrid prose", "last"]
    assert list(data["search hybrid prose"].items()) == [("near", 0.5), ("far", 3.0)]
    assert data["definition"] == data["last"] == {"near": 1.0, "member type": -2.0}
    write_table(path, "search hybrid prose", {"near": 1.0, "member type": -2.0}, script="some.script")
    assert path.read_text() == before, "writing changes nothing else, not even space"


def test_the_product_reads_what_is_written(tmp_path: Path) -> None:
    write_table(tmp_path / "weights.toml", "made up", {"near": 1.234}, script="some.script")
    assert dict(read_ranking_weights(tmp_path / "weights.toml").of("made up")) == {"near": 1.23}


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "weights.toml").write_text("[open")
    with pytest.raises(tomllib.TOMLDecodeError):
        write_table(tmp_path / "weights.toml", "definition", {}, script="some.script")
    assert (tmp_path / "weights.toml").read_text() == "[open"
