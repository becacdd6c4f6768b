"""A git that knows nothing of this machine's user: no global configuration, excludes or attributes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pygit2
import pytest
from pygit2.enums import ConfigLevel

LEVELS = (ConfigLevel.SYSTEM, ConfigLevel.XDG, ConfigLevel.GLOBAL)
Git = Callable[..., str]


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home, for git and for libgit2."""
    home = tmp_path_factory.mktemp("home")
    before = [pygit2.settings.search_path[level] for level in LEVELS]
    for level in LEVELS:
        pygit2.settings.search_path[level] = str(home)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    yield home
    for level, path in zip(LEVELS, before, strict=True):
        pygit2.settings.search_path[level] = path


@pytest.fixture
def git(home: Path) -> Git:
    """Run git in a folder: `git(folder, "add", ".")` gives what it printed."""
    identity = {
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "A"), ("EMAIL", "a@example.org"))
    }

    def run(folder: Path, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main", *arguments],
            cwd=folder,
            env={**os.environ, **identity},
            check=True,
            capture_output=True,
        )
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    return run


@pytest.fixture
def open_to_all(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], None]:
    """Let other users reach a temporary folder, which pytest keeps to this one."""
    top = tmp_path_factory.getbasetemp().parent

    def let_in(folder: Path) -> None:
        for one in (folder, *folder.parents):
            if one.is_relative_to(top):
                one.chmod(one.stat().st_mode | 0o055)

    return let_in


@pytest.fixture
def make() -> Callable[[Path, dict[str, str | bytes]], None]:
    """Write files below a folder, folders included."""

    def write(folder: Path, files: dict[str, str | bytes]) -> None:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    return write
