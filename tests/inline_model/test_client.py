"""The edge, against a real socket; what a whole server makes of it is tested from end to end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cotext.errors import InlineModelError
from cotext.inline_model.address import address
from cotext.inline_model.asking import Asked
from cotext.inline_model.client import ModelClient
from cotext.settings import InlineModelSettings

ASKED = Asked("/infill", {"prompt": "secret code é \ud800"}, ())


def client_of(url: str, key: str = "") -> ModelClient:
    return ModelClient("llama.cpp", address(InlineModelSettings(kind="llama.cpp", url=url)), key)


@pytest.fixture
async def client(model_server: Any) -> Any:
    made = client_of(model_server.url, "sk-key")
    yield made
    await made.close()


def yes() -> bool:
    return True


async def test_an_answer_is_read(client: Any, model_server: Any) -> None:
    assert await client.ask(ASKED, 30, yes) == "return 1"
    (request,) = model_server.requests
    assert request.body["prompt"].startswith("secret code é")
    assert request.headers["host"] == f"127.0.0.1:{model_server.port}"
    assert request.headers["content-type"] == "application/json"


async def test_without_leave_no_connection_is_made(client: Any, model_server: Any) -> None:
    assert await client.ask(ASKED, 30, lambda: False) is None
    assert model_server.connections == 0


async def test_leave_that_is_withdrawn_while_connecting_counts(client: Any, model_server: Any) -> None:
    answers = iter([True, False])
    received = asyncio.Queue[bytes]()

    async def keep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received.put_nowait(await reader.read())
        writer.close()

    async with await asyncio.start_server(keep, "127.0.0.1", 0) as server:
        other = client_of(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        assert await other.ask(ASKED, 30, lambda: next(answers)) is None
        await other.close()
        assert b"secret" not in await asyncio.wait_for(received.get(), 10)


async def test_two_questions_at_once_share_a_client(client: Any, model_server: Any) -> None:
    model_server.pause = 0.1
    assert await asyncio.gather(*(client.ask(ASKED, 30, yes) for _ in range(3))) == ["return 1"] * 3


async def test_cancelling_closes_the_connection(client: Any, model_server: Any) -> None:
    model_server.pieces, model_server.pause = ["x"] * 100, 0.2
    task = asyncio.create_task(client.ask(ASKED, 60, yes))
    while not model_server.requests:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(model_server.requests[0].gone.wait(), 5)
    assert await client.ask(Asked("/infill", {}, ("x",)), 60, yes) == ""


async def test_how_long_to_wait_is_read(client: Any, model_server: Any) -> None:
    async def busy(request: Any) -> None:
        await request.head(429, "application/json", Retry_After="7")
        await request.end()

    model_server.answer = busy
    with pytest.raises(InlineModelError) as caught:
        await client.ask(ASKED, 30, yes)
    assert (caught.value.kind, caught.value.retry_after) == ("refused", 7.0)


async def test_a_refusal_without_end_is_not_read_to_its_end(client: Any, model_server: Any) -> None:
    async def floods(request: Any) -> None:
        await request.head(500)
        while not request.gone.is_set():
            await request.send(b"x" * 65536)
            await asyncio.sleep(0)

    model_server.answer = floods
    with pytest.raises(InlineModelError, match="500"):
        await client.ask(ASKED, 30, yes)


async def test_localhost_is_found_at_either_address(model_server: Any) -> None:
    await model_server.stop()
    try:
        await model_server.start("::1")
    except OSError:
        pytest.skip("there is no IPv6 here")
    client = client_of(f"http://localhost:{model_server.port}")
    assert await client.ask(ASKED, 30, yes) == "return 1"
    assert model_server.requests[0].headers["host"] == f"localhost:{model_server.port}"
    await client.close()


def test_the_key_is_not_shown() -> None:
    assert "sk-key" not in repr(client_of("http://127.0.0.1:1", "sk-key"))
