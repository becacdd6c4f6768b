"""Against the real library, on small models made here: no weights are downloaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cotext.embedding.load import BUILTIN_FOLDER
from cotext.embedding.sentence_transformers_encoder import SentenceTransformersEncoder
from cotext.embedding.static_encoder import Pooling, StaticEncoder
from cotext.errors import ModelError

TEXTS = ["def retry(call): ...", "class ConfigParser:\n    parse = None\n", "größe = 5  # 数据", "x x x y"]


@pytest.fixture(scope="module")
def library() -> Any:
    """The library; importing it warns about its own dependencies, which is none of our business."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("sentence_transformers")


@pytest.fixture(scope="module")
def transformer_folder(library: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A one-layer BERT with random weights, saved as its authors save models: Transformer and mean Pooling."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("bert")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "def", "retry", "call", "class", "x", "y", "(", ")", ":"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder / "plain")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder / "plain")
    # A folder without modules.json gets mean pooling from the library.
    model = library.SentenceTransformer(
        str(folder / "plain"), device="cpu", local_files_only=True, prompts={"query": "retry ", "document": ""}
    )
    model.save(str(folder / "model"))
    return folder / "model"


@pytest.mark.slow_model
def test_static_folders_give_the_librarys_vectors(library: Any) -> None:
    model = library.SentenceTransformer(str(BUILTIN_FOLDER), device="cpu", local_files_only=True)
    expected = model.encode(TEXTS, normalize_embeddings=True, convert_to_numpy=True)
    ours = StaticEncoder(BUILTIN_FOLDER, "folder", Pooling.MEAN)
    assert np.abs(ours.encode_documents(TEXTS) - expected).max() < 1e-3


@pytest.mark.slow_model
def test_a_transformer_gives_the_librarys_normalised_vectors(library: Any, transformer_folder: Path) -> None:
    encoder = SentenceTransformersEncoder(transformer_folder, "small")
    model = library.SentenceTransformer(str(transformer_folder), device="cpu", local_files_only=True)
    vectors = encoder.encode_documents(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (4, encoder.dimension) == (4, 16)
    assert np.allclose(vectors, model.encode_document(TEXTS, normalize_embeddings=True), atol=1e-5)
    query = encoder.encode_query("call x")
    assert np.allclose(query, model.encode_query("call x", normalize_embeddings=True), atol=1e-5)
    # The model's prompt for queries counts.
    assert not np.allclose(query, encoder.encode_documents(["call x"])[0], atol=1e-3)
    assert not encoder.encode_query(" \n").any()
    assert encoder.encode_documents(["", "retry \ud800"]).any(axis=1).tolist() == [False, True]
    assert encoder.encode_documents([]).shape == (0, 16)


@pytest.mark.slow_model
def test_fingerprints_change_with_the_weights(library: Any, transformer_folder: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(transformer_folder, copy)
    first = SentenceTransformersEncoder(copy, "a").fingerprint
    assert first == SentenceTransformersEncoder(transformer_folder, "b").fingerprint
    from safetensors.numpy import load_file, save_file

    tensors = load_file(copy / "model.safetensors")
    changed = {name: tensor + 1 if "word_embeddings" in name else tensor for name, tensor in tensors.items()}
    save_file(changed, str(copy / "model.safetensors"), metadata={"format": "pt"})
    assert SentenceTransformersEncoder(copy, "a").fingerprint != first


@pytest.mark.slow_model
def test_damaged_weights_are_told(library: Any, transformer_folder: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(transformer_folder, copy)
    (copy / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(ModelError, match="cannot be used"):
        SentenceTransformersEncoder(copy, "a")


def write_model(folder: Path, kind: str, weights: str) -> Path:
    (folder / "modules.json").write_text(json.dumps([{"type": kind, "path": ""}]), encoding="utf-8")
    (folder / weights).write_bytes(b"")
    return folder


def test_models_with_code_of_their_own_are_refused(tmp_path: Path) -> None:
    write_model(tmp_path, "custom_code.Transformer", "model.safetensors")
    (tmp_path / "custom_code.py").write_text("raise SystemExit('was run')\n", encoding="utf-8")
    with pytest.raises(ModelError, match="code of its own"):
        SentenceTransformersEncoder(tmp_path, "a")


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    write_model(tmp_path, "sentence_transformers.models.Transformer", "pytorch_model.bin")
    with pytest.raises(ModelError, match="no safetensors"):
        SentenceTransformersEncoder(tmp_path, "a")
    (tmp_path / "1_Dense").mkdir()
    (tmp_path / "1_Dense" / "model.safetensors").write_bytes(b"")
    with pytest.raises(ModelError, match=r"pytorch_model\.bin is a pickle"):
        SentenceTransformersEncoder(tmp_path, "a")


def test_a_damaged_list_of_modules_is_told(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError, match=r"modules\.json is damaged"):
        SentenceTransformersEncoder(tmp_path, "a")


def test_a_missing_package_is_told_with_the_command_that_installs_it(tmp_path: Path) -> None:
    """In a process of its own, where the package cannot be imported whether it is installed or not."""
    write_model(tmp_path, "sentence_transformers.models.Transformer", "model.safetensors")
    program = (
        "import sys; sys.modules['sentence_transformers'] = None\n"
        "from cotext.embedding.load import load_encoder\n"
        "from cotext.errors import ModelError\n"
        "try:\n    load_encoder(sys.argv[1])\nexcept ModelError as error:\n    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert 'pip install "cotext[sentence-transformers]"' in run.stdout
