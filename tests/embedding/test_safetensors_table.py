from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from cotext.embedding.safetensors_table import map_table
from cotext.errors import ModelError

TABLE = np.arange(12, dtype=np.float16).reshape(3, 4)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_maps_the_named_table_among_others(tmp_path: Path, kind: type) -> None:
    path = tmp_path / "model.safetensors"
    save_file({"another": np.ones(5, dtype=np.float32), "embeddings": TABLE.astype(kind)}, str(path))
    table = map_table(path, ("embedding.weight", "embeddings"))
    assert table.dtype == kind
    assert np.array_equal(table, TABLE)
    assert not table.flags.writeable


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "header's length"),
        (b"\xff" * 64, "header's length"),
        ((2).to_bytes(8, "little") + b"{]", "cannot be used"),
        ((2).to_bytes(8, "little") + b"[]", "holds no embedding table"),
        ((7).to_bytes(8, "little") + b'{"w":1}', "cannot be used"),
    ],
)
def test_damaged_files_are_told(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=told):
        map_table(path, ("w",))


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F16", "shape": [3, 5], "data_offsets": [0, 24]},
        {"dtype": "F16", "shape": [12], "data_offsets": [0, 24]},
        {"dtype": "F16", "shape": [3, 8], "data_offsets": [0, 48]},
        {"dtype": "I64", "shape": [3, 4], "data_offsets": [0, 96]},
        {"dtype": "F16", "shape": [0, 4], "data_offsets": [0, 0]},
    ],
)
def test_tables_that_do_not_fit_their_file_are_refused(tmp_path: Path, entry: dict[str, object]) -> None:
    path = tmp_path / "model.safetensors"
    header = json.dumps({"w": entry}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + TABLE.tobytes())
    with pytest.raises(ModelError, match="cannot be used"):
        map_table(path, ("w",))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be used"):
        map_table(tmp_path / "model.safetensors", ("w",))
