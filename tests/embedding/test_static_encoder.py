from __future__ import annotations

import json
import math
import shutil
import threading
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

from cotext.embedding.encoder import CHARACTER_LIMIT
from cotext.embedding.load import BUILTIN_FOLDER, load_encoder
from cotext.embedding.static_encoder import Pooling, StaticEncoder, static_module_folder
from cotext.errors import ModelError

BUILTIN = load_encoder("builtin")
TABLE = load_file(BUILTIN_FOLDER / "model.safetensors")["embedding.weight"].astype(np.float64)
TEXTS = [
    "src/retry.py\ndef retry(call, attempts, delay):\n    for attempt in range(attempts):\n        sleep(delay)\n",
    "src/parser.ts\nexport function parseConfig(text: string): Config { return JSON.parse(text) }\n",
    "größe = 5  # die Größe, 数据",
    "retry",
]


def by_hand(text: str, pooling: Pooling) -> np.ndarray:
    from tokenizers import Tokenizer

    ids = Tokenizer.from_file(str(BUILTIN_FOLDER / "tokenizer.json")).encode(text, add_special_tokens=False).ids
    total = np.zeros(256)
    for token, count in Counter(ids).items():
        total += (math.log(1 + count) if pooling is Pooling.LOG_COUNT else count) * TABLE[token]
    return total / np.linalg.norm(total)


@pytest.mark.parametrize("pooling", list(Pooling))
def test_vectors_are_the_recipes_sums(pooling: Pooling) -> None:
    encoder = StaticEncoder(BUILTIN_FOLDER, "builtin", pooling)
    vectors = encoder.encode_documents(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), encoder.dimension) == (len(TEXTS), 256)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert np.allclose(vector, by_hand(text, pooling), atol=1e-5)


def test_related_code_is_nearer_than_unrelated_code() -> None:
    query = BUILTIN.encode_query("try again after a failure, with a delay")
    retry, parser = BUILTIN.encode_documents(TEXTS[:2]) @ query
    assert retry > parser + 0.2


@pytest.mark.parametrize("text", ["", "   \n", "()[]{};", "\x00"])
def test_texts_without_tokens_are_zero(text: str) -> None:
    assert not BUILTIN.encode_query(text).any()
    assert BUILTIN.encode_documents([text, "retry"]).any(axis=1).tolist() == [False, True]


def test_no_texts_give_no_rows() -> None:
    assert BUILTIN.encode_documents([]).shape == (0, 256)


@given(st.lists(st.text(max_size=60), max_size=5))
@settings(max_examples=100, deadline=None)
def test_rows_are_finite_and_of_length_one_or_zero(texts: list[str]) -> None:
    lengths = np.linalg.norm(BUILTIN.encode_documents(texts), axis=1)
    assert np.all(np.isclose(lengths, 1, atol=1e-5) | (lengths == 0))


def test_half_a_surrogate_pair_is_no_error() -> None:
    assert np.allclose(BUILTIN.encode_query("retry \ud800 delay"), BUILTIN.encode_query("retry ? delay"))


def test_a_vector_does_not_depend_on_its_batch() -> None:
    texts = [f"{text}\nnumber{number}" for number in range(100) for text in TEXTS]
    together = BUILTIN.encode_documents(texts)
    assert np.array_equal(together[[0, 150, 399]], np.stack([BUILTIN.encode_query(texts[n]) for n in (0, 150, 399)]))


def test_only_the_first_characters_are_read() -> None:
    text = "retry " * (CHARACTER_LIMIT // 6 + 1)
    assert np.array_equal(BUILTIN.encode_query(text[:CHARACTER_LIMIT] + " parser"), BUILTIN.encode_query(text))


def test_threads_get_the_same_vectors() -> None:
    expected = BUILTIN.encode_documents(TEXTS)
    fresh = load_encoder("builtin")
    found: list[bool] = []

    def encode() -> None:
        found.append(np.array_equal(fresh.encode_documents(TEXTS), expected))

    threads = [threading.Thread(target=encode) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8


def copy_of_builtin(folder: Path) -> Path:
    for name in ("model.safetensors", "tokenizer.json", "modules.json"):
        shutil.copy(BUILTIN_FOLDER / name, folder / name)
    return folder


def test_fingerprints_tell_weights_tokenizers_and_pooling_apart(tmp_path: Path) -> None:
    first = StaticEncoder(copy_of_builtin(tmp_path), "copy", Pooling.LOG_COUNT)
    assert first.fingerprint == BUILTIN.fingerprint
    found = {first.fingerprint, StaticEncoder(tmp_path, "copy", Pooling.MEAN).fingerprint}
    table = load_file(tmp_path / "model.safetensors")["embedding.weight"] * np.float16(1.5)
    # A mapped file is never rewritten in place.
    save_file({"embedding.weight": table}, str(tmp_path / "other.safetensors"))
    (tmp_path / "other.safetensors").replace(tmp_path / "model.safetensors")
    found.add(StaticEncoder(tmp_path, "copy", Pooling.LOG_COUNT).fingerprint)
    tokenizer = json.loads((tmp_path / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["normalizer"]["normalizers"].pop()
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    found.add(StaticEncoder(tmp_path, "copy", Pooling.LOG_COUNT).fingerprint)
    assert len(found) == 4


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
@pytest.mark.parametrize("content", [None, b"", b"{}"])
def test_missing_and_damaged_files_are_told(tmp_path: Path, name: str, content: bytes | None) -> None:
    copy_of_builtin(tmp_path)
    (tmp_path / name).unlink()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ModelError, match="cannot be used"):
        StaticEncoder(tmp_path, "copy")


def test_a_table_smaller_than_the_vocabulary_is_refused(tmp_path: Path) -> None:
    copy_of_builtin(tmp_path)
    save_file({"embedding.weight": np.ones((10, 8), dtype=np.float32)}, str(tmp_path / "model.safetensors"))
    with pytest.raises(ModelError, match="more tokens than vectors"):
        StaticEncoder(tmp_path, "copy")


@pytest.mark.parametrize(
    ("modules", "inner"),
    [
        ([{"type": "sentence_transformers.models.StaticEmbedding", "path": ""}], "."),
        ([{"type": "a.StaticEmbedding", "path": "0_Static"}, {"type": "a.Normalize", "path": "1"}], "0_Static"),
        ([{"type": "a.StaticEmbedding", "path": "../outside"}], None),
        ([{"type": "a.Transformer", "path": ""}, {"type": "a.Pooling", "path": "1"}], None),
        ([], None),
        ("no list", None),
    ],
)
def test_static_models_are_told_by_their_modules(tmp_path: Path, modules: object, inner: str | None) -> None:
    (tmp_path / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
    expected = None if inner is None else (tmp_path / inner).resolve()
    assert static_module_folder(tmp_path) == expected
