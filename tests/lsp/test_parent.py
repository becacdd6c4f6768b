"""Watching the client's process."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

from cotext.lsp.parent import is_alive, wait_for_death


def test_a_process_is_alive_until_it_is_not() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert is_alive(process.pid)
    process.communicate(b"\n")
    assert not is_alive(process.pid)
    assert is_alive(os.getpid())


def test_impossible_numbers_are_dead() -> None:
    assert not is_alive(0)
    assert not is_alive(-1)
    assert not is_alive(2**80)


async def test_the_wait_ends_with_the_process() -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=subprocess.PIPE)
    waiting = asyncio.create_task(wait_for_death(process.pid, interval=0.01))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await process.communicate(b"\n")
    await asyncio.wait_for(waiting, 10)
