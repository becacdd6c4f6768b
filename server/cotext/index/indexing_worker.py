"""The indexing process: `python -I -m cotext.index.indexing_worker`, started and owned by the process that answers
requests.

It reads one JSON command a line from its standard input and writes one JSON state a line to its standard output. When
its
input ends without a "quit", its owner is dead, and it ends at once: what is committed is safe, the rest is done next
time.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import IO, Any

from cotext.embedding.encoder import Encoder
from cotext.embedding.load import load_encoder
from cotext.errors import DownloadNeeded, ModelError
from cotext.index.folder_indexer import FolderIndexer
from cotext.index.folder_update import FolderOptions

__all__ = ["main"]

_LOG = logging.getLogger(__name__)


class _Worker:
    def __init__(self, output: IO[str]) -> None:
        self._output = output
        self._folders: dict[str, FolderIndexer] = {}
        self._encoders: dict[tuple[str, bool], tuple[Encoder, str]] = {}
        self.commands: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def run(self) -> None:
        """Carry out commands, and between them one step of one folder at a time, in turn."""
        while True:
            waits = {
                name: wait for name, one in self._folders.items() if (wait := one.seconds_until_step()) is not None
            }
            soonest = min(waits.values(), default=None)
            try:
                command = self.commands.get(timeout=soonest) if soonest else self.commands.get(block=soonest is None)
            except queue.Empty:
                self._step(min(waits, key=waits.__getitem__))
                continue
            if command["do"] == "quit":
                for one in self._folders.values():
                    one.close()
                return
            self._carry_out(command)

    def _step(self, name: str) -> None:
        folder = self._folders.pop(name)
        self._folders[name] = folder  # to the end of the line, so that a large folder does not starve the others
        folder.step()

    def _carry_out(self, command: dict[str, Any]) -> None:
        name, do = str(command["folder"]), command["do"]
        if do == "open":
            if (former := self._folders.pop(name, None)) is not None:
                former.close()
            self._folders[name] = self._open(name, command)
        elif (folder := self._folders.get(name)) is None:
            return
        elif do == "close":
            self._folders.pop(name).close()
        elif do == "refresh":
            folder.refresh(map(Path, command["paths"]), command["ticket"])
        else:
            {
                "rescan": folder.rescan,
                "rebuild": folder.rebuild,
                "clear": folder.clear,
                "pause": folder.pause,
                "resume": folder.resume,
            }[do](command["ticket"])

    def _open(self, name: str, command: dict[str, Any]) -> FolderIndexer:
        options = FolderOptions(
            Path(name),
            Path(command["cache"]),
            tuple(command["exclude"]),
            command["encoding"],
            command["rescan_seconds"],
        )
        encoder, notice = self._encoder(command["model"], command["allow_download"])

        def report(state: dict[str, Any]) -> None:
            self._send({"folder": name, "model": encoder.name, **state})

        indexer = FolderIndexer(options, encoder, report, notice)
        indexer.rescan(command["ticket"])
        if command["paused"]:
            indexer.pause(command["ticket"])
        return indexer

    def _encoder(self, model: str, allow_download: bool) -> tuple[Encoder, str]:
        """The encoder asked for, or the built-in one and a sentence why."""
        key = (model, allow_download)
        if key not in self._encoders:
            try:
                self._encoders[key] = load_encoder(model, allow_download), ""
            except ModelError as error:
                if isinstance(error, DownloadNeeded):
                    self._send({"download_needed": error.model})
                self._encoders[key] = load_encoder("builtin"), f"{error} The built-in model is used meanwhile."
            except Exception as error:
                _LOG.exception("The embedding model %s cannot be loaded.", model)
                notice = f'The embedding model "{model}" cannot be loaded ({error}).'
                self._encoders[key] = load_encoder("builtin"), f"{notice} The built-in model is used meanwhile."
        return self._encoders[key]

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._output.write(json.dumps(message) + "\n")
            self._output.flush()
        except OSError:
            self.owner_is_gone()

    def owner_is_gone(self) -> None:
        """End at once. The file in hand is not what ended this process, and must not be blamed for it."""
        for one in list(self._folders.values()):
            one.put_down()
        os._exit(0)


def _listen(worker: _Worker) -> None:
    for line in sys.stdin.buffer:
        worker.commands.put(json.loads(line))
        if b'"quit"' in line:
            return
    worker.owner_is_gone()


def main() -> int:
    """Run until told to quit, or until the owner is gone."""
    # Ctrl+C in a terminal reaches the whole process group; the owner decides when this process ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="cotext indexing: %(levelname)s: %(message)s")
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints must not end up among the messages
    worker = _Worker(output)
    threading.Thread(target=_listen, args=(worker,), daemon=True).start()
    worker.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
