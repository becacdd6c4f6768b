"""Writing a table of learned weights into a TOML file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["write_table"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")

_HEAD = "# What each piece of evidence counts in the ranking. A table a kind of question, an evidence a line.\n"


def write_table(path: Path, name: str, weights: Mapping[str, float], *, order: Iterable[str] = (), script: str) -> None:
    """Put a table in a file, in place of the one of that name; the file's other tables stay as they are.

    Args:
        path: a TOML file of tables, or none yet.
        name: of the table.
        weights: by name of the evidence.
        order: names that come first, in this order; the others follow in theirs.
        script: what learned them, for the comment above the table.

    Raises:
        ValueError: the file is no TOML.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else _HEAD
    tomllib.loads(text)
    head = f"[{_key(name)}]"
    names = dict.fromkeys([*(one for one in order if one in weights), *weights])
    lines = [f"# Learned by {script}.", head, *(f"{_key(one)} = {weights[one]:.2f}" for one in names)]
    table = "\n".join(lines) + "\n"
    present = re.compile(rf"(?:^#[^\n]*\n)?^{re.escape(head)}\n(?:(?!^\[|^#).*\n?)*", re.MULTILINE)
    written = present.sub(lambda _: f"{table}\n", text) if present.search(text) else f"{text.rstrip()}\n\n{table}"
    path.write_text(written.rstrip() + "\n", encoding="utf-8")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else f'"{name}"'
