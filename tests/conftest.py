"""Fixtures for every test: workspaces with known contents, a cache of one's own, questions with known answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from cotext.engine import Engine
from cotext.settings import Settings

FIXTURES = Path(__file__).parent.parent / "fixtures"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The flag of `tests/quality`."""
    parser.addoption("--update-goldens", action="store_true", help="take the ranks of this run as the golden ones")


def copy_into(folder: Path) -> Callable[[str], Path]:
    """A function that copies a workspace of `fixtures/workspaces` there."""
    return lambda name: Path(shutil.copytree(FIXTURES / "workspaces" / name, folder / name))


@pytest.fixture
def copy_workspace(tmp_path: Path) -> Callable[[str], Path]:
    """Gives a copy of a workspace in `fixtures/workspaces` that a test may change."""
    return copy_into(tmp_path)


@pytest.fixture(scope="module")
def module_workspace(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """As `copy_workspace`, for the tests of a module to share."""
    return copy_into(tmp_path_factory.mktemp("workspaces"))


@pytest.fixture(scope="module")
def open_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Engine]]:
    """Opens an engine on folders and waits for their indexes; every one is closed at the module's end."""
    opened: list[Engine] = []

    def open_one(*folders: Path, settings: Settings | None = None) -> Engine:
        engine = Engine(settings or Settings(), cache_directory=tmp_path_factory.mktemp("cache"))
        opened.append(engine)
        for folder in folders:
            engine.add_folder(folder)
        assert engine.wait_until_ready(60)
        return engine

    yield open_one
    for engine in opened:
        engine.close()


@pytest.fixture(scope="session")
def questions() -> list[dict[str, Any]]:
    """The questions of `fixtures/questions.jsonl`."""
    lines = (FIXTURES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


@dataclass
class ModelRequest:
    """What came over a socket, and the way back."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def head(self, status: int = 200, kind: str = "text/event-stream", **headers: str) -> None:
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", f"Content-Type: {kind}"]
        lines += ["Transfer-Encoding: chunked"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        await self.raw("\r\n".join([*lines, "", ""]).encode())

    async def send(self, data: bytes) -> None:
        await self.raw(b"%x\r\n%s\r\n" % (len(data), data))

    async def end(self) -> None:
        await self.raw(b"0\r\n\r\n")

    async def raw(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()


class ModelServer:
    """A server on loopback that speaks HTTP and the streams of llama.cpp, OpenAI and Ollama.

    Attributes:
        requests: all that came.
        pieces: what its model writes, one event each, `pause` seconds apart.
        answer: what else to do with a request, in the place of that.
    """

    def __init__(self) -> None:
        self.requests: list[ModelRequest] = []
        self.connections = 0
        self.pieces = ["return ", "1"]
        self.pause = 0.0
        self.answer: Callable[[ModelRequest], Awaitable[None]] = self.complete
        self.port = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._server = await asyncio.start_server(self._connected, host, port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._server.wait_closed()
            self._server = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def complete(self, request: ModelRequest) -> None:
        """Stream the pieces as the server does whose path it is; the client's going ends it, as it ends a model."""
        lines = request.path == "/api/generate"
        await request.head(kind="application/x-ndjson" if lines else "text/event-stream")
        for piece, is_last in [*((one, False) for one in self.pieces), ("", True)]:
            event = json.dumps(self._event(request.path, piece, is_last), ensure_ascii=False).encode()
            await request.send(event + b"\n" if lines else b"data: " + event + b"\n\n")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(request.gone.wait(), self.pause or 0.001)
            if request.gone.is_set():
                return
        if request.path.endswith("/v1/completions"):
            await request.send(b"data: [DONE]\n\n")
        await request.end()

    @staticmethod
    def _event(path: str, text: str, is_last: bool) -> dict[str, Any]:
        if path == "/infill":
            return {"index": 0, "content": text, "stop": is_last}
        if path == "/api/generate":
            return {"model": "m", "response": text, "done": is_last}
        return {"choices": [{"index": 0, "text": text, "finish_reason": "stop" if is_last else None}]}

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
            headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in rest)}
            body = json.loads(await reader.readexactly(int(headers["content-length"])))
            request = ModelRequest(first.split(" ")[1], headers, body, reader, writer)
            self.requests.append(request)
            watching = asyncio.create_task(self._watch(request))
            try:
                await self.answer(request)
            finally:
                watching.cancel()
                writer.close()

    @staticmethod
    async def _watch(request: ModelRequest) -> None:
        with contextlib.suppress(ConnectionError):
            while await request.reader.read(1 << 16):
                pass
        request.gone.set()


@pytest.fixture
async def model_server() -> AsyncIterator[ModelServer]:
    """A server of models on a free port."""
    server = ModelServer()
    await server.start()
    yield server
    await server.stop()
