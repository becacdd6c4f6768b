"""JSON-RPC over pygls, with parameters as the plain objects that came.

pygls' own `LanguageServerProtocol` converts parameters before a handler sees them: a missing field of a custom request
then gets no answer at all, odd keys are renamed, and its documents split lines at form feeds. Below it lies
`JsonRPCProtocol`, which dispatches, answers and cancels, and leaves conversion to the converter that it is given.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import cattrs
from lsprotocol import types
from pygls.protocol import JsonRPCNotification, JsonRPCProtocol, JsonRPCRequestMessage, JsonRPCResponseMessage
from pygls.server import JsonRPCServer

from cotext.lsp.json_rpc import ErrorCode, NotAMessageError, check_message, error_message
from cotext.lsp.transport import MessageWriter, frame

__all__ = ["Protocol", "make_server", "receive"]

LOG = logging.getLogger(__name__)


class Protocol(JsonRPCProtocol):
    """The protocol of one connection."""

    def get_message_type(self, method: str) -> type[Any] | None:
        """Only cancelling is looked into below the handlers."""
        return types.CancelNotification if method == types.CANCEL_REQUEST else None


def plain_converter() -> cattrs.Converter:
    """A converter that takes messages apart and leaves what they carry alone, both ways."""
    converter = cattrs.Converter()

    def carry(kind: type, *keys: str) -> None:
        converter.register_structure_hook(
            kind, lambda data, cls: cls(jsonrpc="2.0", **{key: data.get(key) for key in keys})
        )
        converter.register_unstructure_hook(
            kind, lambda message: {"jsonrpc": "2.0", **{key: getattr(message, key) for key in keys}}
        )

    carry(JsonRPCRequestMessage, "id", "method", "params")
    carry(JsonRPCNotification, "method", "params")
    carry(JsonRPCResponseMessage, "id", "result")
    converter.register_structure_hook(types.CancelNotification, _cancel)
    converter.register_structure_hook(types.ResponseErrorMessage, _refused)
    return converter


def _cancel(data: dict[str, Any], _: Any) -> types.CancelNotification:
    params = data.get("params")
    return types.CancelNotification(types.CancelParams(params.get("id", "") if isinstance(params, dict) else ""))


def _refused(data: dict[str, Any], _: Any) -> types.ResponseErrorMessage:
    error = data["error"] if isinstance(data["error"], dict) else {}
    return types.ResponseErrorMessage(
        id=data["id"], error=types.ResponseError(error.get("code", 0), str(error.get("message", "")), error.get("data"))
    )


def make_server(writer: MessageWriter) -> JsonRPCServer:
    """A pygls server that answers into `writer` and knows no method yet."""
    server = JsonRPCServer(Protocol, plain_converter)
    server.protocol.set_writer(writer)
    return server


def receive(server: JsonRPCServer, writer: MessageWriter, value: Any, refusal: Callable[[str], str | None]) -> None:
    """Deal with one decoded JSON value; whatever it is, a request gets its answer and the server goes on.

    Args:
        refusal: says why requests of a method are not answered now; None: they are.
    """
    try:
        message = check_message(value)
    except NotAMessageError as error:
        LOG.warning("not a message: %s", error)
        writer.write(frame(error.answer))
        return
    is_request = "method" in message and "id" in message
    if is_request and (reason := refusal(message["method"])):
        writer.write(frame(error_message(message["id"], ErrorCode.INVALID_REQUEST, reason)))
        return
    try:
        server.protocol.handle_message(server.protocol.structure_message(message))
    except Exception:
        LOG.exception("a message could not be dealt with")
        if is_request:
            writer.write(
                frame(error_message(message["id"], ErrorCode.INTERNAL_ERROR, "The message could not be read."))
            )
