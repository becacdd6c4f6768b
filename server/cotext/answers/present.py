"""Documents as they stand now: their lines, and where in them an indexed chunk is to be found."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cotext.errors import FileSkipped
from cotext.index.stored import StoredChunk, first_line_checksum, text_digest
from cotext.records import LineRange
from cotext.workspace.lines import split_lines
from cotext.workspace.paths import native_path
from cotext.workspace.reading import read_source

__all__ = ["FileTexts", "locate"]

_CACHED_CHARACTERS = 6_000_000
_CHARACTERS_OF_A_FILE = 200
"""Of the files read last, in all: as lines about 16 MB of memory; what keeps a file takes counts too."""


def locate(chunk: StoredChunk, lines: Sequence[str]) -> LineRange | None:
    """Where a chunk's text stands in a document's present lines, as near as possible to where it was; None: nowhere.

    A chunk of names alone has no text: it stands nowhere, and nothing need be searched for it.
    """
    if not chunk.characters:
        return None
    count = chunk.lines.end - chunk.lines.start
    if _holds(chunk, lines, chunk.lines.start, count):
        return chunk.lines
    starts = [
        start
        for start in range(len(lines) - count + 1)
        if start != chunk.lines.start and first_line_checksum(lines[start]) == chunk.first_line
    ]
    for start in sorted(starts, key=lambda start: (abs(start - chunk.lines.start), start)):
        if _holds(chunk, lines, start, count):
            return LineRange(start, start + count)
    return None


def _holds(chunk: StoredChunk, lines: Sequence[str], start: int, count: int) -> bool:
    return start + count <= len(lines) and text_digest("".join(lines[start : start + count])) == chunk.digest


class _Kept(NamedTuple):
    """A file as it was read: what told its state, its lines, its git blob hash and what it takes."""

    stamp: tuple[int, ...]
    lines: list[str]
    blob: str
    taken: int


class FileTexts:
    """The lines of files on disk, re-read when a file changed; keeps those read last.

    Args:
        encoding: the client's `files.encoding`, the same hint as the indexing process has.
    """

    def __init__(self, encoding: str | None) -> None:
        self._encoding = encoding
        self._guard = threading.Lock()
        self._files: OrderedDict[str, _Kept] = OrderedDict()
        self._taken = 0

    def lines(self, folder: Path, path: str) -> list[str] | None:
        """The lines of a file, line ends kept; None when it is gone or cannot be read."""
        read = self._read(folder, path)
        return read.lines if read else None

    def blob(self, folder: Path, path: str) -> str | None:
        """The git blob hash of a file's bytes; None when it is gone or cannot be read."""
        read = self._read(folder, path)
        return read.blob if read else None

    def _read(self, folder: Path, path: str) -> _Kept | None:
        key = native_path(str(folder), path)
        try:
            status = os.stat(key)  # noqa: PTH116 (by `Path` it takes three times as long, dozens of times a keystroke)
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino, status.st_ctime_ns)
            with self._guard:
                kept = self._files.get(key)
                if kept is not None and kept.stamp == stamp:
                    self._files.move_to_end(key)
                    return kept
            source = read_source(folder, path, self._encoding)
        except (OSError, ValueError, FileSkipped):
            with self._guard:
                self._forget(key)
            return None
        kept = _Kept(stamp, split_lines(source.text), source.blob, len(source.text) + _CHARACTERS_OF_A_FILE)
        with self._guard:
            self._forget(key)
            self._files[key] = kept
            self._taken += kept.taken
            while self._taken > _CACHED_CHARACTERS and len(self._files) > 1:
                self._forget(next(iter(self._files)))
        return kept

    def _forget(self, key: str) -> None:
        kept = self._files.pop(key, None)
        if kept is not None:
            self._taken -= kept.taken
