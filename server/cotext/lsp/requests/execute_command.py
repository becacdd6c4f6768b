"""`workspace/executeCommand`: the commands that steer indexing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cotext.lsp.messages import Command
from cotext.lsp.session import Session
from cotext.lsp.standard_messages import ExecuteCommandParams
from cotext.lsp.structuring import WrongField

if TYPE_CHECKING:
    from cotext.engine import Engine

__all__ = ["METHOD", "answer"]

METHOD = "workspace/executeCommand"

ACTIONS: dict[Command, Callable[[Engine, Path | None], None]] = {
    Command.REBUILD_INDEX: lambda engine, folder: engine.rebuild_index(folder),
    Command.CLEAR_INDEX: lambda engine, folder: engine.clear_index(folder),
    Command.PAUSE_INDEXING: lambda engine, folder: engine.pause_indexing(folder),
    Command.RESUME_INDEXING: lambda engine, folder: engine.resume_indexing(folder),
}


async def answer(session: Session, params: ExecuteCommandParams) -> None:
    """Run a command on one folder or on all; answered with null when it is done. Cancelling does not undo it."""
    if params.command not in ACTIONS:
        raise WrongField("command", f'there is no command "{params.command}"; known are {", ".join(ACTIONS)}.')
    action, folder = ACTIONS[Command(params.command)], None
    if params.arguments and params.arguments[0] is not None:
        uri = params.arguments[0]
        if not isinstance(uri, str):
            raise WrongField("arguments[0]", "must be the URI of a workspace folder.")
        folder = session.folder_of(uri, "arguments[0]")
    done = session.host.change(lambda engine: action(engine, folder))
    await asyncio.shield(asyncio.wrap_future(done))
