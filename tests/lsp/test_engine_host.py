"""The engine's thread: order, coalescing, failures. A small engine of the test's own stands in for the real one."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

import pytest

from cotext.errors import BadRequest
from cotext.lsp.engine_host import EngineError, EngineHost


class Notebook:
    """An engine that writes down what it is told, and can be held up."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.free = threading.Event()
        self.free.set()

    def set_buffer(self, document: str, text: str, language: str) -> None:
        self.free.wait(10)
        self.told.append(("set", document, text, language))

    def close_buffer(self, document: str) -> None:
        self.told.append(("close", document))

    def close(self) -> None:
        self.told.append(("end",))


def host_of(engine: Any) -> EngineHost:
    return EngineHost(lambda: engine)


async def test_changes_are_made_in_order_and_a_question_waits_for_them() -> None:
    engine = Notebook()
    host = host_of(engine)
    host.set_buffer("a", "1", "python")
    host.change(lambda _: engine.told.append(("files",)))
    assert cast("Any", await host.settled()) is engine
    host.close_buffer("a")
    assert cast("Any", await host.settled()) is engine
    assert engine.told == [("set", "a", "1", "python"), ("files",), ("close", "a")]
    await asyncio.wrap_future(host.close())
    assert engine.told[-1] == ("end",)


async def test_of_texts_that_wait_only_the_newest_is_used() -> None:
    engine = Notebook()
    host = host_of(engine)
    await host.settled()
    engine.free.clear()
    host.set_buffer("held", "x", "python")
    for number in range(50):
        host.set_buffer("a", str(number), "python")
    host.set_buffer("b", "kept", "python")
    engine.free.set()
    await host.settled()
    assert engine.told == [("set", "held", "x", "python"), ("set", "a", "49", "python"), ("set", "b", "kept", "python")]
    host.close()


async def test_an_engine_that_cannot_start_says_why() -> None:
    def fail() -> Any:
        raise OSError("no space left")

    host = EngineHost(fail)
    with pytest.raises(EngineError, match="no space left"):
        await host.settled()
    assert host.failure is not None
    with pytest.raises(EngineError):
        await asyncio.wrap_future(host.change(lambda engine: None))
    host.close()


async def test_a_failed_change_does_not_stop_the_next() -> None:
    engine = Notebook()
    host = host_of(engine)

    def refuse(_: Any) -> None:
        raise BadRequest("no")

    def crash(_: Any) -> None:
        raise ZeroDivisionError

    refused, crashed = host.change(refuse), host.change(crash)
    host.set_buffer("a", "1", "python")
    await host.settled()
    with pytest.raises(BadRequest):
        refused.result()
    with pytest.raises(ZeroDivisionError):
        crashed.result()
    assert engine.told == [("set", "a", "1", "python")]
    host.close()


async def test_a_question_that_gives_up_waiting_does_not_cancel_the_change() -> None:
    engine = Notebook()
    host = host_of(engine)
    await host.settled()
    engine.free.clear()
    host.set_buffer("a", "1", "python")
    assert await host.settled_within(0.05) is None
    engine.free.set()
    await host.settled()
    assert cast("Any", await host.settled_within(0)) is engine
    assert engine.told == [("set", "a", "1", "python")]
    await asyncio.wrap_future(host.close())
    with pytest.raises(EngineError):
        await host.settled()
