"""JSON-RPC as far as a message alone can tell: error codes, and whether a decoded value is a message at all."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

__all__ = ["ErrorCode", "NotAMessageError", "check_message", "error_message"]


class ErrorCode(IntEnum):
    """Codes of JSON-RPC 2.0 and of the language server protocol."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    SERVER_NOT_INITIALIZED = -32002
    REQUEST_FAILED = -32803
    REQUEST_CANCELLED = -32800


class NotAMessageError(Exception):
    """A JSON value that is no message.

    Attributes:
        answer: the error response that is due.
    """

    def __init__(self, problem: str, message_id: int | str | None, code: ErrorCode = ErrorCode.INVALID_REQUEST) -> None:
        super().__init__(problem)
        self.answer = error_message(message_id, code, problem)


def error_message(message_id: int | str | None, code: ErrorCode, text: str) -> dict[str, Any]:
    """An error response; `message_id` None where it cannot be known."""
    return {"jsonrpc": "2.0", "id": message_id, "error": {"code": int(code), "message": text}}


def check_message(value: Any) -> dict[str, Any]:
    """The value, when it is a request, a notification or a response.

    Raises:
        NotAMessageError: it is none of them.
    """
    if isinstance(value, list):
        raise NotAMessageError("The language server protocol has no batches: send each message by itself.", None)
    if not isinstance(value, dict):
        raise NotAMessageError("A message must be an object.", None)
    found = value.get("id")
    message_id = found if isinstance(found, int | str) and not isinstance(found, bool) else None
    if value.get("jsonrpc") != "2.0":
        raise NotAMessageError('jsonrpc: must be "2.0".', message_id)
    if "method" not in value:
        if message_id is None or not ("result" in value or "error" in value):
            raise NotAMessageError("method: is missing.", message_id)
        return value
    if not isinstance(value["method"], str):
        raise NotAMessageError("method: must be a string.", message_id)
    if "id" in value and message_id is None:
        raise NotAMessageError("id: must be an integer or a string.", None)
    if not isinstance(value.get("params"), dict | list | None):
        raise NotAMessageError("params: must be an object.", message_id, ErrorCode.INVALID_PARAMS)
    return value
