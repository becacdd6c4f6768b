"""The `cotext` command: the same engine as in the editor, for a terminal.

Nothing heavy is imported before it is known which command runs: `cotext serve` must be up before its editor grows
impatient, and `cotext --version` before a person does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cotext import __version__
from cotext.command_line.exit_status import FAILED, FOUND, INTERRUPTED, USAGE

if TYPE_CHECKING:
    import argparse

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; `arguments` default to the process's own.

    Returns:
        The exit status: 0 found, 1 nothing found, 2 usage or a folder that cannot be read, 3 internal failure, 130 when
        interrupted from the keyboard.
    """
    try:
        given = _given(arguments)
    except SystemExit as ended:  # after --help, --version and usage errors, with the message already shown
        return ended.code if isinstance(ended.code, int) else USAGE
    try:
        status = _serve(given) if given.command == "serve" else _answer(given)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has seen enough. Python would complain again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    return status


def _given(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    given, rest = parser.parse_known_args(arguments)
    # argparse gives up an optional argument as soon as an option stands before it: `cotext search WORDS --json DIR`.
    if len(rest) == 1 and not rest[0].startswith("-") and getattr(given, "folder", None) == ".":
        given.folder, rest = rest[0], []
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return given


def _answer(given: argparse.Namespace) -> int:
    import logging

    from cotext.command_line.commands import COMMANDS
    from cotext.errors import BadRequest, CotextError, WorkspaceError

    # Without a handler, logging would write warnings between the answer's lines.
    logging.getLogger("cotext").addHandler(logging.NullHandler())
    # What is found may hold characters that the terminal's encoding lacks.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return COMMANDS[given.command](given)
    except (BadRequest, WorkspaceError) as error:
        return _complain(str(error), USAGE)
    except CotextError as error:
        return _complain(str(error), FAILED)
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:
        return _internal_failure(error)


def _internal_failure(error: Exception) -> int:
    import logging

    from cotext.logs import configure_logging

    log = configure_logging("error", standard_error=False)
    logging.getLogger("cotext").error("internal failure", exc_info=error)
    where = f" Details are in {log}" if log else ""
    return _complain(f"internal failure ({type(error).__name__}: {error}).{where}", FAILED)


def _complain(message: str, status: int) -> int:
    print(f"cotext: {message}", file=sys.stderr)
    return status


def _serve(given: argparse.Namespace) -> int:
    from cotext.lsp.server import serve

    return serve(given.tcp)


def _parser() -> argparse.ArgumentParser:
    import argparse

    parser = argparse.ArgumentParser(
        prog="cotext",
        description="Search a workspace by words and by meaning, and see what an inline model would be shown.",
        epilog="Exit status: 0 found, 1 nothing found, 2 usage or a folder that cannot be read, 3 internal failure.",
    )
    parser.add_argument("--version", action="version", version=f"cotext {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="print one JSON document, in the protocol's shapes")
    common.add_argument("--cache-directory", metavar="DIR", help="where indexes are kept (default: the user's cache)")
    common.add_argument(
        "--setting",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the editor's, such as embedding.model=builtin (may be repeated)",
    )
    folder = argparse.ArgumentParser(add_help=False)
    folder.add_argument("folder", nargs="?", default=".", metavar="DIR", help="the workspace (default: this folder)")

    search = commands.add_parser("search", parents=[common], help="search, after indexing the folder when needed")
    search.add_argument("query", help="words, a question, or a symbol's name")
    _search_options(search)
    search.add_argument("folder", nargs="?", default=".", metavar="DIR", help="the workspace (default: this folder)")

    context = commands.add_parser("context", parents=[common], help="what an inline model would be shown at a cursor")
    context.add_argument("place", type=_place, metavar="FILE:LINE[:COLUMN]", help="the cursor, counted from 1")
    context.add_argument(
        "--max-chunks", type=_natural, metavar="N", help="at most so many pieces (default: the setting)"
    )
    context.add_argument("--max-characters", type=_natural, metavar="N", help="at most so many characters together")
    context.add_argument("folder", nargs="?", default=".", metavar="DIR", help="the workspace (default: this folder)")

    symbols = commands.add_parser("symbols", parents=[common], help="definitions by name, or by meaning")
    symbols.add_argument("query", help="a name, the start or the humps of one, or words")
    symbols.add_argument(
        "--limit", type=_natural, default=20, metavar="N", help="at most so many (default 20, up to 128)"
    )
    symbols.add_argument("folder", nargs="?", default=".", metavar="DIR", help="the workspace (default: this folder)")

    explain = commands.add_parser("explain", parents=[common], help="why a place ranks where it does for a query")
    explain.add_argument("query", help="the query of the search")
    explain.add_argument(
        "place", type=_place, metavar="FILE:LINE", help="a line of the piece in question, counted from 1"
    )
    explain.add_argument("--mode", choices=MODES, default="hybrid", help="as for search")
    explain.add_argument("folder", nargs="?", default=".", metavar="DIR", help="the workspace (default: this folder)")

    commands.add_parser("index", parents=[common, folder], help="index a folder, and say what was found")
    commands.add_parser("status", parents=[common, folder], help="what the index of a folder holds")
    commands.add_parser("clear", parents=[common, folder], help="delete the index of a folder")

    _consent_commands(commands)

    serve = commands.add_parser("serve", help="be a language server on standard input and output")
    serve.add_argument(
        "--tcp", type=_address, metavar="HOST:PORT", help="listen there instead, for debugging (loopback)"
    )
    return parser


def _consent_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    import argparse

    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="print one JSON document, in the protocol's shapes")
    common.add_argument("--purpose", choices=("inlineModel", "embedding"), help="what code is sent for")
    common.add_argument("--model", metavar="NAME", help="only this model")
    consent = commands.add_parser("consent", help="which code may be sent to which other machine")
    actions = consent.add_subparsers(dest="action", required=True, metavar="ACTION")
    shown = actions.add_parser("list", parents=[common], help="what is allowed")
    shown.add_argument("folder", nargs="?", metavar="DIR", help="only for this workspace")
    granted = actions.add_parser("grant", parents=[common], help="allow code of a workspace to be sent to a host")
    granted.add_argument("host", metavar="HOST", help="name or address of the machine, without a port")
    granted.add_argument("folder", nargs="?", default=".", metavar="DIR", help="the workspace (default: this folder)")
    revoked = actions.add_parser("revoke", parents=[common], help="take back what was allowed")
    revoked.add_argument("host", nargs="?", metavar="HOST", help="only for this host")
    revoked.add_argument("folder", nargs="?", metavar="DIR", help="only for this workspace")
    revoked.add_argument("--all", action="store_true", help="take back everything")


MODES = ("hybrid", "keyword", "semantic", "symbol", "literal", "regex")


def _search_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mode", choices=MODES, default="hybrid", help="how to search (default: hybrid)")
    parser.add_argument(
        "--limit", type=_natural, default=20, metavar="N", help="at most so many hits (default 20, up to 200)"
    )
    parser.add_argument(
        "--language", action="append", default=[], metavar="ID", help="only this language (may be repeated)"
    )
    parser.add_argument("--include", action="append", default=[], metavar="GLOB", help="only files like this")
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="no files like this")
    parser.add_argument(
        "--kind",
        action="append",
        default=[],
        type=_kind,
        metavar="KIND",
        help="only such definitions: function, class...",
    )
    parser.add_argument("--no-ranking", action="store_true", help="join the routes by rank alone")
    parser.add_argument("--prefer-symbol", action="store_true", help="read the query as a symbol's name")


def _natural(text: str) -> int:
    import argparse

    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 up")
    return int(text)


def _place(text: str) -> tuple[str, int, int]:
    """A file, a line and a column, both from 1. The file may hold colons itself, as `C:\\x.py` does."""
    import argparse
    import re

    match = re.fullmatch(r"(.+?):([1-9][0-9]*)(?::([1-9][0-9]*))?", text, re.DOTALL)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not FILE:LINE or FILE:LINE:COLUMN, counted from 1")
    return match[1], int(match[2]), int(match[3] or 1)


def _address(text: str) -> tuple[str, int]:
    import argparse

    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host.strip("[]"), int(port)


def _kind(text: str) -> int:
    import argparse

    from cotext.records import SymbolKind

    name = text.replace("-", "").replace("_", "").lower()
    for kind in SymbolKind:
        if kind.name.replace("_", "").lower() == name:
            return kind
    names = ", ".join(kind.name.lower().replace("_", "-") for kind in SymbolKind)
    raise argparse.ArgumentTypeError(f"{text!r} is no kind of symbol; the kinds are {names}")


if __name__ == "__main__":
    sys.exit(main())
