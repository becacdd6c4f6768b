"""What the server says and asks of its own accord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.server import JsonRPCServer

__all__ = ["Client", "MessageType"]

LOG = logging.getLogger(__name__)
PATIENCE = 10.0


class MessageType(IntEnum):
    """How loudly a message is shown."""

    ERROR = 1
    WARNING = 2
    INFO = 3
    LOG = 4


class Client:
    """The other side. Used on the event loop's thread."""

    def __init__(self, server: JsonRPCServer) -> None:
        self._protocol = server.protocol

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._protocol.notify(method, params)

    def show(self, kind: MessageType, text: str) -> None:
        """Show a message to the user."""
        self.notify("window/showMessage", {"type": int(kind), "message": text})

    async def choose(self, text: str, actions: Sequence[str]) -> str | None:
        """Ask the user to choose an action; None where the client cannot ask or the user does not choose. There is no
        limit of time: the user may be out."""
        params = {"type": int(MessageType.INFO), "message": text, "actions": [{"title": one} for one in actions]}
        try:
            answer = await self._protocol.send_request_async("window/showMessageRequest", params)
        except JsonRpcException as error:
            LOG.warning("the client does not ask the user: %s", error)
            return None
        title = answer.get("title") if isinstance(answer, dict) else None
        return title if isinstance(title, str) else None

    async def request(self, method: str, params: Any) -> Any:
        """Ask.

        Raises:
            JsonRpcException: the client refuses.
            TimeoutError: it does not answer within ten seconds.
        """
        return await asyncio.wait_for(self._protocol.send_request_async(method, params), PATIENCE)

    async def accepts(self, method: str, params: Any) -> bool:
        """Ask for something whose answer says nothing but that it is done."""
        try:
            await self.request(method, params)
        except (JsonRpcException, TimeoutError) as error:
            LOG.warning("the client refused %s: %s", method, error)
            return False
        return True

    async def register(self, registrations: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """Register methods dynamically, each with its options."""
        listed = [
            {"id": f"cotext:{method}", "method": method, "registerOptions": options}
            for method, options in registrations
        ]
        if listed:
            await self.accepts("client/registerCapability", {"registrations": listed})

    async def unregister(self, method: str) -> None:
        """Take back the dynamic registration of a method. (The protocol's own field has this spelling.)"""
        listed = [{"id": f"cotext:{method}", "method": method}]
        await self.accepts("client/unregisterCapability", {"unregisterations": listed})

    async def configuration(self) -> Any:
        """The client's `cotext` section; None where it has none."""
        try:
            answer = await self.request("workspace/configuration", {"items": [{"section": "cotext"}]})
        except (JsonRpcException, TimeoutError) as error:
            LOG.warning("the client does not tell its settings: %s", error)
            return None
        return answer[0] if isinstance(answer, list) and answer else None
