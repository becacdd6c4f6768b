"""Progress bars of first indexing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

from cotext.lsp.messages import IndexState, IndexStateFiles, PhaseName
from cotext.lsp.progress import IndexingProgress


class Screen:
    """A client that accepts or refuses bars, and keeps what it is shown."""

    def __init__(self, accepts: bool = True) -> None:
        self.accepting = accepts
        self.shown: list[Any] = []

    async def accepts(self, method: str, params: Any) -> bool:
        return self.accepting

    def notify(self, method: str, params: Any) -> None:
        self.shown.append(params["value"])


def progress_on(screen: Screen) -> IndexingProgress:
    tasks = set()

    def in_background(work: Coroutine[Any, Any, None]) -> None:
        tasks.add(asyncio.ensure_future(work))

    session: Any = SimpleNamespace(client=screen, in_background=in_background)
    return IndexingProgress(session)


def state(phase: PhaseName, found: int, indexed: int, chunks: int = 0) -> IndexState:
    return IndexState("file:///w/shop", phase, IndexStateFiles(found, indexed, 0), 0, chunks, 1, "builtin", {}, True)


async def show(progress: IndexingProgress, *states: IndexState) -> None:
    for one in states:
        progress.update([one])
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_a_first_indexing_is_shown_from_begin_to_end_and_never_runs_backwards() -> None:
    screen = Screen()
    await show(
        progress_on(screen),
        state("scanning", 0, 0),
        state("scanning", 10, 0),
        state("indexing", 10, 5),
        state("indexing", 100, 10),
        state("ready", 100, 100),
        state("indexing", 100, 99),
        state("ready", 100, 100),
    )
    assert [one["kind"] for one in screen.shown] == ["begin", "report", "report", "end"]
    assert screen.shown[0]["title"] == "Indexing shop"
    assert [one["percentage"] for one in screen.shown[:3]] == [0, 50, 50]
    assert screen.shown[1]["message"] == "5 of 10 files"


async def test_an_index_that_is_up_to_date_shows_nothing() -> None:
    screen = Screen()
    await show(progress_on(screen), state("scanning", 10, 10, chunks=30), state("ready", 10, 10, chunks=30))
    assert screen.shown == []


async def test_a_client_that_refuses_the_token_is_left_in_peace() -> None:
    screen = Screen(accepts=False)
    await show(progress_on(screen), state("indexing", 10, 1), state("indexing", 10, 5), state("ready", 10, 10))
    assert screen.shown == []


async def test_a_folder_that_leaves_takes_its_bar_along() -> None:
    screen = Screen()
    progress = progress_on(screen)
    await show(progress, state("indexing", 10, 1))
    progress.update([])
    assert [one["kind"] for one in screen.shown] == ["begin", "end"]
