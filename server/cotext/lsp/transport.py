"""Messages on a byte stream: `Content-Length` framing that finds its feet again after garbage.

Reading and writing have a thread each, so that a client that does not read its input cannot stop the event loop.
"""

from __future__ import annotations

import json
import queue
import re
import threading
from collections.abc import Callable
from typing import Any

__all__ = ["MalformedMessageError", "MessageReader", "MessageWriter", "frame"]

# Not only at the start of a line: when a message was longer than it said, its rest stands before the next header.
LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,10})[ \t]*\r?\n\Z", re.IGNORECASE)
# A JSON text holds no raw line end inside a string, so in a body this can only be the header of a following message.
HEADER_IN_BODY = re.compile(rb"content-length[ \t]*:[ \t]*\d+[ \t]*\r?\n", re.IGNORECASE)
DECODER = json.JSONDecoder()
LONGEST_HEADER = 1 << 16
LONGEST_HEADER_LINE = 64
LONGEST_BODY = 1 << 30


class MalformedMessageError(Exception):
    """The bytes where a message should be are no JSON; the stream goes on behind them."""


class MessageReader:
    """Reads messages from a stream.

    Args:
        receive: gives at most so many bytes, at least one unless the stream has ended.
    """

    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive
        self._buffer = bytearray()

    def read(self) -> Any:
        """The next message, decoded; blocks until it is there.

        Raises:
            MalformedMessageError: something came that is no JSON.
            EOFError: the stream has ended.
        """
        length: int | None = None
        while True:
            line = self._line()
            if match := LENGTH.search(line):
                length = int(match[1])
            elif not line.strip() and length is not None:
                if length > LONGEST_BODY:
                    raise MalformedMessageError(f"a message of {length} bytes is too long")
                return self._decode(self._body(length))

    def _decode(self, body: bytes) -> Any:
        try:
            # Neovim sends a buffer's bytes as they are; one odd byte must not cost a whole edit.
            text = body.decode("utf-8", "replace").lstrip()
            value, end = DECODER.raw_decode(text)
        except (ValueError, RecursionError) as error:
            if header := HEADER_IN_BODY.search(body):
                # Broken, and what follows was swallowed.
                self._buffer[:0] = body[header.start() :]
                return self._decode(body[: header.start()])
            # Its end may be the beginning of the next header; anything else is skipped as noise.
            self._buffer[:0] = body[-LONGEST_HEADER_LINE:]
            raise MalformedMessageError(str(error)) from None
        # Where the length was too large, what stands behind the value belongs to the next message.
        self._buffer[:0] = text[end:].encode()
        return value

    def _line(self) -> bytes:
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            if len(self._buffer) > LONGEST_HEADER:
                # The header may just have begun at the end of the garbage.
                del self._buffer[:-LONGEST_HEADER_LINE]
            searched = len(self._buffer)
            self._fill()
        return self._take(end + 1)

    def _body(self, length: int) -> bytes:
        """The next `length` bytes; fewer where a header among them shows that the length was wrong."""
        searched = 0
        while len(self._buffer) < length:
            if header := HEADER_IN_BODY.search(self._buffer, max(0, searched - LONGEST_HEADER_LINE)):
                return self._take(header.start())
            searched = len(self._buffer)
            self._fill()
        return self._take(length)

    def _take(self, length: int) -> bytes:
        taken = bytes(self._buffer[:length])
        del self._buffer[:length]
        return taken

    def _fill(self) -> None:
        try:
            received = self._receive(1 << 16)
        except OSError as error:
            raise EOFError(str(error)) from error
        if not received:
            raise EOFError("the client closed the stream")
        self._buffer += received


def frame(message: Any) -> bytes:
    """A message with its header."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class MessageWriter:
    """Writes bytes in order from a thread of its own; pygls' `Writer`.

    Args:
        send: writes some of the bytes and answers how many. It may raise OSError: the client has gone, and everything
            later is dropped.
    """

    def __init__(self, send: Callable[[memoryview], int]) -> None:
        self._send = send
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="cotext-writer", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Write later, after everything written before."""
        self._waiting.put(data)

    def close(self, timeout: float = 2.0) -> None:
        """Wait until everything is written, at most `timeout` seconds; a client may have stopped reading."""
        self._waiting.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        while (data := self._waiting.get()) is not None:
            rest = memoryview(data)
            try:
                while rest:
                    rest = rest[self._send(rest) :]
            except OSError:
                return
