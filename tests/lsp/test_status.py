"""The throttle of `cotext/indexStatusChanged`."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
import time

from cotext.lsp.status import INTERVAL, Throttle


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def test_four_a_second() -> None:
    assert 1 / INTERVAL == 4


async def test_reports_are_apart_and_the_last_change_is_among_them() -> None:
    value, reported = 0, []

    async def report() -> None:
        reported.append((time.monotonic(), value))

    throttle = Throttle(report, interval=0.05)
    task = asyncio.create_task(throttle.run())

    def change() -> None:
        nonlocal value
        for _ in range(200):
            value += 1
            throttle.poke()
            time.sleep(0.001)

    worker = threading.Thread(target=change)
    worker.start()
    await asyncio.to_thread(worker.join)
    await asyncio.sleep(0.15)
    await stop(task)
    assert reported[-1][1] == 200
    assert 1 < len(reported) < 200
    assert all(later[0] - earlier[0] >= 0.045 for earlier, later in itertools.pairwise(reported))


async def test_a_change_while_reporting_is_reported_again() -> None:
    seen, entered = [], asyncio.Event()
    value = "first"

    async def report() -> None:
        seen.append(value)
        entered.set()
        await asyncio.sleep(0.01)

    throttle = Throttle(report, interval=0.01)
    task = asyncio.create_task(throttle.run())
    throttle.poke()
    await entered.wait()
    value = "second"
    throttle.poke()
    await asyncio.sleep(0.1)
    await stop(task)
    assert seen == ["first", "second"]


async def test_nothing_is_reported_without_a_change() -> None:
    seen = []

    async def report() -> None:
        seen.append(1)

    task = asyncio.create_task(Throttle(report, interval=0.01).run())
    await asyncio.sleep(0.05)
    await stop(task)
    assert seen == []


def test_a_poke_after_the_loop_has_closed_is_nothing() -> None:
    async def make() -> Throttle:
        async def report() -> None:
            return None

        return Throttle(report)

    asyncio.run(make()).poke()
