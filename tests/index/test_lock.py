"""One writer across processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cotext.errors import IndexLocked
from cotext.index.lock import WriterLock

HOLDER = """
import sys
from pathlib import Path
from cotext.index.lock import WriterLock
lock = WriterLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def test_another_process_has_it_until_it_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        lock = WriterLock(tmp_path)
        with pytest.raises(IndexLocked, match="Another process"):
            lock.acquire()
        holder.kill()
        holder.wait()
        lock.acquire()
        lock.release()


def test_within_a_process_too(tmp_path: Path) -> None:
    first, second = WriterLock(tmp_path), WriterLock(tmp_path)
    first.acquire()
    with pytest.raises(IndexLocked):
        second.acquire()
    first.release()
    second.acquire()
    second.release()
