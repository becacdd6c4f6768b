"""Files and folders for the user alone, and files that are replaced in one step."""

from __future__ import annotations

import os
import time
from pathlib import Path

__all__ = ["make_private", "replace_private"]


def make_private(folder: Path) -> None:
    """Create a folder, and those above it that are missing, for the user alone (mode 0700). Raises OSError."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)


def replace_private(path: Path, text: str) -> None:
    """Write a file for the user alone (mode 0600) in one step: a reader sees the old text or the new one.

    Of two writers at once one may fail; whoever shares a file holds a lock. Raises OSError.
    """
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        handle.write(text)
    _replace(temporary, path)


def _replace(source: Path, target: Path) -> None:
    """`os.replace`, patient with Windows, where a reader that has the target open makes it fail for a moment."""
    for attempt in range(20):
        try:
            source.replace(target)
            return
        except PermissionError:
            if attempt == 19 or os.name != "nt":
                raise
            time.sleep(0.02)
