"""The server and the extension that carries it are released together, under one version."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]


def test_extension_and_server_have_one_version() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extension = REPOSITORY / "vscode-extension"
    manifest = json.loads((extension / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((extension / "package-lock.json").read_text(encoding="utf-8"))
    assert manifest["version"] == project["version"]
    assert lock["version"] == lock["packages"][""]["version"] == project["version"]
