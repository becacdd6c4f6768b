"""Where indexes are kept: one folder of the user's cache for each workspace folder, never in the workspace.

<cache>/<name>-<hash of the folder's real path>/
    header.json      what is indexed, when, by which version; names the data folder in use
    writer.lock      held by the one process that writes
    data-<n>/        the Tantivy index and the vector store; a rebuild starts a new one
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import platformdirs

__all__ = ["cache_root", "folder_cache"]


def cache_root(cache_directory: Path | None = None) -> Path:
    """The folder of all indexes: as given, else the user's (`$XDG_CACHE_HOME/cotext` on Linux)."""
    return cache_directory if cache_directory is not None else platformdirs.user_cache_path("cotext", appauthor=False)


def folder_cache(root: Path, folder: Path) -> Path:
    """The cache folder of one workspace folder; the same for every spelling of its path."""
    real = os.path.normcase(os.path.realpath(folder))
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", Path(real).name)[:40].strip(".") or "root"
    return root / f"{name}-{hashlib.blake2b(os.fsencode(real), digest_size=8).hexdigest()}"
