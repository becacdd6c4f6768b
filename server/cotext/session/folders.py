"""The open folders: the indexing process that serves them, the index of each, and where its indexing stands."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cotext.errors import BadRequest
from cotext.index.cache import cache_root, folder_cache
from cotext.index.header import Header
from cotext.index.indexing_process import IndexingProcess
from cotext.index.reader import IndexReader, IndexSnapshot
from cotext.requests import FolderState, Phase
from cotext.settings import Settings
from cotext.workspace.paths import relative_posix

__all__ = ["Folders", "Root"]

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Root:
    """A folder with an index of its own.

    Attributes:
        folder: absolute path.
        reader: its index.
        told: the indexing process's last state of it.
        ticket: number of the last order given for it; the state's "done" tells which are carried out.
        paused: whether the client paused it.
        clearing: number of the last order to clear it; until it is carried out there is nothing to answer from.
        failure: why it cannot be indexed at all; "" when it can.
    """

    folder: Path
    reader: IndexReader
    told: dict[str, Any] = field(default_factory=dict)
    ticket: int = 0
    paused: bool = False
    clearing: int = 0
    failure: str = ""

    def snapshot(self) -> IndexSnapshot | None:
        """The index to answer from; None while there is none."""
        return None if self.is_clearing else self.reader.snapshot()

    @property
    def is_clearing(self) -> bool:
        """Whether an order to clear it is still to be carried out."""
        return bool(self.told.get("done", 0) < self.clearing)


class Folders:
    """All open folders. A folder inside another open one has no index of its own: it is a view of the outer one's.

    Args:
        settings, cache_directory, exclude, encoding, on_change: as of `Engine`.
        on_download_needed: called with a model's name when indexing needs one that is not on this machine.
    """

    def __init__(
        self,
        settings: Settings,
        cache_directory: Path | None,
        exclude: tuple[str, ...],
        encoding: str | None,
        on_change: Callable[[], None],
        on_download_needed: Callable[[str], None],
    ) -> None:
        self._settings, self._exclude, self._encoding = settings, exclude, encoding
        self._cache = cache_root(cache_directory)
        self._on_change, self._on_download_needed = on_change, on_download_needed
        self._guard = threading.RLock()
        self._changed = threading.Condition(self._guard)
        self._folders: list[Path] = []
        self._roots: dict[Path, Root] = {}
        self._process: IndexingProcess | None = None
        self._ticket = 0
        self._closed = False

    @property
    def exclude(self) -> tuple[str, ...]:
        """All globs of files to leave out: the client's and the settings'."""
        return (*self._exclude, *self._settings.index.exclude)

    @property
    def process_id(self) -> int | None:
        """Of the indexing process."""
        with self._guard:
            return self._process.pid if self._process else None

    # Which folders there are.

    def add(self, folder: Path) -> None:
        folder = folder.absolute()
        with self._guard:
            if not self._closed and folder not in self._folders:
                self._folders.append(folder)
                self._arrange()
        self._on_change()

    def remove(self, folder: Path) -> None:
        folder = folder.absolute()
        with self._guard:
            if folder in self._folders:
                self._folders.remove(folder)
                self._arrange()
        self._on_change()

    def _arrange(self) -> None:
        """Have an index for each outermost folder, and for no other."""
        wanted = _outermost(self._folders)
        for gone in self._roots.keys() - set(wanted):
            self._send(self._roots.pop(gone), "close")
        for folder in wanted:
            if folder not in self._roots:
                root = self._roots[folder] = Root(folder, IndexReader(folder_cache(self._cache, folder)))
                root.failure = _why_unreadable(folder)
                if not root.failure:
                    self._open(root)

    def _open(self, root: Root) -> None:
        if self._process is None:
            self._process = IndexingProcess(self._hear, self._tell_everything)
        root.ticket = self._next_ticket()
        self._process.send(self._open_command(root))

    def _open_command(self, root: Root) -> dict[str, Any]:
        embedding = self._settings.embedding
        return {
            "do": "open",
            "folder": str(root.folder),
            "cache": str(self._cache),
            "exclude": self.exclude,
            "encoding": self._encoding,
            "model": embedding.model,
            "allow_download": embedding.allow_download,
            "rescan_seconds": self._settings.index.rescan_seconds,
            "paused": root.paused,
            "ticket": root.ticket,
        }

    def _tell_everything(self) -> None:
        """A new indexing process knows nothing: open every folder again; the scan finds whatever was not carried
        out."""
        with self._guard:
            for root in self._roots.values():
                if not root.failure and self._process is not None:
                    self._process.send(self._open_command(root))

    def _next_ticket(self) -> int:
        self._ticket += 1
        return self._ticket

    def _send(self, root: Root, do: str, **more: object) -> None:
        if self._process is not None and not root.failure:
            self._process.send({"do": do, "folder": str(root.folder), **more})

    def configure(self, settings: Settings) -> None:
        """Use other settings; folders are opened anew where these change what an index holds."""
        with self._guard:
            former, self._settings = self._settings, settings
            if (former.embedding, former.index) != (settings.embedding, settings.index):
                for root in self._roots.values():
                    if not root.failure:
                        self._open(root)
        self._on_change()

    # Orders.

    def order(self, do: str, folder: Path | None) -> None:
        """Have one folder, or all, rebuilt, cleared, paused or resumed. Raises: BadRequest (a folder that is not
        open)."""
        with self._guard:
            roots = [self.root_of(folder)] if folder is not None else list(self._roots.values())
            for root in roots:
                if root.failure and not (failure := _why_unreadable(root.folder)):
                    root.failure = failure
                    self._open(root)
                root.ticket = self._next_ticket()
                root.paused = do in {"pause", "clear"}
                root.clearing = root.ticket if do == "clear" else root.clearing
                self._send(root, do, ticket=root.ticket)
        self._on_change()

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Have these paths looked at again."""
        paths = list(paths)
        with self._guard:
            for root in self._roots.values():
                inside = [str(path) for path in paths if relative_posix(root.folder, path) is not None]
                if inside:
                    root.ticket = self._next_ticket()
                    self._send(root, "refresh", paths=inside, ticket=root.ticket)
        self._on_change()

    def root_of(self, folder: Path) -> Root:
        """The root whose index covers an open folder. Raises: BadRequest (it is not open)."""
        folder = folder.absolute()
        with self._guard:
            if folder in self._folders:
                for root in self._roots.values():
                    if folder == root.folder or _is_inside(folder, root.folder):
                        return root
        raise BadRequest(f"folder: {folder} is not a folder of this workspace.")

    def roots(self) -> list[Root]:
        """Every root that can answer, in the order in which the folders were opened."""
        with self._guard:
            return [self._roots[folder] for folder in self._folders if folder in self._roots]

    # States.

    def _hear(self, message: dict[str, Any]) -> None:
        if "download_needed" in message:
            self._on_download_needed(str(message["download_needed"]))
            return
        with self._guard:
            root = self._roots.get(Path(message["folder"]))
            if root is None:
                return
            root.told = message
            self._changed.notify_all()
        self._on_change()

    def phase_of(self, root: Root) -> Phase:
        """Where the indexing of a root stands."""
        with self._guard:
            return _state(root).phase

    def states(self) -> list[FolderState]:
        """One state a folder, in the order in which they were added."""
        with self._guard:
            return [replace(_state(self.root_of(folder)), folder=folder) for folder in self._folders]

    def counters(self, folder: Path) -> dict[str, int]:
        """What the indexing process has done since it started, over all folders."""
        with self._guard:
            return dict(self.root_of(folder).told.get("counters", {}))

    def wait_until_ready(self, timeout: float | None) -> bool:
        """Block until no folder has work to do; False when `timeout` seconds ran out."""
        end = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while any(state.phase in (Phase.SCANNING, Phase.INDEXING) for state in self.states()):
                left = 0.5 if end is None else min(0.5, end - time.monotonic())
                if left <= 0 or self._closed:
                    return False
                # Woken by messages; the half second covers another process's commits, which send none.
                self._changed.wait(left)
        return True

    def close(self) -> None:
        with self._guard:
            self._closed = True
            process, self._process = self._process, None
            self._folders.clear()
            self._roots.clear()
            self._changed.notify_all()
        if process is not None:
            process.close()


def _outermost(folders: Sequence[Path]) -> list[Path]:
    """Folders that lie inside no other. One that was opened under two names, through a link, counts under the first."""
    return [
        one
        for number, one in enumerate(folders)
        if not any(
            _is_inside(one, other) and (earlier < number or not _is_inside(other, one))
            for earlier, other in enumerate(folders)
        )
    ]


def _is_inside(folder: Path, other: Path) -> bool:
    return folder != other and relative_posix(other, folder) is not None


def _why_unreadable(folder: Path) -> str:
    if not folder.exists():
        return f"{folder} does not exist."
    if not folder.is_dir():
        return f"{folder} is not a folder."
    try:
        os.scandir(folder).close()
    except OSError as error:
        return f"{folder} cannot be read: {error.strerror}. Give yourself permission to read it, then open it again."
    return ""


def _state(root: Root) -> FolderState:
    if root.failure:
        return FolderState(root.folder, Phase.FAILED, message=root.failure)
    told, snapshot = root.told, root.reader.snapshot()
    header = snapshot.header if snapshot else None
    counts: dict[str, Any] = {} if root.is_clearing else told if "files_found" in told else _counts(header)
    messages = [told.get("error", ""), counts.get("message", "")]
    return FolderState(
        root.folder,
        _phase(root, header),
        counts.get("files_found", 0),
        counts.get("files_indexed", 0),
        counts.get("files_skipped", 0),
        counts.get("ignored", 0),
        counts.get("chunks", 0),
        header.generation if header else 0,
        str(told.get("model") or (header.model if header else "")),
        " ".join(filter(None, messages)) or None,
        dict(counts.get("skipped_reasons", {})),
        bool(told.get("writer", False)),
    )


def _phase(root: Root, header: Header | None) -> Phase:
    told = root.told
    if root.paused:
        return Phase.PAUSED
    if not told:
        return Phase.SCANNING
    if not told["writer"]:
        return Phase.READY if header is not None and header.complete else Phase.INDEXING
    phase = Phase(told["phase"])
    waiting = told["done"] < root.ticket
    # A phase that the last order puts an end to lasts until the indexing process has heard of the order, no longer.
    if phase is Phase.PAUSED or (waiting and phase in (Phase.READY, Phase.FAILED)):
        return Phase.INDEXING
    return phase


def _counts(header: Header | None) -> dict[str, Any]:
    if header is None:
        return {}
    names = ("files_found", "files_indexed", "files_skipped", "ignored", "chunks", "skipped_reasons", "message")
    return {name: getattr(header, name) for name in names}
