"""The vector store: append only, whole after every kind of end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cotext.index.vectors import KEY_BYTES, VectorReader, VectorStore, vector_key

DIMENSION = 8


def rows(*starts: int) -> NDArray[np.int8]:
    return np.array([np.arange(start, start + DIMENSION) for start in starts], np.int8)


def keys(*names: str) -> list[bytes]:
    return [vector_key(name) for name in names]


def test_appended_rows_are_found_by_their_text(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, DIMENSION)
    store.append(keys("a", "b"), rows(1, 20))
    store.append(keys("c"), rows(40))
    assert [store.row_of(key) for key in keys("a", "b", "c", "d")] == [0, 1, 2, None]
    assert np.array_equal(store.take([2, 0]), rows(40, 1))
    store.close()
    again = VectorStore(tmp_path, DIMENSION)
    assert again.rows == 3
    assert again.row_of(vector_key("b")) == 1
    assert np.array_equal(again.take([1]), rows(20))
    again.close()


def test_opening_changes_nothing_on_disk(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, DIMENSION)
    store.append(keys("a"), rows(1))
    store.close()
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    VectorStore(tmp_path, DIMENSION).close()
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(("vectors", "key_bytes"), [(DIMENSION, 0), (3, 0), (DIMENSION, 5), (0, KEY_BYTES)])
def test_parts_of_rows_that_a_killed_writer_left_are_cut_off(tmp_path: Path, vectors: int, key_bytes: int) -> None:
    store = VectorStore(tmp_path, DIMENSION)
    store.append(keys("a"), rows(1))
    store.close()
    for name, count in (("vectors.i8", vectors), ("vectors.keys", key_bytes)):
        with (tmp_path / name).open("ab") as file:
            file.write(b"x" * count)
    again = VectorStore(tmp_path, DIMENSION)
    again.append(keys("b"), rows(20))
    assert (again.rows, again.row_of(vector_key("b"))) == (2, 1)
    assert np.array_equal(again.take([0, 1]), rows(1, 20))
    again.close()


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
import numpy as np
from cotext.index.vectors import VectorStore, vector_key
store = VectorStore(Path(sys.argv[1]), 8)
store.append([vector_key("a")], np.full((1, 8), 1, np.int8))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
try:
    store.append([vector_key("b"), vector_key("c")], np.full((2, 8), 2, np.int8))
except OSError:
    print("full", store.rows, store.row_of(vector_key("b")))
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
store.append([vector_key("d")], np.full((1, 8), 3, np.int8))
print(store.rows, store.row_of(vector_key("d")), store.take([0, 1]).tolist())
"""


def test_a_write_that_fits_in_part_is_taken_back(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == ["full 1 None", f"2 1 {[[1] * 8, [3] * 8]}"]


def test_a_reader_sees_what_is_appended_later(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, DIMENSION)
    store.append(keys("a"), rows(1))
    reader = VectorReader(tmp_path, DIMENSION)
    assert np.array_equal(reader.take(np.array([0])), rows(1))
    store.append(keys("b"), rows(20))
    wanted = np.array([1, 7, -1, 0])
    assert np.array_equal(reader.take(wanted), np.concatenate([rows(20), np.zeros((2, DIMENSION)), rows(1)]))
    store.close()


def test_a_reader_of_nothing_gives_zeros(tmp_path: Path) -> None:
    reader = VectorReader(tmp_path / "missing", DIMENSION)
    assert not reader.take(np.array([0, 3])).any()
    assert reader.take(np.array([], np.int64)).shape == (0, DIMENSION)


def test_keys_stand_for_texts() -> None:
    assert len({vector_key(text) for text in ("", "a", "b", "a\n", "\ud800")}) == 5
    assert vector_key("a") == vector_key("a")
    assert len(vector_key("a")) == KEY_BYTES
