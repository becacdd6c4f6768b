"""One writer for each folder's index, across all processes of the machine."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from cotext.errors import IndexLocked

__all__ = ["WriterLock"]


class WriterLock:
    """The right to write one index. The operating system takes it back when its holder dies, however it dies."""

    def __init__(self, cache_folder: Path) -> None:
        self._lock = FileLock(cache_folder / "writer.lock", timeout=0, mode=0o600)

    def acquire(self) -> None:
        """Raises: IndexLocked (another process has it), OSError (the cache folder cannot be written)."""
        try:
            self._lock.acquire()
        except Timeout as error:
            raise IndexLocked("Another process on this machine is indexing the folder.") from error

    def release(self) -> None:
        self._lock.release()
