"""`cotext/skippedFiles`."""

from __future__ import annotations

from cotext.lsp.messages import SkippedFile, SkippedFilesParams, SkippedFilesResult
from cotext.lsp.session import Session, in_worker
from cotext.requests import Cancelled

__all__ = ["METHOD", "answer"]

METHOD = "cotext/skippedFiles"


async def answer(session: Session, params: SkippedFilesParams) -> SkippedFilesResult:
    """Files of a folder that stay out of the index, and why."""
    folder = session.folder_of(params.folder, "folder")
    engine = await session.host.settled()

    def work(_: Cancelled) -> SkippedFilesResult:
        found = engine.skipped_files(folder, params.reason, params.limit)
        files = [
            SkippedFile(session.uri_of(str(folder / one.path)), one.reason, one.detail or None)  # type: ignore[arg-type]
            for one in found.files
        ]
        return SkippedFilesResult(files, found.total)

    return await in_worker(session.search_lane, work)
