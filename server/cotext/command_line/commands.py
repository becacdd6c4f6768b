"""The commands: each takes what was given on the command line, prints its answer and returns the exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from cotext.command_line.consent import consent
from cotext.command_line.download import may_download
from cotext.command_line.exit_status import FOUND, NOTHING_FOUND
from cotext.command_line.progress import wait_with_progress
from cotext.command_line.stored_index import delete_index, stored_state
from cotext.command_line.text_output import (
    Places,
    explanation_lines,
    harmless,
    hit_lines,
    state_lines,
    symbol_lines,
)
from cotext.engine import Engine
from cotext.errors import BadRequest, CotextError, WorkspaceError
from cotext.fusion.ranking_weights import checked_settings
from cotext.records import Position, SymbolKind
from cotext.requests import ContextRequest, ExplainRequest, FolderState, Mode, Phase, SearchRequest
from cotext.settings import Settings

__all__ = ["COMMANDS"]

MAXIMUM_HITS = 200
MAXIMUM_SYMBOLS = 128
WITHOUT_INDEX = frozenset({Mode.LITERAL, Mode.REGEX})


def _search(given: argparse.Namespace) -> int:
    folder, mode = _folder(given), Mode(given.mode)
    request = SearchRequest(
        given.query,
        limit=min(given.limit, MAXIMUM_HITS),
        mode=mode,
        ranking=not given.no_ranking,
        languages=tuple(given.language),
        include=tuple(given.include),
        exclude=tuple(given.exclude),
        kinds=tuple(SymbolKind(kind) for kind in given.kind),
        prefer_symbol=given.prefer_symbol,
    )
    with _engine(given, folder, indexed=mode not in WITHOUT_INDEX) as engine:
        answer = engine.search(request)
    if given.json:
        from cotext.command_line.json_output import search_json

        print(search_json(answer))
    else:
        _print(line for hit in answer.hits for line in hit_lines(hit, Places(folder, given.folder)))
    return FOUND if answer.hits else NOTHING_FOUND


def _context(given: argparse.Namespace) -> int:
    document, line, column = _place(given)
    folder = _folder_of(given, document)
    request = ContextRequest(document, Position(line, column), given.max_chunks, given.max_characters)
    with _engine(given, folder) as engine:
        answer = engine.completion_context(request)
    if given.json:
        from cotext.command_line.json_output import context_json

        print(context_json(answer))
    else:
        _print(line for hit in answer.hits for line in hit_lines(hit, Places(folder, given.folder), whole=True))
    return FOUND if answer.hits else NOTHING_FOUND


def _symbols(given: argparse.Namespace) -> int:
    folder = _folder(given)
    with _engine(given, folder) as engine:
        hits = engine.symbols(given.query, min(given.limit, MAXIMUM_SYMBOLS))
    if given.json:
        from cotext.command_line.json_output import symbols_json

        print(symbols_json(hits))
    else:
        _print(symbol_lines(hits, Places(folder, given.folder)))
    return FOUND if hits else NOTHING_FOUND


def _explain(given: argparse.Namespace) -> int:
    document, line, _ = _place(given)
    folder = _folder_of(given, document)
    with _engine(given, folder) as engine:
        answer = engine.explain(ExplainRequest(document, line, query=given.query, mode=Mode(given.mode)))
    if given.json:
        from cotext.command_line.json_output import explanation_json

        print(explanation_json(answer))
    else:
        _print(explanation_lines(answer, Places(folder, given.folder)))
    return FOUND if answer.target else NOTHING_FOUND


def _index(given: argparse.Namespace) -> int:
    folder = _folder(given)
    with _engine(given, folder) as engine:
        states, memory = engine.states(), engine.memory_bytes()
    _show_states(given, states, memory)
    return FOUND if any(state.files_found for state in states) else NOTHING_FOUND


def _status(given: argparse.Namespace) -> int:
    folder = _folder(given)
    state = stored_state(folder, _cache_directory(given))
    _show_states(given, [state or FolderState(folder, message="Not indexed yet.")], 0)
    return FOUND if state else NOTHING_FOUND


def _clear(given: argparse.Namespace) -> int:
    folder = _folder(given)
    deleted = delete_index(folder, _cache_directory(given))
    if given.json:
        _show_states(given, [FolderState(folder, message="Not indexed yet.")], 0)
    else:
        print(f"The index of {harmless(str(folder))} is deleted." if deleted else "There is no index to delete.")
    return FOUND if deleted else NOTHING_FOUND


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = MappingProxyType(
    {
        "search": _search,
        "context": _context,
        "symbols": _symbols,
        "explain": _explain,
        "index": _index,
        "status": _status,
        "clear": _clear,
        "consent": consent,
    }
)
"""Each command's function; the answer is the exit status."""


@contextmanager
def _engine(given: argparse.Namespace, folder: Path, indexed: bool = True) -> Iterator[Engine]:
    """An engine over the folder, up to date where `indexed`; closed at the end, whatever happens.

    Raises:
        CotextError: the folder could not be indexed, for the reason given.
    """
    settings = _settings(given)
    engine = Engine(settings, cache_directory=_cache_directory(given))
    try:
        engine.add_folder(folder)
        if indexed:
            wait_with_progress(engine, lambda: engine.download_needed is not None)
            if engine.download_needed is not None and may_download(engine.download_needed):
                engine.update_settings(replace(settings, embedding=replace(settings.embedding, allow_download=True)))
            wait_with_progress(engine)
            for state in engine.states():
                if state.phase is Phase.FAILED:
                    raise CotextError(state.message or f"{folder} could not be indexed.")
                if state.message:
                    print(f"cotext: {harmless(state.message)}", file=sys.stderr)
        yield engine
    finally:
        engine.close()


def _folder(given: argparse.Namespace) -> Path:
    folder = Path(given.folder)
    try:
        with os.scandir(folder):
            return folder.resolve(strict=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise WorkspaceError(f"The folder {harmless(given.folder)!r} cannot be read: {reason}.") from error


def _folder_of(given: argparse.Namespace, document: str) -> Path:
    """The folder that was given; without one, for a file outside the present folder, that file's repository or
    folder."""
    folder = _folder(given)
    path = Path(document)
    if given.folder != "." or path.is_relative_to(folder):
        return folder
    return next((parent for parent in path.parents if (parent / ".git").exists()), path.parent)


def _place(given: argparse.Namespace) -> tuple[str, int, int]:
    """The engine's name of a file that was given, and line and column from 0."""
    name, line, column = given.place
    path = Path(name)
    if not path.exists():
        path = Path(given.folder) / name  # as search prints it, from wherever it was asked
    try:
        # The parent only: a link to a file is indexed under the link's own name.
        path = path.parent.resolve(strict=True) / path.name
        if not path.is_file():
            raise BadRequest(f"There is no file {harmless(name)!r}.")
    except (OSError, ValueError) as error:
        raise BadRequest(f"The file {harmless(name)!r} cannot be read: {error}.") from error
    return str(path), line - 1, column - 1


def _cache_directory(given: argparse.Namespace) -> Path | None:
    return Path(given.cache_directory).absolute() if given.cache_directory else None


def _settings(given: argparse.Namespace) -> Settings:
    section: dict[str, object] = {}
    for assignment in given.setting:
        name, equals, value = assignment.partition("=")
        if not equals or not name.strip():
            raise BadRequest(f"--setting {assignment!r} is not NAME=VALUE.")
        try:
            section[name.strip()] = json.loads(value)
        except ValueError:
            section[name.strip()] = value
    settings, problems = checked_settings(section)
    if problems:
        raise BadRequest(" ".join(problems))
    return settings


def _show_states(given: argparse.Namespace, states: list[FolderState], memory_bytes: int) -> None:
    if given.json:
        from cotext.command_line.json_output import status_json

        print(status_json(states, memory_bytes))
    else:
        _print(line for state in states for line in state_lines(state))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
