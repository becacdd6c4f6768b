"""What the indexing process has in hand, kept where its death cannot lose it.

`in-hand` names the file that a grammar is working on right now; a process that finds it filled knows what killed its
forerunner.
`crashes.json` counts such deaths for each content; `pending.json` lists the work of a scan until it is done.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from pathlib import Path

__all__ = ["CRASHES_UNTIL_SKIPPED", "Journal"]

CRASHES_UNTIL_SKIPPED = 2


class Journal:
    """The journal of one folder's index. Only the holder of the writer's lock opens it.

    Raises:
        OSError: the cache folder cannot be written.
    """

    def __init__(self, cache_folder: Path) -> None:
        self._crashes_path = cache_folder / "crashes.json"
        self._pending_path = cache_folder / "pending.json"
        self._in_hand = os.open(cache_folder / "in-hand", os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        crashes = _read(self._crashes_path)
        self._crashes: dict[str, int] = (
            {str(key): value for key, value in crashes.items() if isinstance(value, int)}
            if isinstance(crashes, dict)
            else {}
        )
        left = os.read(self._in_hand, 1 << 16).decode("utf-8", "replace")
        if left:
            self._crashes[left] = self._crashes.get(left, 0) + 1
            self._write(self._crashes_path, self._crashes)
            os.ftruncate(self._in_hand, 0)

    @property
    def pending(self) -> frozenset[str]:
        """Paths whose indexing was interrupted last time."""
        paths = _read(self._pending_path)
        return frozenset(path for path in paths if isinstance(path, str)) if isinstance(paths, list) else frozenset()

    def set_pending(self, paths: Collection[str]) -> None:
        """Note the work to be done; none: all of it is done."""
        if paths:
            self._write(self._pending_path, list(paths))
        else:
            self._pending_path.unlink(missing_ok=True)

    def crashes(self, identity: str) -> int:
        """How often a process died over this content."""
        return self._crashes.get(identity, 0)

    def take_in_hand(self, identity: str) -> None:
        """From here on, a death of the process counts against this content."""
        data = identity.encode("ascii")
        os.lseek(self._in_hand, 0, os.SEEK_SET)
        os.write(self._in_hand, data)

    def put_down(self) -> None:
        """The content in hand did no harm."""
        os.ftruncate(self._in_hand, 0)

    def close(self) -> None:
        os.close(self._in_hand)

    def _write(self, path: Path, value: object) -> None:
        temporary = path.with_suffix(".new")
        temporary.write_text(json.dumps(value), "utf-8")
        temporary.replace(path)


def _read(path: Path) -> object:
    try:
        value: object = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return value
