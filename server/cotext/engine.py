"""The façade that the language server and the command line share: open folders, follow changes, answer questions.

Every method may be called from any thread. None blocks on indexing, which happens in a process of its own.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from cotext.answers.buffers import Buffers
from cotext.answers.completion import completion_context
from cotext.answers.encoders import Encoders
from cotext.answers.explaining import explain
from cotext.answers.folders import Folders
from cotext.answers.memory import memory_bytes
from cotext.answers.present import FileTexts
from cotext.answers.searching import search
from cotext.answers.side_by_side import SideBySide
from cotext.answers.similar import similar
from cotext.answers.sources import Resources
from cotext.answers.symbols import symbols
from cotext.errors import BadRequest, CotextError
from cotext.fusion.profiles import PROFILES, Profile
from cotext.fusion.ranking_weights import RankingWeights, read_ranking_weights, shipped_ranking_weights
from cotext.records import SymbolHit
from cotext.requests import (
    Cancelled,
    ContextAnswer,
    ContextRequest,
    ExplainAnswer,
    ExplainRequest,
    FolderState,
    SearchAnswer,
    SearchRequest,
    SimilarRequest,
    SkippedAnswer,
)
from cotext.settings import Settings
from cotext.workspace.judge import ScanRules
from cotext.workspace.paths import relative_posix
from cotext.workspace.scan import belongs

__all__ = ["Engine"]

_LOG = logging.getLogger(__name__)


def never() -> bool:
    """The answer of an asker that never goes away."""
    return False


def _nothing() -> None:
    """What is called on a change when nobody listens."""


class Engine:
    """All workspace folders of one client.

    Args:
        settings: resolved settings.
        cache_directory: where indexes are kept; None: the user's cache folder.
        exclude: the client's globs of files to leave out (`files.exclude`, `search.exclude`).
        encoding: the client's `files.encoding`, a hint for files that are not UTF-8.
        on_change: called, from a thread of the engine's, after any folder's state changed; must return quickly.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        cache_directory: Path | None = None,
        exclude: tuple[str, ...] = (),
        encoding: str | None = None,
        on_change: Callable[[], None] | None = None,
    ) -> None:
        self._settings = settings
        self._ranking = self._ranking_weights(settings)
        self._on_change = on_change or _nothing
        self.download_needed: str | None = None
        folders = Folders(settings, cache_directory, exclude, encoding, self._on_change, self._note_download)
        texts = FileTexts(encoding)
        encoders = Encoders()
        self._resources = Resources(folders, Buffers(texts, self._belongs), texts, encoders, SideBySide())

    @staticmethod
    def _ranking_weights(settings: Settings) -> RankingWeights:
        if not settings.ranking.weights:
            return shipped_ranking_weights()
        try:  # who made the settings has said what is wrong with the file, but it can have changed since
            return read_ranking_weights(Path(settings.ranking.weights))
        except BadRequest as error:
            _LOG.warning("%s; using the weights that come with Cotext.", error)
            return shipped_ranking_weights()

    def _belongs(self, folder: Path, document: str) -> bool:
        try:
            return belongs(folder, ScanRules(exclude=self._resources.folders.exclude), Path(document))
        except (OSError, CotextError):
            return False

    def _note_download(self, model: str) -> None:
        self.download_needed = model
        self._on_change()

    @property
    def resources(self) -> Resources:
        """What answers are made from: for training and measurements, which look at what an answer does not tell."""
        return self._resources

    @property
    def profile(self) -> Profile:
        """How lists are made and joined, under the present settings."""
        return replace(PROFILES[self._settings.retrieval.profile], ranking=self._ranking)

    def close(self) -> None:
        """Stop the indexing process and release every index. Later calls of other methods answer as if no folder were
        open."""
        self._resources.folders.close()
        self._resources.routes.close()

    def add_folder(self, folder: Path) -> None:
        """Start following a folder; returns at once. A folder that cannot be read gets phase `failed` and a message."""
        self._resources.folders.add(folder)
        # The encoder is there by the time the first question comes.
        self._resources.encoders.get("builtin", 0)

    def remove_folder(self, folder: Path) -> None:
        """Stop following a folder; its index stays in the cache."""
        self._resources.folders.remove(folder)

    def update_settings(self, settings: Settings) -> None:
        """Use other settings from now on; rescans or rebuilds where they change what an index holds."""
        self._settings = settings
        self._ranking = self._ranking_weights(settings)
        self._resources.buffers.forget_ignored()
        self._resources.folders.configure(settings)

    def states(self) -> list[FolderState]:
        """One state a folder, in the order in which the folders were added."""
        return self._resources.folders.states()

    def memory_bytes(self) -> int:
        """Resident memory of this process and the indexing process together; 0 where the platform does not tell."""
        return memory_bytes([os.getpid(), self._resources.folders.process_id])

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Files or folders were created, changed or deleted on disk. The phase leaves `ready` before this returns."""
        paths = list(paths)
        self._resources.buffers.forget_ignored()
        self._resources.folders.files_changed(paths)

    def wait_until_ready(self, timeout: float | None = None) -> bool:
        """Block until no folder has work to do (phase ready, paused or failed); False when `timeout` seconds ran
        out."""
        return self._resources.folders.wait_until_ready(timeout)

    def rebuild_index(self, folder: Path | None = None) -> None:
        """Index a folder (None: every folder) from nothing. The present index answers until the new one has
        something."""
        self._resources.folders.order("rebuild", folder)

    def clear_index(self, folder: Path | None = None) -> None:
        """Delete the index of a folder (None: every folder) from the cache and pause its indexing."""
        self._resources.folders.order("clear", folder)

    def pause_indexing(self, folder: Path | None = None) -> None:
        """Stop indexing after the file in hand; the index goes on answering."""
        self._resources.folders.order("pause", folder)

    def resume_indexing(self, folder: Path | None = None) -> None:
        """Go on after `pause_indexing` or `clear_index`, with a rescan."""
        self._resources.folders.order("resume", folder)

    def set_buffer(self, document: str, text: str, language: str) -> None:
        """A document is open, or its text changed. `language`: the client's languageId. A buffer that equals the disk
        changes nothing."""
        self._resources.buffers.set(document, text, language)

    def close_buffer(self, document: str) -> None:
        """A document was closed: its disk version counts again."""
        self._resources.buffers.close(document)

    def completion_context(self, request: ContextRequest, cancelled: Cancelled = never) -> ContextAnswer:
        """Raises: BadRequest (no such document), Cancelled."""
        return completion_context(self._resources, request, self._settings.completion, self.profile, cancelled)

    def search(self, request: SearchRequest, cancelled: Cancelled = never) -> SearchAnswer:
        """Raises: BadRequest (a bad regex, an unknown folder), Cancelled."""
        return search(self._resources, request, self.profile, cancelled)

    def similar(self, request: SimilarRequest, cancelled: Cancelled = never) -> SearchAnswer:
        """Raises: BadRequest (no such document), Cancelled."""
        return similar(self._resources, request, self.profile, cancelled)

    def explain(self, request: ExplainRequest, cancelled: Cancelled = never) -> ExplainAnswer:
        """Raises: BadRequest, Cancelled."""
        return explain(self._resources, request, self._settings.completion, self.profile, cancelled)

    def symbols(self, query: str, limit: int = 128, cancelled: Cancelled = never) -> list[SymbolHit]:
        """Symbols of every folder: exact, prefix, camel-hump or sub-word matches, then by meaning."""
        return symbols(self._resources, query, limit, cancelled)

    def skipped_files(self, folder: Path, reason: str | None = None, limit: int = 1000) -> SkippedAnswer:
        """Raises: BadRequest (an unknown folder)."""
        root = self._resources.folders.root_of(folder)
        snapshot = root.snapshot()
        inner = relative_posix(root.folder, folder)
        prefix = "" if inner in (None, ".") else f"{inner}/"
        skipped = [
            replace(one, path=one.path.removeprefix(prefix))
            for one in (snapshot.skipped() if snapshot else ())
            if reason in (None, one.reason) and one.path.startswith(prefix)
        ]
        return SkippedAnswer(tuple(skipped[: max(0, limit)]), len(skipped))
