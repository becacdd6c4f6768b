"""The owner's side of the indexing process: start it, tell it what to do, hear its states, start it again when it
dies."""

from __future__ import annotations

import contextlib
import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["IndexingProcess"]

_LOG = logging.getLogger(__name__)

_FIRST_DELAY = 0.1
_LONGEST_DELAY = 10.0
_HEALTHY_SECONDS = 30.0


class IndexingProcess:
    """A child process that is there as long as this object is.

    Args:
        on_message: called with each message, from a thread of this object's.
        on_restart: called after a new process replaced a dead one; it must send everything that the new one has to
            know.
    """

    def __init__(self, on_message: Callable[[dict[str, Any]], None], on_restart: Callable[[], None]) -> None:
        self._on_message, self._on_restart = on_message, on_restart
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._process = self._start()
        self._thread = threading.Thread(target=self._follow, name="cotext-indexing", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _start(self) -> subprocess.Popen[bytes]:
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW
        # -I: a workspace's own tantivy.py or json.py must not be imported instead of the real one.
        command = [sys.executable, "-I", "-m", "cotext.index.indexing_worker"]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=flags, cwd=Path(sys.executable).anchor
        )

    def send(self, command: dict[str, Any]) -> None:
        """Tell the process something; a dead one will be told by `on_restart`."""
        line = json.dumps(command).encode() + b"\n"
        with self._guard, contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None, "its input is a pipe"
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def _follow(self) -> None:
        delay = _FIRST_DELAY
        while True:
            started = time.monotonic()
            self._read_messages()
            code = self._process.wait()
            if self._closing.is_set():
                return
            if time.monotonic() - started > _HEALTHY_SECONDS:
                delay = _FIRST_DELAY
            _LOG.warning("The indexing process ended (exit status %s); it is started again.", code)
            if self._closing.wait(delay):
                return
            delay = min(delay * 2, _LONGEST_DELAY)
            with self._guard:
                self._close_pipes()
                if self._closing.is_set():
                    return
                self._process = self._start()
            self._on_restart()

    def _read_messages(self) -> None:
        assert self._process.stdout is not None, "its output is a pipe"
        for line in self._process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                continue  # the last line of a process that was killed while it wrote
            try:
                self._on_message(message)
            except Exception:
                _LOG.exception("A message of the indexing process could not be handled.")

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def close(self, timeout: float = 5.0) -> None:
        """Let the process commit what it has and end; kill it when it has not within `timeout` seconds."""
        self._closing.set()
        self.send({"do": "quit"})
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._thread.join(timeout)
        with self._guard:
            self._close_pipes()
