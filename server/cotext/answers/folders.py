"""The open folders: the indexing process that serves them, the index of each, and where its indexing stands."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cotext.answers.folder_root import Root, inner_state, is_inside, outermost, root_state, why_unreadable
from cotext.errors import BadRequest, CotextError
from cotext.index.cache import cache_root, folder_cache
from cotext.index.indexing_process import IndexingProcess
from cotext.index.reader import IndexReader
from cotext.requests import FolderState, Phase
from cotext.settings import Settings
from cotext.workspace.judge import ScanRules
from cotext.workspace.paths import relative_posix
from cotext.workspace.scan import belongs

__all__ = ["Folders"]

_LOG = logging.getLogger(__name__)


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
    def encoding(self) -> str | None:
        """The client's encoding for files that are not Unicode."""
        return self._encoding

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
        wanted = outermost(self._folders, self._covers)
        for gone in self._roots.keys() - set(wanted):
            self._send(self._roots.pop(gone), "close")
        for folder in wanted:
            if folder not in self._roots:
                root = self._roots[folder] = Root(folder, IndexReader(folder_cache(self._cache, folder)))
                root.failure = why_unreadable(folder)
                if not root.failure:
                    self._open(root)

    def _covers(self, outer: Path, inner: Path) -> bool:
        try:
            return belongs(outer, ScanRules(exclude=self.exclude), inner / "any.txt")
        except (OSError, CotextError):
            return False

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
                    if root.is_clearing:
                        self._send(root, "clear", ticket=root.clearing)

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
                if root.failure and not (failure := why_unreadable(root.folder)):
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
                around = [
                    root for root in self._roots.values() if root.folder == folder or is_inside(folder, root.folder)
                ]
                if around:
                    # The nearest: one that an outer folder ignores has an index of its own.
                    return max(around, key=lambda root: (root.folder == folder, len(root.folder.parts)))
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
            return root_state(root).phase

    def states(self) -> list[FolderState]:
        """One state a folder, in the order in which they were added."""
        with self._guard:
            roots = [(folder, self.root_of(folder)) for folder in self._folders]
            return [inner_state(root_state(root), root, folder) for folder, root in roots]

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
