"""The model that completes code, as it is set now: asked, left alone while it fails, and its state told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from cotext.errors import InlineModelError
from cotext.inline_model.address import Address, address
from cotext.inline_model.asking import Question, asked
from cotext.inline_model.client import ModelClient
from cotext.inline_model.patience import Patience
from cotext.lsp.messages import InlineModelState
from cotext.settings import InlineModelSettings

__all__ = ["InlineModel"]

LOG = logging.getLogger(__name__)


class InlineModel:
    """The model. Used on the event loop's thread; `state` from any.

    Attributes:
        on_change: called when the state has changed.
        is_registered: whether the client has been told to ask for inline completions.
    """

    def __init__(self, settings: InlineModelSettings) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self.is_registered = False
        self._settings, self._key = settings, ""
        self._client: ModelClient | None = None
        self._patience = Patience()
        self._told: set[str] = set()
        self._closing: set[asyncio.Task[None]] = set()
        self._state = InlineModelState("idle")

    @property
    def state(self) -> InlineModelState | None:
        """How it does; None where no model is set."""
        return None if self._settings.kind == "none" else self._state

    def use(self, settings: InlineModelSettings) -> None:
        """Other settings count from now on."""
        if settings != self._settings:
            self._settings = settings
            self._begin_anew()

    def use_key(self, key: str) -> None:
        """Another key counts from now on; "" is none."""
        if key != self._key:
            self._key = key
            self._begin_anew()

    def address(self) -> Address | None:
        """Where the model's server is; None where that cannot be told, which the state then says."""
        try:
            return address(self._settings)
        except InlineModelError as error:
            self._failed(error)
            return None

    @property
    def may_be_asked(self) -> bool:
        """Whether its last failure is long enough ago."""
        return self._patience.is_over

    def needs_consent(self, host: str) -> None:
        """Code may not be sent to the model's host."""
        self._set(
            "needsConsent",
            f"No code is sent to {host} from here, because you have not allowed it. After a restart of the server you "
            f"are asked again; on the command line, `cotext consent grant {host} DIR` allows it for a folder.",
        )

    async def ask(self, question: Question, may_send: Callable[[], bool]) -> str | None:
        """What the model writes; None where it fails, which the state then says, or where nothing may be sent.

        Args:
            may_send: see `ModelClient.ask`.
        """
        settings = self._settings
        try:
            client = self._client = self._client or ModelClient(settings.kind, address(settings), self._key)
            text = await client.ask(asked(settings, question), settings.timeout_ms / 1000, may_send)
        except InlineModelError as error:
            if settings is self._settings:
                self._failed(error)
            return None
        if text is not None and settings is self._settings:
            self._patience.answered()
            self._told.clear()
            self._set("ready")
        return text

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()

    def _begin_anew(self) -> None:
        if self._client is not None:
            closing = asyncio.get_running_loop().create_task(self._client.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        self._client, self._patience = None, Patience()
        self._told.clear()
        self._set("idle")

    def _failed(self, error: InlineModelError) -> None:
        if error.kind not in self._told:
            self._told.add(error.kind)
            LOG.warning("no inline completion: %s", error)
        self._patience.failed(error.retry_after)
        self._set("failing", str(error))

    def _set(self, state: str, message: str | None = None) -> None:
        new = InlineModelState(state, message)  # type: ignore[arg-type]
        if new != self._state:
            self._state = new
            self.on_change()
