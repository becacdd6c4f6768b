"""The engine's life inside the server: opened in the background, changed in order, asked once the changes are in.

One thread makes every change, in the order in which the client's messages came. A request waits for the changes before
it, so that an answer never lags behind what the client has already said; the event loop itself never waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from cotext.errors import CotextError

if TYPE_CHECKING:
    from cotext.engine import Engine

__all__ = ["EngineError", "EngineHost"]

LOG = logging.getLogger(__name__)


class EngineError(CotextError):
    """The engine could not be started."""


class EngineHost:
    """Holds the engine.

    Args:
        opening: imports and makes the engine; runs on the engine's thread.
    """

    def __init__(self, opening: Callable[[], Engine]) -> None:
        self._worker = ThreadPoolExecutor(1, "cotext-engine")
        self._engine: Engine | None = None
        self._failure: str | None = None
        self._buffers: dict[str, tuple[str, str] | None] = {}
        self._tail: Future[None] = self._worker.submit(self._open, opening)

    @property
    def engine(self) -> Engine | None:
        """The engine; None before it is there."""
        return self._engine

    @property
    def failure(self) -> str | None:
        """Why there will be no engine."""
        return self._failure

    def change(self, action: Callable[[Engine], None]) -> Future[None]:
        """Change the engine, after all changes before; an exception is logged, and is in the future."""
        done: Future[None] = Future()

        def run() -> None:
            if self._engine is None:
                done.set_exception(EngineError(self._failure or "The engine has ended."))
                return
            try:
                action(self._engine)
            except CotextError as error:
                done.set_exception(error)
            except Exception as error:
                LOG.exception("the engine failed")
                done.set_exception(error)
            else:
                done.set_result(None)

        self._tail = self._worker.submit(run)
        return done

    def set_buffer(self, key: str, text: str, language: str) -> None:
        """A document's text. Of several texts that wait, only the newest reaches the engine."""
        waiting = key in self._buffers
        self._buffers[key] = (text, language)
        if not waiting:
            self.change(lambda engine: self._flush(engine, key))

    def close_buffer(self, key: str) -> None:
        """A document was closed."""
        waiting = key in self._buffers
        self._buffers[key] = None
        if not waiting:
            self.change(lambda engine: self._flush(engine, key))

    async def settled(self) -> Engine:
        """Wait until every change so far is in.

        Raises:
            EngineError: there is no engine.
        """
        await asyncio.shield(asyncio.wrap_future(self._tail))
        if self._engine is None:
            raise EngineError(self._failure or "The engine has ended.")
        return self._engine

    async def settled_within(self, seconds: float) -> Engine | None:
        """As `settled`, but None when that takes longer; what is settled already is given whatever the time."""
        if self._tail.done():
            return await self.settled()
        try:
            return await asyncio.wait_for(self.settled(), seconds)
        except TimeoutError:
            return None

    def close(self) -> Future[None]:
        """Close the engine after the changes that wait."""
        done = self._worker.submit(self._close)
        self._worker.shutdown(wait=False)
        return done

    def _open(self, opening: Callable[[], Engine]) -> None:
        try:
            self._engine = opening()
        except Exception as error:
            LOG.exception("the engine could not be started")
            self._failure = f"The engine could not be started: {error}"

    def _close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _flush(self, engine: Engine, key: str) -> None:
        newest = self._buffers.pop(key)
        if newest is None:
            engine.close_buffer(key)
        else:
            engine.set_buffer(key, *newest)
