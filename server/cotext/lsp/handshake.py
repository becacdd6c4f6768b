"""The first message: `initialize` is answered before anything heavy is imported, so that the editor need not wait."""

from __future__ import annotations

import logging

from cotext.lsp.json_rpc import ErrorCode, NotAMessageError, check_message, error_message
from cotext.lsp.options import ClientOptions, read_options
from cotext.lsp.requests import initialize
from cotext.lsp.transport import MalformedMessageError, MessageReader, MessageWriter, frame

__all__ = ["handshake"]

LOG = logging.getLogger(__name__)


def handshake(reader: MessageReader, writer: MessageWriter) -> ClientOptions | None:
    """Wait for `initialize` and answer it; every other request is refused until then.

    Returns:
        What the client said; None if it left without.
    """
    while True:
        try:
            message = check_message(reader.read())
        except EOFError:
            return None
        except MalformedMessageError as error:
            writer.write(frame(error_message(None, ErrorCode.PARSE_ERROR, str(error))))
            continue
        except NotAMessageError as error:
            writer.write(frame(error.answer))
            continue
        method, message_id, params = message.get("method"), message.get("id"), message.get("params")
        if method == "exit":
            return None
        if method is None or message_id is None:
            LOG.warning("%s before initialize was ignored", method)
        elif method != initialize.METHOD:
            writer.write(
                frame(error_message(message_id, ErrorCode.SERVER_NOT_INITIALIZED, f"{method} came before initialize."))
            )
        elif not isinstance(params, dict):
            writer.write(frame(error_message(message_id, ErrorCode.INVALID_PARAMS, "params: must be an object.")))
        else:
            options = read_options(params)
            writer.write(frame({"jsonrpc": "2.0", "id": message_id, "result": initialize.answer(options)}))
            return options
