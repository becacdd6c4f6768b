"""The indexing of one folder, cut into short steps, so that the indexing process can serve many folders and hear
commands
between two steps."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cotext.embedding.encoder import Encoder
from cotext.errors import CotextError, IndexLocked
from cotext.index.cache import folder_cache, make_private
from cotext.index.folder_index import FolderIndex
from cotext.index.header import has_header
from cotext.index.journal import Journal
from cotext.index.lock import WriterLock
from cotext.index.pipeline import PipelineCounters, Prepared, hang_guard, prepare, write_files
from cotext.index.stored import StoredDocument
from cotext.records import FoundFile, KnownFile, SkippedFile, SourceFile
from cotext.workspace.changes import classify
from cotext.workspace.reading import COUNTERS
from cotext.workspace.scan import Scan, ScanRules, needs_rescan, scan_folder, scan_paths

__all__ = ["FolderIndexer", "FolderOptions"]

_LOG = logging.getLogger(__name__)

_STEP_CHUNKS = 384
"""Chunks encoded together: enough to keep numpy busy, few enough to stay well under half a second."""
_STEP_SECONDS = 0.25
_FIRST_COMMIT_SECONDS = 0.5
_COMMIT_SECONDS = 2.0
_RETRY_SECONDS = 15.0
_TAKEOVER_SECONDS = 1.0
_CHECK_SECONDS = 5.0
"""How often an idle writer looks whether its index is still there: a person may empty the cache folder at any time."""


@dataclass(frozen=True, slots=True)
class FolderOptions:
    """What the indexing of a folder depends on besides its files."""

    folder: Path
    cache: Path
    exclude: tuple[str, ...] = ()
    encoding: str | None = None
    rescan_seconds: float = 600.0


@dataclass(slots=True)
class _Work:
    """What is still to be done."""

    queue: dict[str, FoundFile] = field(default_factory=dict)
    scan: bool = True
    refresh: dict[Path, None] = field(default_factory=dict)
    ticket: int = 0

    @property
    def any(self) -> bool:
        return self.scan or bool(self.queue) or bool(self.refresh)


class FolderIndexer:
    """Brings one folder's index up to date, step by step.

    Args:
        options: the folder and its rules.
        encoder: shared by all folders of the process.
        report: called with a state after whatever a client may want to see; the process sends it on.
        notice: what a person should know about the encoder; "" for nothing.
    """

    def __init__(
        self, options: FolderOptions, encoder: Encoder, report: Callable[[dict[str, Any]], None], notice: str = ""
    ) -> None:
        self.options, self._encoder, self._report_state, self._encoder_notice = options, encoder, report, notice
        self._cache_folder = folder_cache(options.cache, options.folder)
        self._lock = WriterLock(self._cache_folder)
        self._index: FolderIndex | None = None
        self._journal: Journal | None = None
        self._work = _Work()
        self._scan_message = ""
        self._error = ""
        self._ignored = 0
        self._complete = False
        self._paused = False
        self._follower = False
        self._done_ticket = 0
        self._retry_at = 0.0
        self._next_commit = 0.0
        self._next_scan = 0.0
        self._next_check = 0.0
        self._distrusted, self._may_distrust = "", True
        self.counters = PipelineCounters()

    # What the process calls between steps.

    def rescan(self, ticket: int) -> None:
        self._work.scan = True
        self._work.ticket = max(self._work.ticket, ticket)
        self._retry_at = 0.0

    def refresh(self, paths: Iterable[Path], ticket: int) -> None:
        self._work.refresh.update(dict.fromkeys(paths))
        self._work.ticket = max(self._work.ticket, ticket)
        self._retry_at = 0.0

    def rebuild(self, ticket: int) -> None:
        self._work = _Work(ticket=ticket)
        self._complete, self._retry_at, self._paused = False, 0.0, False
        self._guarded(self._begin_anew)

    def clear(self, ticket: int) -> None:
        """Empty the index and stop."""
        self.rebuild(ticket)
        if self._index is not None:
            self._guarded(self._commit)
        self.pause(ticket)

    def pause(self, ticket: int) -> None:
        self._paused = True
        if self._index is not None and self._index.writer.changed:
            self._guarded(self._commit)
        self._done_ticket = max(self._done_ticket, ticket)
        self.report()

    def resume(self, ticket: int) -> None:
        self._paused = False
        self.rescan(ticket)

    def seconds_until_step(self) -> float | None:
        """0 when a step is due, the time to wait until one is, or None when nothing is planned."""
        now = time.monotonic()
        if self._paused:
            return None
        if self._error or self._follower:
            return max(0.0, self._retry_at - now)
        if self._work.any or self._index is None:
            return 0.0
        scan = self._next_scan if self.options.rescan_seconds else math.inf
        return max(0.0, min(scan, self._next_check) - now)

    def step(self) -> None:
        """Do a little. Whatever goes wrong ends up in the reported state, never in an exception."""
        self._guarded(self._step)

    def put_down(self) -> None:
        """The process ends for a reason of its own: the file in hand is not to blame. From any thread."""
        journal = self._journal
        if journal is not None:
            with contextlib.suppress(OSError):
                journal.put_down()

    def _step(self) -> None:
        now = time.monotonic()
        self._next_check = now + _CHECK_SECONDS
        if self._index is not None and self._index.header.generation and not has_header(self._cache_folder):
            _LOG.warning("%s: the index was deleted; it is made anew", self.options.folder)
            self._release()
        if self._index is None and not self._open():
            return
        if not self._work.any:
            if not self.options.rescan_seconds or now < self._next_scan:
                return
            self._work.scan = True
        self._error = ""
        if self._work.scan:
            self._scan()
        elif self._work.refresh:
            self._refresh()
        else:
            self._index_some()

    def _begin_anew(self) -> None:
        if self._index is not None:
            self._index.begin_anew()
        elif self._open():
            self._opened().begin_anew()

    def _guarded(self, action: Callable[[], None]) -> None:
        try:
            action()
        except OSError as error:
            self._fail(
                f"The index cannot be written: {error.strerror or error}. It goes on by itself once that is mended."
            )
        except CotextError as error:
            self._fail(str(error))
        except Exception as error:
            self._fail_unexpectedly(error)
        except BaseException as error:
            if type(error).__name__ != "PanicException":
                raise
            # A panic of Tantivy's. pyo3 derives it from BaseException, and its class cannot be imported.
            self._fail_unexpectedly(error)

    def close(self) -> None:
        """Commit what is there and let go of the index."""
        try:
            if self._index is not None and self._index.writer.changed:
                self._commit()
        except OSError:
            _LOG.warning("%s: the last changes could not be committed", self.options.folder)
        self._release()

    # Opening and failing.

    def _open(self) -> bool:
        make_private(self._cache_folder)
        try:
            self._lock.acquire()
        except IndexLocked:
            self._follower = True
            self._done_ticket = self._work.ticket
            self._retry_at = time.monotonic() + _TAKEOVER_SECONDS
            self.report()
            return False
        self._follower = False
        self._journal = Journal(self._cache_folder)
        distrusted, self._distrusted = self._distrusted, ""
        self._index = FolderIndex(self._cache_folder, self.options.folder, self._encoder, distrusted)
        self._complete = False
        self._work.scan = True
        self.report()
        return True

    def _release(self) -> None:
        if self._index is not None:
            self._index.close()
        if self._journal is not None:
            self._journal.close()
        self._index = self._journal = None
        self._lock.release()

    def _fail(self, message: str) -> None:
        """Let go of everything: what a failed write leaves in memory cannot be trusted, the last commit can."""
        _LOG.warning("%s: %s", self.options.folder, message)
        self._error = message
        self._retry_at = time.monotonic() + _RETRY_SECONDS
        self._work = _Work(ticket=self._work.ticket)
        self._done_ticket = self._work.ticket
        self.report()
        try:
            self._release()
        except OSError:
            _LOG.exception("%s: releasing the index failed", self.options.folder)

    def _fail_unexpectedly(self, error: BaseException) -> None:
        """Damage that Tantivy met while it read may be the cause: the next try does without the present index, once."""
        _LOG.exception("%s: indexing failed", self.options.folder)
        why = f"{type(error).__name__}: {error}"
        self._fail(f"Indexing failed ({why}). The log has the details; it is tried again.")
        if self._may_distrust:
            self._may_distrust, self._distrusted, self._retry_at = False, why, 0.0

    # The work itself.

    def _rules(self) -> ScanRules:
        return ScanRules(exclude=self.options.exclude)

    def _opened(self) -> FolderIndex:
        assert self._index is not None, "the index is open while a step runs"
        return self._index

    def _scan(self) -> None:
        index, journal = self._opened(), self._journal
        assert journal is not None, "the journal is open with the index"
        self.report()
        scan = scan_folder(self.options.folder, self._rules())
        self._ignored, self._scan_message = scan.ignored, scan.message or ""
        known = {path: document.known for path, document in index.documents.items()}
        changes = classify(known, scan.files, journal.pending)
        self._work.queue = {one.path: one for one in [*changes.pending, *changes.modified, *changes.added]}
        kept = {one.path for one in scan.skipped}
        for path in changes.deleted:
            if path not in kept:
                index.forget(path)
        self._note_skipped(scan.skipped)
        index.sweep()
        self._work.scan = False
        self._work.refresh.clear()
        self._complete = True
        self._next_scan = time.monotonic() + (self.options.rescan_seconds or 0.0)
        self._next_commit = time.monotonic() + _FIRST_COMMIT_SECONDS
        if self._work.queue or journal.pending:
            journal.set_pending(self._work.queue)
        self._finish_if_done()
        self.report()

    def _refresh(self) -> None:
        index = self._opened()
        paths = list(self._work.refresh)
        if needs_rescan(self.options.folder, paths):
            self._work.scan = True
            return
        scan: Scan = scan_paths(self.options.folder, self._rules(), paths)
        self._work.refresh.clear()
        for path in scan.gone:
            self._forget(path)
        self._note_skipped(scan.skipped)
        known = {one.path: index.documents[one.path].known for one in scan.files if one.path in index.documents}
        changes = classify(known, scan.files, frozenset())
        changed = {one.path: one for one in [*changes.modified, *changes.added]}
        # What was just saved comes before the rest of a long first run.
        self._work.queue = {**changed, **{path: one for path, one in self._work.queue.items() if path not in changed}}
        self._next_commit = 0.0
        self._finish_if_done()
        self.report()

    def _forget(self, path: str) -> None:
        """Forget a file; or, where it was none, whatever is known below a folder of that name."""
        index, below = self._opened(), f"{path}/"
        known = path in index.documents or path in self._work.queue
        paths = [path] if known else [p for p in (*index.documents, *self._work.queue) if p.startswith(below)]
        for one in paths:
            index.forget(one)
            self._work.queue.pop(one, None)

    def _note_skipped(self, skipped: Iterable[SkippedFile]) -> None:
        index = self._opened()
        for one in skipped:
            known = index.documents.get(one.path)
            if known is None or known.known.skipped != one:
                index.forget(one.path)
                document = StoredDocument(KnownFile(SourceFile(one.path, "", ""), 0, 0, one), 0, "")
                index.writer.put(document, None, ())
                index.note(document)

    def _index_some(self) -> None:
        index, journal = self._opened(), self._journal
        assert journal is not None, "the journal is open with the index"
        with hang_guard():
            batch = self._prepare_batch(index, journal)
        write_files(batch, index, self._encoder, self.counters)
        self._finish_if_done()
        if self._work.queue and index.writer.changed and time.monotonic() >= self._next_commit:
            self._commit()
        self.report()

    def _prepare_batch(self, index: FolderIndex, journal: Journal) -> list[Prepared]:
        batch: list[Prepared] = []
        chunks, started = 0, time.monotonic()
        while self._work.queue and chunks < _STEP_CHUNKS and time.monotonic() - started < _STEP_SECONDS:
            path = next(iter(self._work.queue))
            found = self._work.queue.pop(path)
            document = index.documents.get(path)
            known = document.known if document else None
            outcome = prepare(self.options.folder, found, known, journal, self.options.encoding, self.counters)
            if outcome is None:
                index.forget(path)
            elif isinstance(outcome, KnownFile):
                assert document is not None, "content is only the same as that of a known document"
                index.documents[path] = replace(document, known=outcome)
            else:
                batch.append(outcome)
                chunks += outcome.document.chunks
        return batch

    def _finish_if_done(self) -> None:
        if self._work.any:
            return
        index, journal = self._opened(), self._journal
        assert journal is not None, "the journal is open with the index"
        if index.writer.changed or index.header.generation == 0 or not index.header.complete:
            self._commit()
        else:
            index.save_counts(**self._counts())
        journal.set_pending(())
        self._done_ticket = self._work.ticket

    def _commit(self) -> None:
        started = time.monotonic()
        self._opened().commit(**self._counts())
        self.counters.commits += 1
        took = time.monotonic() - started
        self._next_commit = time.monotonic() + max(_COMMIT_SECONDS, 10 * took)

    # Telling.

    def _counts(self) -> dict[str, Any]:
        index = self._opened()
        reasons: dict[str, int] = {}
        for document in index.documents.values():
            if (skipped := document.known.skipped) and skipped.path not in self._work.queue:
                reasons[skipped.reason] = reasons.get(skipped.reason, 0) + 1
        skipped_files = sum(reasons.values())
        waiting_known = len(self._work.queue.keys() & index.documents.keys())
        return {
            "files_found": len(index.documents) - waiting_known + len(self._work.queue),
            "files_indexed": len(index.documents) - waiting_known - skipped_files,
            "files_skipped": skipped_files,
            "skipped_reasons": reasons,
            "ignored": self._ignored,
            "chunks": index.chunks,
            "complete": self._complete and not self._work.any,
            "message": " ".join(part for part in (self._encoder_notice, index.notice, self._scan_message) if part),
        }

    def report(self) -> None:
        """Send the present state."""
        state: dict[str, Any] = {"done": self._done_ticket, "writer": not self._follower, "error": self._error}
        if self._paused:
            state["phase"] = "paused"
        elif self._error:
            state["phase"] = "failed"
        elif not self._complete:
            state["phase"] = "scanning"
        else:
            state["phase"] = "indexing" if self._work.any else "ready"
        if self._index is not None:
            state |= self._counts() | {"generation": self._index.header.generation}
        state["counters"] = {
            "files_read": COUNTERS.files_read,
            "bytes_read": COUNTERS.bytes_read,
            "files_chunked": self.counters.files_chunked,
            "files_written": self.counters.files_written,
            "chunks_encoded": self.counters.chunks_encoded,
            "commits": self.counters.commits,
        }
        self._report_state(state)
