"""Bringing one open index up to date: compare it with the folder, or with given paths, and index what differs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cotext.embedding.encoder import Encoder
from cotext.index.folder_index import FolderIndex
from cotext.index.journal import Journal
from cotext.index.pipeline import PipelineCounters, Prepared, hang_guard, prepare, write_files
from cotext.index.stored import StoredDocument
from cotext.records import FoundFile, KnownFile, SkippedFile, SourceFile
from cotext.workspace.changes import classify
from cotext.workspace.scan import ScanRules, needs_rescan, scan_folder, scan_paths

__all__ = ["FolderOptions", "FolderUpdate", "Work"]

_STEP_CHUNKS = 384
"""Chunks encoded together: enough to keep numpy busy, few enough to stay well under half a second."""
_STEP_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class FolderOptions:
    """What the indexing of a folder depends on besides its files."""

    folder: Path
    cache: Path
    exclude: tuple[str, ...] = ()
    encoding: str | None = None
    rescan_seconds: float = 600.0


@dataclass(slots=True)
class Work:
    """What is still to be done.

    Attributes:
        queue: files to index, by path, in order.
        scan: whether the whole folder is to be compared first.
        refresh: paths to be compared first.
        ticket: number of the last order that led to it.
    """

    queue: dict[str, FoundFile] = field(default_factory=dict)
    scan: bool = True
    refresh: dict[Path, None] = field(default_factory=dict)
    ticket: int = 0

    @property
    def any(self) -> bool:
        """Whether there is any."""
        return self.scan or bool(self.queue) or bool(self.refresh)


class FolderUpdate:
    """The work on one open index. What it changes is left to be committed by whoever owns it.

    Attributes:
        index, journal: the index and its journal; their owner closes them.
        ignored, message: of the last scan.
        scanned: whether a full scan has ended since the index was opened or begun anew.
    """

    def __init__(
        self, options: FolderOptions, encoder: Encoder, index: FolderIndex, journal: Journal, counters: PipelineCounters
    ) -> None:
        self._options, self._encoder, self._counters = options, encoder, counters
        self._rules = ScanRules(exclude=options.exclude)
        self.index, self.journal = index, journal
        self.ignored, self.message, self.scanned = 0, "", False

    def scan(self, work: Work) -> None:
        """Compare the whole folder with the index, and queue what differs. Raises: WorkspaceError, OSError."""
        index, journal = self.index, self.journal
        scan = scan_folder(self._options.folder, self._rules)
        self.ignored, self.message = scan.ignored, scan.message or ""
        known = {path: document.known for path, document in index.documents.items()}
        changes = classify(known, scan.files, journal.pending)
        work.queue = {one.path: one for one in [*changes.pending, *changes.modified, *changes.added]}
        kept = {one.path for one in scan.skipped}
        for path in changes.deleted:
            if path not in kept:
                index.forget(path)
        self._note_skipped(scan.skipped)
        index.sweep()
        work.scan = False
        work.refresh.clear()
        self.scanned = True
        if work.queue or journal.pending:
            journal.set_pending(work.queue)

    def refresh(self, work: Work) -> bool:
        """Compare the given paths alone; False where that is not enough. Raises: WorkspaceError, OSError."""
        index, paths = self.index, list(work.refresh)
        if needs_rescan(self._options.folder, paths):
            work.scan = True
            return False
        scan = scan_paths(self._options.folder, self._rules, paths)
        work.refresh.clear()
        self._forget(scan.gone, work)
        self._forget_replaced([one.path for one in scan.files if one.path not in index.documents], work)
        self._note_skipped(scan.skipped)
        known = {one.path: index.documents[one.path].known for one in scan.files if one.path in index.documents}
        changes = classify(known, scan.files, frozenset())
        # Somebody says that these changed: equal size and time are no proof that they did not.
        doubtful = [one for one in changes.unchanged if one.blob is None]
        changed = {one.path: one for one in [*changes.modified, *changes.added, *doubtful]}
        # What was just saved comes before the rest of a long first run.
        work.queue = {**changed, **{path: one for path, one in work.queue.items() if path not in changed}}
        return True

    def index_some(self, work: Work) -> None:
        """Index files from the queue for a fraction of a second. Raises: OSError."""
        with hang_guard():
            batch = self._prepare_batch(work)
        write_files(batch, self.index, self._encoder, self._counters)

    def _forget(self, gone: Iterable[str], work: Work) -> None:
        """Forget files; and below a path that is none of those known, which was a folder, everything."""
        known = {*self.index.documents, *work.queue}
        folders = set(gone) - known
        below = [path for path in known if not folders.isdisjoint(_ancestors(path))] if folders else []
        for path in (*gone, *below):
            self.index.forget(path)
            work.queue.pop(path, None)

    def _forget_replaced(self, new: Sequence[str], work: Work) -> None:
        """Forget what cannot be there beside a new file: files below a folder of its name, and a file in a folder's
        place."""
        if new:
            files = set(new)
            known = {*self.index.documents, *work.queue}
            replaced = known.intersection(ancestor for path in new for ancestor in _ancestors(path))
            replaced |= {path for path in known if not files.isdisjoint(_ancestors(path))}
            for path in replaced:
                self.index.forget(path)
                work.queue.pop(path, None)

    def _note_skipped(self, skipped: Iterable[SkippedFile]) -> None:
        index = self.index
        for one in skipped:
            known = index.documents.get(one.path)
            if known is None or known.known.skipped != one:
                index.forget(one.path)
                document = StoredDocument(KnownFile(SourceFile(one.path, "", ""), 0, 0, one), 0, "")
                index.writer.put(document, None, ())
                index.note(document)

    def _prepare_batch(self, work: Work) -> list[Prepared]:
        options, index = self._options, self.index
        batch: list[Prepared] = []
        chunks, started = 0, time.monotonic()
        while work.queue and chunks < _STEP_CHUNKS and time.monotonic() - started < _STEP_SECONDS:
            path = next(iter(work.queue))
            found = work.queue.pop(path)
            document = index.documents.get(path)
            known = document.known if document else None
            outcome = prepare(options.folder, found, known, self.journal, options.encoding, self._counters)
            if outcome is None:
                index.forget(path)
            elif isinstance(outcome, KnownFile):
                assert document is not None, "content is only the same as that of a known document"
                index.documents[path] = replace(document, known=outcome)
            else:
                batch.append(outcome)
                chunks += outcome.document.chunks
        return batch


def _ancestors(path: str) -> Iterable[str]:
    while path := path.rpartition("/")[0]:
        yield path
