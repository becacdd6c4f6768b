"""The one way in which messages reach their handlers: plain parameters in, a message or an error out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcException
from pygls.server import JsonRPCServer

from cotext.errors import BadRequest, Cancelled, CotextError
from cotext.lsp.json_rpc import ErrorCode
from cotext.lsp.session import Session
from cotext.lsp.structuring import structure, unstructure

__all__ = ["on_notification", "on_request"]

LOG = logging.getLogger(__name__)
P = TypeVar("P")


def on_request(
    server: JsonRPCServer,
    session: Session,
    method: str,
    kind: type[P],
    handler: Callable[[Session, P], Awaitable[Any]],
    is_known: Callable[[], bool] = lambda: True,
) -> None:
    """Answer a request with what `handler` makes of its parameters.

    Parameters that are no `kind` are answered with InvalidParams naming the field, as is a `BadRequest` of the
    engine's; other errors raised on purpose become RequestFailed, anything else InternalError. Cancelling the request
    cancels the coroutine, and pygls answers RequestCancelled. While `is_known` says no, the method is answered as one
    that does not exist.
    """

    async def answer(params: Any) -> Any:
        if (task := asyncio.current_task()) is not None:
            session.answering.add(task)
            task.add_done_callback(session.answering.discard)
        if not is_known():
            raise JsonRpcException(f"There is no method {method} as the server is set.", ErrorCode.METHOD_NOT_FOUND)
        try:
            return unstructure(await handler(session, structure(_object(params), kind)))
        except CotextError as error:
            raise JsonRpcException(str(error), _code(error)) from None
        except Exception as error:
            LOG.exception("%s failed", method)
            raise JsonRpcException(
                f"{method} failed: {type(error).__name__}; see the log.", ErrorCode.INTERNAL_ERROR
            ) from None

    server.feature(method)(answer)


def on_notification(
    server: JsonRPCServer, session: Session, method: str, kind: type[P], handler: Callable[[Session, P], None]
) -> None:
    """Hand a notification to `handler`, at once and in the order of arrival; a broken one is logged."""

    def take(params: Any) -> None:
        try:
            handler(session, structure(_object(params), kind))
        except CotextError as error:
            LOG.warning("%s was ignored: %s", method, error)
        except Exception:
            LOG.exception("%s failed", method)

    server.feature(method)(take)


def _object(params: Any) -> Any:
    """No parameters are an empty object; so is an empty array, which is how Lua and PHP write one."""
    return {} if params is None or params == [] else params


def _code(error: CotextError) -> ErrorCode:
    if isinstance(error, BadRequest):
        return ErrorCode.INVALID_PARAMS
    return ErrorCode.REQUEST_CANCELLED if isinstance(error, Cancelled) else ErrorCode.REQUEST_FAILED
