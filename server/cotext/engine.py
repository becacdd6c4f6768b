"""The façade that the language server and the command line share: open folders, follow changes, answer questions.

Every method may be called from any thread. None blocks on indexing, which happens in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

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

__all__ = ["Engine"]


def never() -> bool:
    """The answer of an asker that never goes away."""
    return False


class Engine:
    """All workspace folders of one session.

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
        raise NotImplementedError

    def close(self) -> None:
        """Stop the indexing process and release every index. Later calls of other methods answer as if no folder were open."""
        raise NotImplementedError

    def add_folder(self, folder: Path) -> None:
        """Start following a folder; returns at once. A folder that cannot be read gets phase `failed` and a message."""
        raise NotImplementedError

    def remove_folder(self, folder: Path) -> None:
        """Stop following a folder; its index stays in the cache."""
        raise NotImplementedError

    def update_settings(self, settings: Settings) -> None:
        """Use other settings from now on; rescans or rebuilds where they change what an index holds."""
        raise NotImplementedError

    def states(self) -> list[FolderState]:
        """One state a folder, in the order in which the folders were added."""
        raise NotImplementedError

    def memory_bytes(self) -> int:
        """Resident memory of this process and the indexing process together; 0 where the platform does not tell."""
        raise NotImplementedError

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Files or folders were created, changed or deleted on disk. The phase leaves `ready` before this returns."""
        raise NotImplementedError

    def wait_until_ready(self, timeout: float | None = None) -> bool:
        """Block until no folder has work to do (phase ready, paused or failed); False when `timeout` seconds ran out."""
        raise NotImplementedError

    def rebuild_index(self, folder: Path | None = None) -> None:
        """Index a folder (None: every folder) from nothing. The present index answers until the new one has something."""
        raise NotImplementedError

    def clear_index(self, folder: Path | None = None) -> None:
        """Delete the index of a folder (None: every folder) from the cache and pause its indexing."""
        raise NotImplementedError

    def pause_indexing(self, folder: Path | None = None) -> None:
        """Stop indexing after the file in hand; the index goes on answering."""
        raise NotImplementedError

    def resume_indexing(self, folder: Path | None = None) -> None:
        """Go on after `pause_indexing` or `clear_index`, with a rescan."""
        raise NotImplementedError

    def set_buffer(self, document: str, text: str, language: str) -> None:
        """A document is open, or its text changed. `language`: the client's languageId. A buffer that equals the disk changes nothing."""
        raise NotImplementedError

    def close_buffer(self, document: str) -> None:
        """A document was closed: its disk version counts again."""
        raise NotImplementedError

    def completion_context(self, request: ContextRequest, cancelled: Cancelled = never) -> ContextAnswer:
        """Raises: BadRequest (no such document), Cancelled."""
        raise NotImplementedError

    def search(self, request: SearchRequest, cancelled: Cancelled = never) -> SearchAnswer:
        """Raises: BadRequest (a bad regex, an unknown folder), Cancelled."""
        raise NotImplementedError

    def similar(self, request: SimilarRequest, cancelled: Cancelled = never) -> SearchAnswer:
        """Raises: BadRequest (no such document), Cancelled."""
        raise NotImplementedError

    def explain(self, request: ExplainRequest, cancelled: Cancelled = never) -> ExplainAnswer:
        """Raises: BadRequest, Cancelled."""
        raise NotImplementedError

    def symbols(self, query: str, limit: int = 128, cancelled: Cancelled = never) -> list[SymbolHit]:
        """Symbols of every folder: exact, prefix, camel-hump or sub-word matches, then by meaning."""
        raise NotImplementedError

    def skipped_files(self, folder: Path, reason: str | None = None, limit: int = 1000) -> SkippedAnswer:
        """Raises: BadRequest (an unknown folder)."""
        raise NotImplementedError
