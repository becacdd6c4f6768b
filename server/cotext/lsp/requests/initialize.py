"""`initialize`: what the server can do. Answered before pygls is loaded, which takes most of the start."""

from __future__ import annotations

from typing import Any

from cotext import __version__
from cotext.lsp.messages import Command
from cotext.lsp.options import ClientOptions

__all__ = ["METHOD", "answer"]

METHOD = "initialize"
INCREMENTAL = 2


def answer(options: ClientOptions) -> dict[str, Any]:
    """`InitializeResult` for a client."""
    completes = options.settings.inline_model.kind != "none" and not options.registers_inline_completion
    return {
        "capabilities": {
            "positionEncoding": options.position_encoding.value,
            "textDocumentSync": {"openClose": True, "change": INCREMENTAL, "save": {"includeText": False}},
            "workspaceSymbolProvider": True,
            **({"inlineCompletionProvider": True} if completes else {}),
            "executeCommandProvider": {"commands": [command.value for command in Command]},
            "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
        },
        "serverInfo": {"name": "cotext", "version": __version__},
    }
