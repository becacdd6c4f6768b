"""A real Neovim with the installed server: opens a workspace, waits for the index, asks all three questions."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

WORKSPACE = "job_queue_python"
SCRIPT = Path(__file__).with_name("neovim_questions.lua")

pytestmark = pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")


def test_neovim_asks_all_three_questions(copy_workspace: Any, questions: Any, environment: Any, tmp_path: Any) -> None:
    folder = copy_workspace(WORKSPACE)
    asked = {one["kind"]: one for one in reversed(questions) if one["workspace"] == WORKSPACE}
    test = {
        "command": [str(Path(sys.executable).with_name("cotext")), "serve"],
        "folder": str(folder),
        "answers": str(tmp_path / "answers.json"),
        **asked,
    }
    (tmp_path / "test.json").write_text(json.dumps(test))
    ran = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {SCRIPT}"],
        env={**environment, "COTEXT_TEST": str(tmp_path / "test.json")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    answers = json.loads((tmp_path / "answers.json").read_text())

    def holds(kind: str, uri: str, text: str) -> bool:
        expected = asked[kind]["expect"]
        return Path(unquote(urlsplit(uri).path)) == folder / expected["path"] and expected["name"] in text

    assert any(holds("search", hit["uri"], hit["text"]) for hit in answers["search"]["hits"])
    assert any(holds("context", chunk["uri"], chunk["text"]) for chunk in answers["context"]["chunks"])
    assert any(holds("symbol", one["location"]["uri"], one["name"]) for one in answers["symbol"])
    assert 0 < len(answers["context"]["chunks"]) <= 12
    (hit,) = answers["unsaved"]["hits"]
    line = hit["range"]["start"]["line"]
    assert hit["text"] == answers["lines"][line] + "\n"
    assert "zanzibar_lighthouse" in hit["text"]
    assert answers["closed"]["hits"] == []
    assert answers["shown"]
