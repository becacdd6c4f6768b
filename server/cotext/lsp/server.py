"""`cotext serve`: from the process's streams to a connection, and to an exit status."""

from __future__ import annotations

import gc
import importlib
import ipaddress
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable

from cotext.errors import BadRequest
from cotext.lsp.handshake import handshake
from cotext.lsp.transport import MessageReader, MessageWriter

__all__ = ["serve"]

CONNECTION = "cotext.lsp.connection"
PATIENCE = 2.0
USAGE = 2


def serve(tcp: tuple[str, int] | None = None) -> int:
    """Serve one client until it leaves.

    Args:
        tcp: loopback address and port to listen on (port 0: a free one, told on standard error) for one client; None:
            standard input and output.

    Returns:
        Exit status: 0 after `shutdown` and `exit`, 1 when the client left otherwise, 2 (with a word on standard error)
        where `tcp` is not a loopback address, or cannot be listened on.
    """
    try:
        receive, send = _accept(*tcp) if tcp else _standard_streams()
    except BadRequest as error:
        sys.stderr.write(f"cotext: {error}\n")
        return USAGE
    writer = MessageWriter(send)
    reader = MessageReader(receive)
    # pygls takes half a second to import, nearly all of it to build lsprotocol's classes. That begins while the
    # client's first message is awaited, and is no reason to leave that message without an answer.
    threading.Thread(target=_load, name="cotext-import", daemon=True).start()
    try:
        options = handshake(reader, writer)
        status = 1 if options is None else importlib.import_module(CONNECTION).run(options, reader, writer)
    except KeyboardInterrupt:
        status = 1
    writer.close()
    _leave_if_stuck(status)
    return status


_ALLOCATIONS, _YOUNG_COLLECTIONS = 50_000, 20
"""A keystroke's answer makes tens of thousands of small objects, none of them in cycles; by Python's own thresholds
garbage would be looked for dozens of times meanwhile, in all that the index keeps too."""


def _load() -> None:
    # What an import makes, it keeps: looking for garbage in it is for nothing, now and in every later collection.
    gc.disable()
    try:
        importlib.import_module(CONNECTION)
    finally:
        gc.freeze()
        gc.set_threshold(_ALLOCATIONS, _YOUNG_COLLECTIONS, _YOUNG_COLLECTIONS)
        gc.enable()


def _standard_streams() -> tuple[Callable[[int], bytes], Callable[[memoryview], int]]:
    """Keep the streams to the protocol: whatever else prints, in this process or in a child, goes to standard error."""
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (incoming, outgoing):
            msvcrt.setmode(descriptor, os.O_BINARY)
    else:
        for descriptor in (incoming, outgoing):
            os.set_blocking(descriptor, True)
    return lambda size: os.read(incoming, size), lambda data: os.write(outgoing, data)


def _accept(host: str, port: int) -> tuple[Callable[[int], bytes], Callable[[memoryview], int]]:
    try:
        is_loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise BadRequest(
            f"{host} is no loopback address. Anyone on the network could read the workspace: use 127.0.0.1."
        )
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.create_server((host, port), family=family) as listening:
            sys.stderr.write(f"cotext: listening on {host}:{listening.getsockname()[1]}\n")
            sys.stderr.flush()
            client, _ = listening.accept()
    except (OSError, OverflowError) as error:
        raise BadRequest(f"Cannot listen on {host}:{port}: {error}") from error
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client.recv, client.send


def _leave_if_stuck(status: int) -> None:
    """End the process now if a worker hangs: the interpreter would wait for it for ever, and the editor has gone."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(PATIENCE)
            if thread.is_alive():
                logging.getLogger(__name__).error("%s hangs", thread.name)
                logging.shutdown()
                os._exit(status)
