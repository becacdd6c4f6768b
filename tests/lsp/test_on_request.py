"""Requests through a real pygls server, from bytes to bytes, without an engine."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cotext.errors import BadRequest, Cancelled, WorkspaceError
from cotext.lsp import messages
from cotext.lsp.on_request import on_notification, on_request
from cotext.lsp.protocol import make_server, receive
from cotext.lsp.session import Session, in_worker

Handler = Callable[[Any, messages.SearchParams], Awaitable[Any]]


class Answers:
    """Stands where the stream to the client is, and keeps the messages."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        self.messages.append(json.loads(data.partition(b"\r\n\r\n")[2]))

    def close(self) -> None:
        return None

    async def next(self) -> dict[str, Any]:
        while not self.messages:
            await asyncio.sleep(0.005)
        return self.messages.pop(0)


class Wired:
    """A server with one request, "test", whose parameters are `SearchParams`."""

    def __init__(self, handler: Handler) -> None:
        self.answers = Answers()
        self.session = cast("Session", SimpleNamespace(answering=set()))
        self.server = make_server(self.answers)  # type: ignore[arg-type]
        on_request(self.server, self.session, "test", messages.SearchParams, handler)

    def send(self, message: Any) -> None:
        receive(self.server, self.answers, message, lambda method: None)  # type: ignore[arg-type]

    async def ask(self, params: Any, method: str = "test") -> dict[str, Any]:
        self.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return await asyncio.wait_for(self.answers.next(), 10)


async def echo(_: Any, params: messages.SearchParams) -> messages.SearchParams:
    return params


def raising(error: Exception) -> Handler:
    async def handler(_: Any, params: messages.SearchParams) -> None:
        raise error

    return handler


async def test_a_request_is_structured_and_its_answer_is_camel_case() -> None:
    answer = await Wired(echo).ask({"query": "x", "preferSymbol": True})
    assert answer["id"] == 1
    assert answer["result"]["preferSymbol"] is True
    assert answer["result"]["limit"] == 20


async def test_a_null_answer_is_sent_as_null() -> None:
    async def nothing(_: Any, params: messages.SearchParams) -> None:
        return None

    answer = await Wired(nothing).ask({"query": "x"})
    assert answer == {"jsonrpc": "2.0", "id": 1, "result": None}


@pytest.mark.parametrize(
    ("params", "field"),
    [({}, "query"), (None, "query"), ([], "query"), ([1], "params"), ({"query": "x", "limit": "y"}, "limit")],
)
async def test_wrong_parameters_are_invalid_params_and_name_the_field(params: Any, field: Any) -> None:
    error = (await Wired(echo).ask(params))["error"]
    assert error["code"] == -32602
    assert error["message"].startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("raised", "code", "text"),
    [
        (BadRequest("regex parse error: unclosed group"), -32602, "regex parse error: unclosed group"),
        (WorkspaceError("The folder has gone."), -32803, "The folder has gone."),
        (Cancelled("stopped"), -32800, "stopped"),
        (ValueError("a secret"), -32603, "test failed: ValueError; see the log."),
    ],
)
async def test_errors_become_errors_of_the_protocol(raised: Any, code: Any, text: Any) -> None:
    error = (await Wired(raising(raised)).ask({"query": "x"}))["error"]
    assert (error["code"], error["message"]) == (code, text)


async def test_an_unknown_method_is_not_found() -> None:
    assert (await Wired(echo).ask({}, method="cotext/consent"))["error"]["code"] == -32601


async def test_cancelling_answers_at_once_and_stops_the_worker() -> None:
    started, stopped = threading.Event(), threading.Event()
    lane = ThreadPoolExecutor(1)

    async def slow(_: Any, params: messages.SearchParams) -> None:
        def work(cancelled: Callable[[], bool]) -> None:
            started.set()
            while not cancelled():
                threading.Event().wait(0.005)
            stopped.set()

        await in_worker(lane, work)

    wired = Wired(slow)
    wired.send({"jsonrpc": "2.0", "id": "seven", "method": "test", "params": {"query": "x"}})
    assert await asyncio.to_thread(started.wait, 10)
    wired.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "seven"}})
    answer = await asyncio.wait_for(wired.answers.next(), 10)
    assert (answer["id"], answer["error"]["code"]) == ("seven", -32800)
    assert await asyncio.to_thread(stopped.wait, 10)
    lane.shutdown()


@pytest.mark.parametrize("params", [None, {}, {"id": "unknown"}, {"id": {}}, [1]])
async def test_cancelling_what_is_not_there_does_no_harm(params: Any) -> None:
    wired = Wired(echo)
    wired.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": params})
    assert "result" in await wired.ask({"query": "x"})


async def test_a_refused_request_gets_its_reason() -> None:
    wired = Wired(echo)
    request = {"jsonrpc": "2.0", "id": 4, "method": "test", "params": {"query": "x"}}
    receive(wired.server, wired.answers, request, lambda method: "closed")  # type: ignore[arg-type]
    assert (await wired.answers.next())["error"] == {"code": -32600, "message": "closed"}


async def test_a_batch_gets_an_error_and_the_server_goes_on() -> None:
    wired = Wired(echo)
    wired.send([{"jsonrpc": "2.0", "id": 1, "method": "test"}])
    assert (await wired.answers.next())["error"]["code"] == -32600
    assert "result" in await wired.ask({"query": "x"})


async def test_keys_that_look_like_messages_inside_parameters_are_only_parameters() -> None:
    answer = await Wired(echo).ask({"query": "x", "later": {"jsonrpc": "2.0", "id": 3, "method": "test"}})
    assert answer["result"]["query"] == "x"


async def test_a_broken_notification_is_survived_and_good_ones_keep_their_order() -> None:
    wired = Wired(echo)
    seen: list[str] = []

    def take(_: Any, params: messages.SearchParams) -> None:
        if params.query == "fail":
            raise ValueError
        seen.append(params.query)

    on_notification(wired.server, wired.session, "note", messages.SearchParams, take)
    sent: list[Any] = [{"query": "a"}, {}, {"query": "fail"}, [], {"query": "b"}]
    for params in sent:
        wired.send({"jsonrpc": "2.0", "method": "note", "params": params})
    assert seen == ["a", "b"]
    assert "result" in await wired.ask({"query": "x"})


async def test_the_client_can_be_asked_and_its_refusal_is_an_exception() -> None:
    wired = Wired(echo)
    asked = wired.server.protocol.send_request_async("workspace/configuration", {"items": []})
    sent = await wired.answers.next()
    wired.send({"jsonrpc": "2.0", "id": sent["id"], "result": [None]})
    assert await asked == [None]
    asked = wired.server.protocol.send_request_async("workspace/configuration", {"items": []})
    sent = await wired.answers.next()
    wired.send({"jsonrpc": "2.0", "id": sent["id"], "error": {"code": -32601, "message": "no"}})
    with pytest.raises(Exception, match="no"):
        await asked
