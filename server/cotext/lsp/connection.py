"""A connection after its handshake: handlers, engine and event loop, until the client leaves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from pygls.server import JsonRPCServer

from cotext.logs import configure_logging
from cotext.lsp import consent_messages, messages, standard_messages, status
from cotext.lsp.client import Client
from cotext.lsp.downloads import DownloadQuestions
from cotext.lsp.engine_host import EngineHost
from cotext.lsp.inline_completions import InlineCompletions
from cotext.lsp.inline_messages import InlineCompletionParams
from cotext.lsp.json_rpc import ErrorCode, error_message
from cotext.lsp.notifications import (
    did_change,
    did_change_configuration,
    did_change_watched_files,
    did_change_workspace_folders,
    did_close,
    did_open,
    did_save,
    exit,  # noqa: A004
    initialized,
)
from cotext.lsp.on_request import on_notification, on_request
from cotext.lsp.options import ClientOptions
from cotext.lsp.parent import wait_for_death
from cotext.lsp.progress import IndexingProgress
from cotext.lsp.protocol import make_server, receive
from cotext.lsp.requests import (
    completion_context,
    consent,
    execute_command,
    explain,
    index_status,
    inline_completion,
    search,
    set_secret,
    shutdown,
    similar,
    skipped_files,
    workspace_symbol,
)
from cotext.lsp.session import Session, in_worker
from cotext.lsp.structuring import unstructure
from cotext.lsp.transport import MalformedMessageError, MessageReader, MessageWriter, frame

if TYPE_CHECKING:
    from cotext.engine import Engine

__all__ = ["run"]

LOG = logging.getLogger(__name__)
PATIENCE = 5.0
"""Seconds that the engine is given to close its indexes before the process ends without it."""


def run(options: ClientOptions, reader: MessageReader, writer: MessageWriter) -> int:
    """Serve until the client leaves.

    Returns:
        Exit status: 0 after `shutdown`, else 1.
    """
    return asyncio.run(_run(options, reader, writer))


async def _run(options: ClientOptions, reader: MessageReader, writer: MessageWriter) -> int:
    configure_logging(options.settings.log_level)
    server = make_server(writer)
    throttle = status.Throttle(lambda: report())
    session = Session(options, Client(server), EngineHost(lambda: open_engine(options, throttle.poke)))
    progress = IndexingProgress(session)
    downloads = DownloadQuestions(session)
    session.inline_model.on_change = throttle.poke

    async def report() -> None:
        result = await in_worker(session.status_lane, lambda _: session.status())
        session.client.notify(status.METHOD, unstructure(result))
        if options.shows_progress:
            progress.update(result.folders)
        downloads.update()

    register(server, session, InlineCompletions(session))
    session.in_background(throttle.run())
    session.in_background(stop_with_parent(session))
    stop_on_signals(session)
    read_in_background(reader, lambda value: take(server, session, writer, value), session.stop.set)
    await session.stop.wait()
    for task in session.answering:
        task.cancel()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(session.inline_model.close(), PATIENCE)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.wrap_future(session.host.close()), PATIENCE)
    session.close_lanes()
    return 0 if session.shut_down else 1


def open_engine(options: ClientOptions, on_change: Callable[[], None]) -> Engine:
    """The engine, with the folders that the client named at first. Imports it: it is heavy."""
    from cotext.engine import Engine

    engine = Engine(
        options.settings,
        cache_directory=options.cache_directory,
        exclude=options.exclude,
        encoding=options.encoding,
        on_change=on_change,
    )
    for folder in options.folders:
        engine.add_folder(folder)
    return engine


def register(server: JsonRPCServer, session: Session, completions: InlineCompletions) -> None:
    """Say which file answers which method."""
    on_request(server, session, shutdown.METHOD, standard_messages.NoParams, shutdown.answer)
    on_request(server, session, completion_context.METHOD, messages.CompletionContextParams, completion_context.answer)
    on_request(server, session, search.METHOD, messages.SearchParams, search.answer)
    on_request(server, session, similar.METHOD, messages.SimilarParams, similar.answer)
    on_request(server, session, explain.METHOD, messages.ExplainParams, explain.answer)
    on_request(server, session, index_status.METHOD, standard_messages.NoParams, index_status.answer)
    on_request(server, session, skipped_files.METHOD, messages.SkippedFilesParams, skipped_files.answer)
    on_request(server, session, consent.METHOD, consent_messages.ConsentParams, consent.answer)
    on_request(server, session, set_secret.METHOD, consent_messages.SetSecretParams, set_secret.answer)
    on_request(
        server, session, workspace_symbol.METHOD, standard_messages.WorkspaceSymbolParams, workspace_symbol.answer
    )
    on_request(server, session, execute_command.METHOD, standard_messages.ExecuteCommandParams, execute_command.answer)
    on_request(
        server,
        session,
        inline_completion.METHOD,
        InlineCompletionParams,
        partial(inline_completion.answer, completions),
        is_known=lambda: session.options.settings.inline_model.kind != "none",
    )
    on_notification(server, session, initialized.METHOD, standard_messages.NoParams, initialized.take)
    on_notification(server, session, exit.METHOD, standard_messages.NoParams, exit.take)
    on_notification(server, session, did_open.METHOD, standard_messages.DidOpenParams, did_open.take)
    on_notification(server, session, did_change.METHOD, standard_messages.DidChangeParams, did_change.take)
    on_notification(server, session, did_close.METHOD, standard_messages.DidCloseParams, did_close.take)
    on_notification(server, session, did_save.METHOD, standard_messages.DidSaveParams, did_save.take)
    for module, kind in (
        (did_change_watched_files, standard_messages.DidChangeWatchedFilesParams),
        (did_change_workspace_folders, standard_messages.DidChangeWorkspaceFoldersParams),
        (did_change_configuration, standard_messages.DidChangeConfigurationParams),
    ):
        on_notification(server, session, module.METHOD, kind, module.take)


def take(server: JsonRPCServer, session: Session, writer: MessageWriter, value: Any) -> None:
    """Deal with what was read: a decoded value, or what was wrong with it."""
    if isinstance(value, MalformedMessageError):
        LOG.warning("not JSON: %s", value)
        writer.write(frame(error_message(None, ErrorCode.PARSE_ERROR, str(value))))
    else:
        receive(server, writer, value, session.refusal)


def read_in_background(reader: MessageReader, each: Callable[[Any], None], at_end: Callable[[], None]) -> None:
    """Read on a thread; `each` and `at_end` are called on the event loop."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        # RuntimeError: the loop is closed, and nobody cares any more.
        with contextlib.suppress(RuntimeError):
            while True:
                try:
                    loop.call_soon_threadsafe(each, reader.read())
                except MalformedMessageError as error:
                    loop.call_soon_threadsafe(each, error)
                except EOFError:
                    loop.call_soon_threadsafe(at_end)
                    return

    threading.Thread(target=read, name="cotext-reader", daemon=True).start()


async def stop_with_parent(session: Session) -> None:
    """End when the client's process does."""
    if session.options.process_id is not None:
        await wait_for_death(session.options.process_id)
        LOG.warning("the client's process %d has gone", session.options.process_id)
        session.stop.set()


def stop_on_signals(session: Session) -> None:
    """End in an orderly way on SIGINT and SIGTERM, where the platform lets an event loop see them."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, session.stop.set)
