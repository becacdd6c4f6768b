"""A client that speaks to the installed `cotext serve` as an editor does, byte by byte."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

SERVE = [str(Path(sys.executable).with_name("cotext")), "serve"]
PATIENCE = 60.0
SILENCE = object()
CAPABILITIES = {
    "workspace": {
        "workspaceFolders": True,
        "configuration": False,
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "window": {"workDoneProgress": True},
    "general": {"positionEncodings": ["utf-16"]},
}


class Refused(Exception):
    """An error response."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: int = error["code"]
        self.message: str = error["message"]


class Client:
    """One connection to a server.

    Attributes:
        notifications: method and parameters of every notification, in order.
        asked: method and parameters of every request that the server made.
        opened: URIs of the documents that are open.
        replies: what to answer to those, by method; null where nothing is said, and no answer at all to `SILENCE`.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._last_id = 0
        self.notifications: list[tuple[str, Any]] = []
        self.asked: list[tuple[str, Any]] = []
        self.replies: dict[str, Any] = {}
        self.opened: set[str] = set()
        self.unasked_errors: list[dict[str, Any]] = []
        self._reading = asyncio.create_task(self._read())

    def send_bytes(self, data: bytes) -> None:
        self._writer.write(data)

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def start(self, method: str, params: Any = None) -> tuple[int, asyncio.Future[Any]]:
        """Send a request; its identifier, and what will hold its result."""
        self._last_id += 1
        future = self._pending[self._last_id] = asyncio.get_running_loop().create_future()
        self.send({"id": self._last_id, "method": method, "params": params})
        return self._last_id, future

    async def request(self, method: str, params: Any = None) -> Any:
        return await asyncio.wait_for(self.start(method, params)[1], PATIENCE)

    async def refusal(self, method: str, params: Any = None) -> Refused:
        with pytest.raises(Refused) as caught:
            await self.request(method, params)
        return caught.value

    async def initialize(self, *folders: Path, capabilities: Any = CAPABILITIES, **params: Any) -> Any:
        listed = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        answer = await self.request(
            "initialize",
            {"processId": None, "rootUri": None, "workspaceFolders": listed, "capabilities": capabilities, **params},
        )
        self.notify("initialized", {})
        return answer

    async def until(self, true: Callable[[], Awaitable[Any]], what: str) -> Any:
        """Ask until the answer is something."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while not (answer := await true()):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(what)
            await asyncio.sleep(0.03)
        return answer

    async def ready(self) -> dict[str, Any]:
        """Wait until every folder is indexed."""

        async def is_ready() -> Any:
            status = await self.request("cotext/indexStatus", {})
            assert all(folder["phase"] != "failed" for folder in status["folders"]), status
            return status["folders"] and all(f["phase"] == "ready" for f in status["folders"]) and status

        status: dict[str, Any] = await self.until(is_ready, "the index is not ready")
        return status

    async def found(self, query: str, mode: str = "keyword", **params: Any) -> list[dict[str, Any]]:
        hits: list[dict[str, Any]] = (await self.request("cotext/search", {"query": query, "mode": mode, **params}))[
            "hits"
        ]
        return hits

    def open(self, uri: str, text: str, language: str = "python", version: int = 1) -> None:
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.opened.add(uri)
        self.notify("textDocument/didOpen", {"textDocument": document})

    def close_document(self, uri: str) -> None:
        self.opened.discard(uri)
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    async def leave(self) -> None:
        await self.request("shutdown")
        self.notify("exit")
        await self._writer.drain()

    async def close(self) -> None:
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()

    async def _read(self) -> None:
        while True:
            length = 0
            while line := (await self._reader.readline()).strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                if self._reader.at_eof():
                    for future in self._pending.values():
                        if not future.done():
                            future.set_exception(ConnectionError("the server closed its output"))
                    return
                continue
            self._take(json.loads(await self._reader.readexactly(length)))

    def _take(self, message: dict[str, Any]) -> None:
        method = message.get("method")
        if method is not None and "id" in message:
            self.asked.append((method, message["params"]))
            if (reply := self.replies.get(method)) is not SILENCE:
                self.send({"id": message["id"], "result": reply})
        elif method is not None:
            self.notifications.append((method, message["params"]))
        elif (future := self._pending.pop(message["id"], None)) is None:
            self.unasked_errors.append(message)
        elif not future.done():
            if "error" in message:
                future.set_exception(Refused(message["error"]))
            else:
                future.set_result(message["result"])


class Server:
    """A process of `cotext serve`, and the client at its standard streams."""

    def __init__(self, process: asyncio.subprocess.Process, client: Client) -> None:
        self.process, self.client = process, client

    async def status(self) -> int:
        """The exit status, once the process has ended."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE)


def fresh_environment(folder: Path) -> dict[str, str]:
    """The environment of a user who never ran Cotext, on a machine without a network."""
    places = {name: str(folder / name.lower()) for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")}
    return {**os.environ, **places, "HF_HOME": str(folder / "hub"), "HF_HUB_OFFLINE": "1"}


async def spawn(environment: dict[str, str], *arguments: str) -> Server:
    process = await asyncio.create_subprocess_exec(
        *SERVE,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment,
        limit=1 << 26,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    return Server(process, Client(process.stdout, process.stdin))


async def end(server: Server) -> None:
    if server.process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            server.process.kill()
        await server.process.wait()
    await server.client.close()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment of this test's own."""
    return fresh_environment(tmp_path)


@pytest.fixture
async def start_server(environment: dict[str, str]) -> AsyncIterator[Callable[..., Awaitable[Server]]]:
    """Starts servers, and ends those that the test has not ended."""
    started: list[Server] = []

    async def start(*arguments: str) -> Server:
        started.append(await spawn(environment, *arguments))
        return started[-1]

    yield start
    for server in started:
        await end(server)


@pytest.fixture(scope="module")
def module_server(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], AbstractAsyncContextManager[Server]]:
    """Starts a server that several tests share."""

    @contextlib.asynccontextmanager
    async def run() -> AsyncIterator[Server]:
        server = await spawn(fresh_environment(tmp_path_factory.mktemp("user")))
        try:
            yield server
        finally:
            await end(server)

    return run


@pytest.fixture
async def start_tcp_server(environment: dict[str, str]) -> AsyncIterator[Callable[[str], Awaitable[Server]]]:
    """Starts a server that listens on a free port of an address, and connects to it."""
    started: list[Server] = []

    async def start(host: str) -> Server:
        process = await asyncio.create_subprocess_exec(
            *SERVE, "--tcp", f"{host}:0", stderr=asyncio.subprocess.PIPE, env=environment
        )
        assert process.stderr is not None
        told = await asyncio.wait_for(process.stderr.readline(), PATIENCE)
        port = int(told.strip().rpartition(b":")[2])
        server = Server(process, Client(*await asyncio.open_connection(host, port, limit=1 << 26)))
        started.append(server)
        return server

    yield start
    for server in started:
        await end(server)


@pytest.fixture
async def client(start_server: Callable[..., Awaitable[Server]]) -> Client:
    """A client of a server that waits for `initialize`."""
    return (await start_server()).client


@pytest.fixture
def silence() -> object:
    """A reply that is never sent."""
    return SILENCE
