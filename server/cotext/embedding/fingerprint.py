"""A short text that changes when a model's files do."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from cotext.embedding.encoder import CHARACTER_LIMIT

__all__ = ["fingerprint"]

# Raise it when the encoding itself changes: equal files then give other vectors.
VERSION = "1"
SAMPLES = 64
SAMPLE_BYTES = 4_096
READ_WHOLE = 4_000_000


def fingerprint(files: Iterable[Path], *parts: str) -> str:
    """Of the files' names, sizes and contents, and of `parts`: 32 hexadecimal digits.

    Of a file over 4 MB only the start, the end and 62 places between are read (256 KB), so that starting stays fast:
    training changes every row of a table, and a header every tensor's place.

    Raises:
        OSError: a file cannot be read.
    """
    digest = hashlib.blake2b(digest_size=16)
    for part in (VERSION, str(CHARACTER_LIMIT), *parts):
        digest.update(part.encode() + b"\0")
    for path in files:
        size = path.stat().st_size
        digest.update(f"{path.name}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= READ_WHOLE:
                digest.update(file.read())
                continue
            for sample in range(SAMPLES):
                file.seek(sample * (size - SAMPLE_BYTES) // (SAMPLES - 1))
                digest.update(file.read(SAMPLE_BYTES))
    return digest.hexdigest()
