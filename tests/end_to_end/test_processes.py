"""No process outlives its editor, however the editor or the server ends."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SERVE = [str(Path(sys.executable).with_name("cotext")), "serve"]
PATIENCE = 30.0

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to look into")


class Editor:
    """A client that writes and reads only when told to."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._input, self._output = self.process.stdin, self.process.stdout

    def send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._input.flush()

    def read(self) -> Any:
        length = 0
        while line := self._output.readline().strip():
            if line.lower().startswith(b"content-length"):
                length = int(line.partition(b":")[2])
        return json.loads(self._output.read(length))

    def answer(self, identifier: int) -> Any:
        while (message := self.read()).get("id") != identifier:
            pass
        return message["result"]

    def start(self, folder: Path, process_id: int | None = None) -> None:
        folders = [{"uri": folder.as_uri(), "name": "folder"}]
        params: dict[str, Any] = {"processId": process_id, "capabilities": {}, "workspaceFolders": folders}
        self.send(id=0, method="initialize", params=params)
        self.answer(0)
        self.send(method="initialized", params={})

    def child(self) -> int:
        """The indexing process, once it is there."""
        return until(lambda: next(iter(children(self.process.pid)), 0), "there is no indexing process")

    def wait_until_full(self) -> None:
        """Wait until the server can write no more."""
        until(lambda: self._unread() > 32_000, "the server does not write")

    def _unread(self) -> int:
        count = bytearray(4)
        fcntl.ioctl(self._output, termios.FIONREAD, count)
        return int.from_bytes(count, sys.byteorder)

    def close_input(self) -> None:
        with contextlib.suppress(OSError):
            self._input.close()

    def end(self) -> None:
        self.close_input()
        self.process.kill()
        self.process.wait()
        self._output.close()


def until(found: Callable[[], int], what: str) -> int:
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return value


def children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return []


def is_running(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until_gone(pid: int) -> None:
    until(lambda: not is_running(pid), f"process {pid} is still there")


@pytest.fixture
def editor(environment: dict[str, str]) -> Iterator[Editor]:
    one = Editor(environment)
    yield one
    one.end()


@pytest.fixture
def folder(copy_workspace: Callable[[str], Path]) -> Path:
    """A workspace that takes a moment to index."""
    path = copy_workspace("job_queue_python")
    for number in range(200):
        text = "".join(f"def number_{number}_{one}(value):\n    return value + {one}\n\n\n" for one in range(8))
        (path / f"file_{number}.py").write_text(text)
    return path


def close_input(editor: Editor) -> None:
    editor.close_input()


def leave_without_shutdown(editor: Editor) -> None:
    editor.send(method="exit", params=None)


def leave(editor: Editor) -> None:
    editor.send(id=99, method="shutdown", params=None)
    editor.answer(99)
    editor.send(method="exit", params=None)


def kill(editor: Editor) -> None:
    editor.process.kill()


def terminate(editor: Editor) -> None:
    editor.process.terminate()


def check_that_nothing_stays(editor: Editor, leaving: Callable[[Editor], None]) -> None:
    child = editor.child()
    leaving(editor)
    assert editor.process.wait(PATIENCE) == (-signal.SIGKILL if leaving is kill else 1)
    wait_until_gone(child)


@pytest.mark.parametrize("leaving", [close_input, leave_without_shutdown, kill, terminate])
def test_nothing_stays_when_the_client_leaves_early(
    editor: Editor, folder: Path, leaving: Callable[[Editor], None]
) -> None:
    editor.start(folder)
    check_that_nothing_stays(editor, leaving)


@pytest.mark.parametrize("leaving", [close_input, kill])
def test_nothing_stays_when_the_client_leaves_while_files_are_indexed(
    editor: Editor, folder: Path, leaving: Callable[[Editor], None]
) -> None:
    editor.start(folder)
    phase = "scanning"
    while phase == "scanning":
        editor.send(id=1, method="cotext/indexStatus", params={})
        (state,) = editor.answer(1)["folders"]
        phase = state["phase"]
    check_that_nothing_stays(editor, leaving)


def test_a_killed_server_starts_again_where_it_was(editor: Editor, folder: Path, environment: Any) -> None:
    editor.start(folder)
    child = editor.child()
    editor.process.kill()
    wait_until_gone(child)
    again = Editor(environment)
    try:
        again.start(folder)
        phase = ""
        for number in range(1, 2000):
            again.send(id=number, method="cotext/indexStatus", params={})
            (state,) = again.answer(number)["folders"]
            if (phase := state["phase"]) == "ready":
                break
            time.sleep(0.02)
        assert phase == "ready"
        assert state["writer"] is True
        assert state["files"]["indexed"] > 200
    finally:
        again.end()


def test_the_indexing_process_is_replaced_when_it_is_killed(editor: Editor, folder: Path) -> None:
    editor.start(folder)
    child = editor.child()
    os.kill(child, signal.SIGKILL)
    another = until(lambda: next((pid for pid in children(editor.process.pid) if pid != child), 0), "no new process")
    leave(editor)
    assert editor.process.wait(PATIENCE) == 0
    wait_until_gone(another)


def test_everything_ends_with_the_editors_process(editor: Editor, folder: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        editor.start(folder, parent.pid)
        child = editor.child()
    finally:
        parent.kill()
        parent.communicate()
    assert editor.process.wait(PATIENCE) == 1
    wait_until_gone(child)


def test_a_client_that_does_not_read_for_a_while_loses_nothing(editor: Editor, folder: Path) -> None:
    editor.start(folder)
    question = {"query": "e", "mode": "literal", "limit": 50, "unknown": "x" * 2000}
    # More than a pipe holds, many times over, of questions and of answers.
    for number in range(1, 41):
        editor.send(id=number, method="cotext/search", params=question)
    editor.wait_until_full()
    assert editor.process.poll() is None
    answered: set[int] = set()
    while len(answered) < 40:
        message = editor.read()
        if "id" in message:
            assert message["result"]["hits"]
            answered.add(message["id"])
    assert answered == set(range(1, 41))


def test_a_client_that_never_reads_again_is_no_reason_to_stay(editor: Editor, folder: Path) -> None:
    editor.start(folder)
    child = editor.child()
    for number in range(1, 41):
        editor.send(id=number, method="cotext/search", params={"query": "e", "mode": "literal", "limit": 50})
    editor.wait_until_full()
    editor.close_input()
    assert editor.process.wait(PATIENCE) == 1
    wait_until_gone(child)
