"""Open documents: what the client's buffers hold, and the chunks of those that differ from what the index holds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cotext.answers.present import FileTexts
from cotext.chunking.languages import document_language
from cotext.embedding.encoder import Encoder
from cotext.index.file_entry import IndexedFile
from cotext.index.overlay import OpenFile, Overlay, chunk_buffer
from cotext.index.reader import IndexSnapshot
from cotext.workspace.content_id import blob_id
from cotext.workspace.lines import split_lines
from cotext.workspace.paths import relative_posix

__all__ = ["Buffer", "Buffers"]

Belongs = Callable[[Path, str], bool]
"""(workspace folder, absolute path) -> whether the file belongs into the index."""


@dataclass(frozen=True)
class Buffer:
    """One state of an open document.

    Attributes:
        document: its absolute path, or its URI.
        text: what the client shows.
        language: language identifier, decided by the path's extension first.
    """

    document: str
    text: str
    language: str

    @cached_property
    def lines(self) -> list[str]:
        return split_lines(self.text)

    @cached_property
    def blob(self) -> str:
        """The blob hash that a file with this text has when it is saved as UTF-8."""
        return blob_id(self.text.encode("utf-8", "surrogatepass"))


class Buffers:
    """All open documents of a session. Safe to use from any thread."""

    def __init__(self, texts: FileTexts, belongs: Belongs) -> None:
        self._texts, self._belongs = texts, belongs
        self._guard = threading.Lock()
        self._buffers: dict[str, Buffer] = {}
        self._chunks: dict[str, tuple[Buffer, Encoder | None, str, OpenFile]] = {}
        self._belonging: dict[tuple[Path, str], bool] = {}

    def set(self, document: str, text: str, language: str) -> None:
        """A document is open with this text."""
        buffer = Buffer(document, text, document_language(document, language))
        with self._guard:
            self._buffers.pop(document, None)
            self._buffers[document] = buffer

    def close(self, document: str) -> None:
        """A document is no longer open."""
        with self._guard:
            self._buffers.pop(document, None)
            self._chunks.pop(document, None)

    def get(self, document: str) -> Buffer | None:
        """The present state of an open document."""
        with self._guard:
            return self._buffers.get(document)

    def by_recency(self) -> list[str]:
        """The open documents, the one opened or edited last first."""
        with self._guard:
            return list(reversed(self._buffers))

    def forget_ignored(self) -> None:
        """Ignore rules may have changed: judge every document anew."""
        with self._guard:
            self._belonging.clear()

    def changed_in(self, folder: Path, snapshot: IndexSnapshot | None) -> dict[str, Buffer]:
        """Open documents of a folder that differ from what the index holds, by relative path."""
        with self._guard:
            buffers = list(self._buffers.values())
        changed = {}
        for buffer in buffers:
            if not Path(buffer.document).is_absolute():
                continue
            path = relative_posix(folder, Path(buffer.document))
            if path is None:
                continue
            file = snapshot.files.of_path(path) if snapshot else None
            # What is in the index was judged when it got there.
            belongs = (file is not None and not file.skipped) or self._belongs_cached(folder, buffer.document)
            if belongs and self._differs(folder, path, buffer, file):
                changed[path] = buffer
        return changed

    def overlay(
        self,
        changed: Mapping[str, Buffer],
        snapshot: IndexSnapshot | None,
        encoder: Encoder | None,
        without: str | None = None,
    ) -> Overlay:
        """The chunks of changed documents, as `changed_in` gives them. `without` is hidden as well, but not chunked: a
        document that cannot be found anyway."""
        files = [
            self._chunked(path, buffer, snapshot, encoder)
            for path, buffer in changed.items()
            if buffer.document != without
        ]
        return Overlay(tuple(files), frozenset(changed))

    def _belongs_cached(self, folder: Path, document: str) -> bool:
        key = (folder, document)
        if key not in self._belonging:
            self._belonging[key] = self._belongs(folder, document)
        return self._belonging[key]

    def _differs(self, folder: Path, path: str, buffer: Buffer, file: IndexedFile | None) -> bool:
        indexed = file.blob.hex() if file else None
        if buffer.blob == indexed:
            # A client that keeps the byte-order mark in its text has other columns than the index.
            return buffer.text.startswith("\ufeff")
        # Another encoding, a byte-order mark: equal text under other bytes.
        on_disk = self._texts.lines(folder, path)
        return not (indexed is not None and on_disk == buffer.lines and self._texts.blob(folder, path) == indexed)

    def _chunked(self, path: str, buffer: Buffer, snapshot: IndexSnapshot | None, encoder: Encoder | None) -> OpenFile:
        with self._guard:
            kept = self._chunks.get(buffer.document)
            # The relative path is another one once an outer folder is opened or closed.
            if kept is not None and kept[0] is buffer and kept[1] is encoder and kept[2] == path:
                return kept[3]
        indexed = snapshot.files.of_path(path) if snapshot else None
        crashed = indexed is not None and indexed.skipped == "crashed"
        file = chunk_buffer(path, "plaintext" if crashed else buffer.language, buffer.text, encoder)
        with self._guard:
            if self._buffers.get(buffer.document) is buffer:
                self._chunks[buffer.document] = (buffer, encoder, path, file)
        return file
