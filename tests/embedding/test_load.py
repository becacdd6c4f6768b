from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from cotext.embedding.load import BUILTIN_FOLDER, load_encoder
from cotext.errors import DownloadNeeded, ModelError


def test_builtin() -> None:
    encoder = load_encoder("builtin")
    assert (encoder.name, encoder.dimension) == ("builtin", 256)


def test_a_static_folder_needs_no_other_package() -> None:
    program = (
        "import sys; from cotext.embedding.load import load_encoder\n"
        "encoder = load_encoder(sys.argv[1])\n"
        "print(encoder.name == sys.argv[1], encoder.dimension, 'torch' in sys.modules)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(BUILTIN_FOLDER)], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["True", "256", "False"]


def test_encoding_starts_no_threads() -> None:
    """The indexing process must leave the other cores to the editor."""
    program = (
        "import threading, pathlib; from cotext.embedding.load import load_encoder\n"
        "tasks = pathlib.Path('/proc/self/task')\n"
        "count = lambda: len(list(tasks.iterdir())) if tasks.exists() else threading.active_count()\n"
        "encoder = load_encoder('builtin'); before = count()\n"
        "encoder.encode_documents(['def retry(call, delay): größe'] * 300); print(before == count())\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="There is no folder"):
        load_encoder(str(tmp_path / "absent"))


@pytest.mark.parametrize("model", ["./model", "../model", "a/b/c", "", "-x", "owner/..", "name with spaces"])
def test_what_is_neither_name_nor_absolute_path_is_refused(model: str) -> None:
    with pytest.raises(ModelError, match="names no embedding model"):
        load_encoder(model)


def test_a_name_is_never_a_folder_of_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else opening a workspace that holds `owner/model` would load a stranger's files."""
    (tmp_path / "owner").mkdir()
    (tmp_path / "owner" / "model").symlink_to(BUILTIN_FOLDER)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError):
        load_encoder("owner/model")


@pytest.mark.slow_model
@pytest.mark.skipif(importlib.util.find_spec("huggingface_hub") is None, reason="needs the sentence-transformers extra")
@pytest.mark.parametrize("model", ["owner/absent-model", "absent-model"])
def test_a_model_that_is_not_here_needs_a_download(model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTENCE_TRANSFORMERS_HOME", str(tmp_path))
    with pytest.raises(DownloadNeeded) as raised:
        load_encoder(model)
    assert raised.value.model == model


@pytest.mark.slow_model
@pytest.mark.skipif(importlib.util.find_spec("huggingface_hub") is None, reason="needs the sentence-transformers extra")
def test_a_model_in_the_hubs_cache_is_used_without_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache's layout on disk, as a download leaves it."""
    commit = "0123456789abcdef0123456789abcdef01234567"
    kept = tmp_path / "models--owner--static-model"
    (kept / "refs").mkdir(parents=True)
    (kept / "refs" / "main").write_text(commit, encoding="utf-8")
    (kept / "snapshots").mkdir()
    (kept / "snapshots" / commit).symlink_to(BUILTIN_FOLDER, target_is_directory=True)
    monkeypatch.setenv("SENTENCE_TRANSFORMERS_HOME", str(tmp_path))
    encoder = load_encoder("owner/static-model")
    assert (encoder.name, encoder.dimension) == ("owner/static-model", 256)
