"""The indexing of one folder, in short steps: between two of them, the process serves others and hears commands."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cotext.embedding.encoder import Encoder
from cotext.errors import CotextError, IndexLocked
from cotext.index.cache import folder_cache
from cotext.index.folder_index import FolderIndex
from cotext.index.folder_update import FolderOptions, FolderUpdate, Work
from cotext.index.header import has_header
from cotext.index.indexing_state import index_counts, work_counters
from cotext.index.journal import Journal
from cotext.index.lock import WriterLock
from cotext.index.pipeline import PipelineCounters
from cotext.workspace.private_files import make_private

__all__ = ["FolderIndexer"]

_LOG = logging.getLogger(__name__)

_FIRST_COMMIT_SECONDS = 0.5
_COMMIT_SECONDS = 2.0
_RETRY_SECONDS = 15.0
_TAKEOVER_SECONDS = 1.0
_CHECK_SECONDS = 5.0
"""How often an idle writer looks whether its index is still there: a person may empty the cache folder at any time."""


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
        self._update: FolderUpdate | None = None
        self._work = Work()
        self._error = ""
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
        self._work = Work(ticket=ticket)
        self._retry_at, self._paused = 0.0, False
        self._guarded(self._begin_anew)

    def clear(self, ticket: int) -> None:
        """Empty the index and stop."""
        self.rebuild(ticket)
        if self._update is not None:
            self._guarded(self._commit)
        self.pause(ticket)

    def pause(self, ticket: int) -> None:
        self._paused = True
        if self._update is not None and self._update.index.writer.changed:
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
        if self._work.any or self._update is None:
            return 0.0
        scan = self._next_scan if self.options.rescan_seconds else math.inf
        return max(0.0, min(scan, self._next_check) - now)

    def step(self) -> None:
        """Do a little. Whatever goes wrong ends up in the reported state, never in an exception."""
        self._guarded(self._step)

    def put_down(self) -> None:
        """The process ends for a reason of its own: the file in hand is not to blame. From any thread."""
        update = self._update
        if update is not None:
            with contextlib.suppress(OSError):
                update.journal.put_down()

    def _step(self) -> None:
        now = time.monotonic()
        self._next_check = now + _CHECK_SECONDS
        generation = self._update.index.header.generation if self._update else 0
        if generation and not has_header(self._cache_folder):
            _LOG.warning("%s: the index was deleted; it is made anew", self.options.folder)
            self._release()
        if self._update is None and not self._open():
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
        self.report()

    def _begin_anew(self) -> None:
        if self._update is not None or self._open():
            update = self._opened()
            update.index.begin_anew()
            update.scanned = False

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
            if self._update is not None and self._update.index.writer.changed:
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
        journal = Journal(self._cache_folder)
        distrusted, self._distrusted = self._distrusted, ""
        try:
            index = FolderIndex(self._cache_folder, self.options.folder, self._encoder, distrusted)
        except BaseException:
            journal.close()
            raise
        self._update = FolderUpdate(self.options, self._encoder, index, journal, self.counters)
        self._work.scan = True
        self.report()
        return True

    def _release(self) -> None:
        if self._update is not None:
            self._update.index.close()
            self._update.journal.close()
        self._update = None
        self._lock.release()

    def _fail(self, message: str) -> None:
        """Let go of everything: what a failed write leaves in memory cannot be trusted, the last commit can."""
        _LOG.warning("%s: %s", self.options.folder, message)
        self._error = message
        self._retry_at = time.monotonic() + _RETRY_SECONDS
        self._work = Work(ticket=self._work.ticket)
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

    def _opened(self) -> FolderUpdate:
        assert self._update is not None, "the index is open while a step runs"
        return self._update

    def _scan(self) -> None:
        self.report()
        self._opened().scan(self._work)
        self._next_scan = time.monotonic() + (self.options.rescan_seconds or 0.0)
        self._next_commit = time.monotonic() + _FIRST_COMMIT_SECONDS
        self._finish_if_done()

    def _refresh(self) -> None:
        if self._opened().refresh(self._work):
            self._next_commit = 0.0
            self._finish_if_done()

    def _index_some(self) -> None:
        update = self._opened()
        update.index_some(self._work)
        self._finish_if_done()
        if self._work.queue and update.index.writer.changed and time.monotonic() >= self._next_commit:
            self._commit()

    def _finish_if_done(self) -> None:
        if self._work.any:
            return
        index, journal = self._opened().index, self._opened().journal
        if index.writer.changed or index.header.generation == 0 or not index.header.complete:
            self._commit()
        else:
            index.save_counts(**self._counts())
        journal.set_pending(())
        self._done_ticket = self._work.ticket

    def _commit(self) -> None:
        started = time.monotonic()
        self._opened().index.commit(**self._counts())
        self.counters.commits += 1
        took = time.monotonic() - started
        self._next_commit = time.monotonic() + max(_COMMIT_SECONDS, 10 * took)

    # Telling.

    def _counts(self) -> dict[str, Any]:
        return index_counts(self._opened(), self._work, self._encoder_notice)

    def report(self) -> None:
        """Send the present state."""
        state: dict[str, Any] = {"done": self._done_ticket, "writer": not self._follower, "error": self._error}
        if self._paused:
            state["phase"] = "paused"
        elif self._error:
            state["phase"] = "failed"
        elif self._update is None or not self._update.scanned:
            state["phase"] = "scanning"
        else:
            state["phase"] = "indexing" if self._work.any else "ready"
        if self._update is not None:
            state |= self._counts() | {"generation": self._update.index.header.generation}
        self._report_state(state | {"counters": work_counters(self.counters)})
