"""What the indexing process tells about one folder: counts, and the counters that tests assert on. Pure."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cotext.index.folder_update import FolderUpdate, Work
from cotext.index.pipeline import PipelineCounters
from cotext.workspace.reading import COUNTERS

__all__ = ["index_counts", "work_counters"]


def index_counts(update: FolderUpdate, work: Work, notice: str) -> dict[str, Any]:
    """The fields of `Header` that count what an index holds now.

    Args:
        update: the index and its last scan.
        work: what is still to be done.
        notice: what a person should know about the encoder.
    """
    index, queue = update.index, work.queue
    skipped = [one for document in index.documents.values() if (one := document.known.skipped) is not None]
    reasons = Counter(one.reason for one in skipped if one.path not in queue)
    settled = len(index.documents) - len(queue.keys() & index.documents.keys())
    return {
        "files_found": settled + len(queue),
        "files_indexed": settled - reasons.total(),
        "files_skipped": reasons.total(),
        "skipped_reasons": dict(reasons),
        "ignored": update.ignored,
        "chunks": index.chunks,
        "complete": update.scanned and not work.any,
        "message": " ".join(part for part in (notice, index.notice, update.message) if part),
    }


def work_counters(counters: PipelineCounters) -> dict[str, int]:
    """What was done since the process started."""
    return {
        "files_read": COUNTERS.files_read,
        "bytes_read": COUNTERS.bytes_read,
        "files_chunked": counters.files_chunked,
        "files_written": counters.files_written,
        "chunks_encoded": counters.chunks_encoded,
        "commits": counters.commits,
    }
