"""The edge: requests to a server of models, whose answers are read while they are written."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING

from cotext import __version__
from cotext.errors import InlineModelError
from cotext.inline_model.address import Address
from cotext.inline_model.asking import Asked
from cotext.inline_model.reading import AnswerReader, error_text

if TYPE_CHECKING:
    import httpx2

__all__ = ["ModelClient"]

_LONGEST_REFUSAL = 1 << 16
_TRANSFER_FAILED = "The connection to the model's server broke off ({problem})."


class ModelClient:
    """Asks one server. Used on one event loop, and closed there.

    Args:
        kind: of server, as in `cotext.inlineModel.kind`.
        address: of the server.
        key: for the server; "" for none.
    """

    def __init__(self, kind: str, address: Address, key: str) -> None:
        self._kind, self._address = kind, address
        self._headers = {"User-Agent": f"cotext/{__version__}", "Accept-Encoding": "identity"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._http: httpx2.AsyncClient | None = None
        self._opening = asyncio.Lock()

    def __repr__(self) -> str:
        return f"ModelClient({self._kind}, {self._address.authority})"

    async def ask(self, asked: Asked, seconds: float, may_send: Callable[[], bool]) -> str | None:
        """What the model writes, or has written by the time that `seconds` are over or its server breaks off.

        To cancel this closes the connection, at which a server has its model stop.

        Args:
            may_send: whether this may be sent there now. Asked, on another thread, before a connection is made, and
                again right before the code goes over it.

        Returns:
            None: it may not be asked, and nothing was sent.

        Raises:
            InlineModelError: no answer came, or none that can be read.
        """
        reader = AnswerReader(self._kind, asked.stops)
        try:
            async with asyncio.timeout(seconds):
                return await self._ask(asked, reader, may_send)
        except TimeoutError:
            if reader.text:
                return reader.text
            text = f"The model has written nothing within {seconds:g} s (cotext.inlineModel.timeoutMs)."
            raise InlineModelError("late", text) from None

    async def close(self) -> None:
        """Close what connections there are."""
        if self._http is not None:
            await self._http.aclose()

    async def _ask(self, asked: Asked, reader: AnswerReader, may_send: Callable[[], bool]) -> str | None:
        async with self._opening:
            if self._http is None:
                # Certificates and a library of some size are read, which the event loop does not wait for.
                self._http = await asyncio.to_thread(_http_client, self._address)
        if not await asyncio.to_thread(may_send):
            return None
        import httpx2

        data = json.dumps(asked.body, ensure_ascii=False).encode("utf-8", "replace")

        async def body() -> AsyncIterator[bytes]:
            if not await asyncio.to_thread(may_send):
                raise _Withdrawn
            yield data

        *first, last = self._address.urls(asked.path)
        try:
            for url in first:
                try:
                    return await self._exchange(self._http, url, body(), len(data), reader)
                except httpx2.ConnectError:
                    continue
            return await self._exchange(self._http, last, body(), len(data), reader)
        except _Withdrawn:
            return None
        except httpx2.ConnectError as error:
            raise InlineModelError(
                "unreachable", f"No server answers at {self._address.authority} ({error}). Is it running?"
            ) from None
        except httpx2.InvalidURL as error:
            raise InlineModelError("settings", f"cotext.inlineModel.url cannot be used: {error}.") from None
        except httpx2.HTTPError as error:
            if reader.text:
                return reader.text
            problem = str(error) or type(error).__name__
            raise InlineModelError("unreachable", _TRANSFER_FAILED.format(problem=problem)) from None

    async def _exchange(
        self, http: httpx2.AsyncClient, url: str, body: AsyncIterator[bytes], length: int, reader: AnswerReader
    ) -> str:
        headers = {**self._headers, "Content-Type": "application/json", "Content-Length": str(length)}
        if self._address.host == "localhost":
            headers["Host"] = self._address.authority
        extensions = {"sni_hostname": self._address.host} if self._address.scheme == "https" else {}
        async with http.stream("POST", url, content=body, headers=headers, extensions=extensions) as response:
            if response.status_code != 200:
                raise await self._refusal(response)
            async for piece in response.aiter_bytes():
                reader.feed(piece)
                if reader.done:
                    break
            reader.end()
        return reader.text

    async def _refusal(self, response: httpx2.Response) -> InlineModelError:
        status, said = response.status_code, ""
        if response.is_redirect:
            target = response.headers.get("location", "")[:200]
            return InlineModelError(
                "refused",
                f"The model's server sends on to {target!r}, which is not followed: set cotext.inlineModel.url.",
            )
        if status in (401, 403):
            said = "It wants another API key, or one at all."
        elif status == 404:
            said = f"Is it a server of the kind {self._kind}, and does it have the model that is set?"
        content = bytearray()
        async for piece in response.aiter_bytes():
            content += piece
            if len(content) > _LONGEST_REFUSAL:
                break
        told = error_text(_decoded(bytes(content)))
        reason = response.reason_phrase if told is None else told
        text = f"The model's server refuses: {status} {reason}".rstrip(". ") + f". {said}"
        return InlineModelError("refused", text.rstrip(), _seconds(response.headers))


class _Withdrawn(Exception):
    """What was allowed before the connection was made is not any more."""


def _http_client(address: Address) -> httpx2.AsyncClient:
    import httpx2

    # A redirect could lead to a machine that nobody allowed. A proxy that the environment names is another machine.
    return httpx2.AsyncClient(
        follow_redirects=False,
        trust_env=not address.is_loopback,
        verify=address.scheme == "https",
        timeout=None,
    )


def _decoded(content: bytes) -> object:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _seconds(headers: Mapping[str, str]) -> float | None:
    told = headers.get("retry-after", "")
    return float(told) if told.isdecimal() and len(told) < 7 else None
