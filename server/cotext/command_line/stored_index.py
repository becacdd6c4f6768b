"""A folder's index as it lies in the cache: looked at or deleted without an engine, which would start to index."""

from __future__ import annotations

import shutil
from pathlib import Path

from cotext.errors import IndexLocked, UnusableIndex
from cotext.index.cache import cache_root, folder_cache
from cotext.index.header import read_header
from cotext.index.lock import WriterLock
from cotext.requests import FolderState, Phase

__all__ = ["delete_index", "stored_state"]


def stored_state(folder: Path, cache_directory: Path | None) -> FolderState | None:
    """What the index held at its last commit; None when the folder was never indexed.

    Raises:
        IndexUnreadable: the header is damaged; the next indexing sets the index aside.
    """
    header = read_header(folder_cache(cache_root(cache_directory), folder))
    if header is None:
        return None
    return FolderState(
        folder=folder,
        phase=Phase.READY if header.complete else Phase.INDEXING,
        files_found=header.files_found,
        files_indexed=header.files_indexed,
        files_skipped=header.files_skipped,
        ignored=header.ignored,
        chunks=header.chunks,
        generation=header.generation,
        model=header.model,
        message=header.message or None,
        skipped_reasons=dict(header.skipped_reasons),
    )


def delete_index(folder: Path, cache_directory: Path | None) -> bool:
    """Delete the index of a folder; False when there is none.

    Raises:
        IndexLocked: another process is writing it.
        UnusableIndex: the cache cannot be written.
    """
    kept = folder_cache(cache_root(cache_directory), folder)
    if not kept.is_dir():
        return False
    lock = WriterLock(kept)
    try:
        lock.acquire()
        try:
            # The lock's own file goes last: while it is held, nobody can begin a new index here.
            for entry in sorted(kept.iterdir(), key=lambda entry: entry.name == "writer.lock"):
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry)
                elif entry.name != "writer.lock":
                    entry.unlink()
        finally:
            lock.release()
        shutil.rmtree(kept, ignore_errors=True)
    except IndexLocked as error:
        raise IndexLocked(
            "Another process is indexing this folder. Use the editor's command to clear the index, or close it first."
        ) from error
    except OSError as error:
        raise UnusableIndex(f"The index in {kept} cannot be deleted: {error}.") from error
    return True
