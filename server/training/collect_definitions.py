"""Gather the evidence from which the table [definition] is learned.

A case is a cursor before a name that is defined in another file, a JSON object a line: `file`, `line`, `character`
(UTF-16, from 0), `kind`, `text` (the document with the rest of the line cut off) and `target` (`path`, `line`).

    python -m training.collect_definitions FOLDER CASES.jsonl EVIDENCE.npz [--cache DIRECTORY]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cotext.answers.completion import context_of_cursor, document_lines
from cotext.answers.context_lists import context_view
from cotext.answers.query_window import clamp, query_window
from cotext.answers.sources import View
from cotext.chunking.languages import document_language
from cotext.engine import Engine
from cotext.fusion.profiles import for_context
from cotext.index.stored import FlatDefinition
from cotext.records import Position
from cotext.requests import ContextRequest
from cotext.routes.definition import DefinitionMatch
from cotext.settings import Settings
from training.evidence_file import EvidenceLists, write_evidence

__all__ = ["collect", "evidence_of_case", "main"]


def never() -> bool:
    """Nobody cancels."""
    return False


def evidence_of_case(engine: Engine, folder: Path, case: dict[str, Any]) -> list[tuple[dict[str, float], float]]:
    """The definition route's candidates for a case, in its order: evidence, and 1 for the definition wanted."""
    document = str(folder / case["file"])
    engine.set_buffer(document, case["text"], document_language(document, "plaintext"))
    try:
        lines, language = document_lines(engine.resources, document)
        position = Position(case["line"], case["character"])
        window = query_window(lines, clamp(position, lines), language)
        view = context_view(engine.resources, ContextRequest(document, position), language, None)
        found, view = context_of_cursor(view, document, window, for_context(engine.profile), never)
        places = [_place(view, match) for match in found.definitions]
        wanted = _wanted(places, case["target"])
        return [(match.evidence, float(number == wanted)) for number, match in enumerate(found.definitions)]
    finally:
        engine.close_buffer(document)


def _place(view: View, match: DefinitionMatch) -> tuple[str, FlatDefinition]:
    stored = view.stored(match.candidate)
    return stored.path, stored.flat_definitions[match.place]


def _wanted(places: Sequence[tuple[str, FlatDefinition]], target: dict[str, Any]) -> int | None:
    """The smallest definition that covers the target's line; of two alike, the one named there."""
    line = int(target["line"])
    covering = [
        (int(definition[3]) != line, int(definition[10]) - int(definition[9]), number)
        for number, (path, definition) in enumerate(places)
        if path == target["path"] and int(definition[9]) <= line < int(definition[10])
    ]
    return min(covering)[2] if covering else None


def collect(folder: Path, cases: Iterable[dict[str, Any]], cache: Path | None) -> EvidenceLists:
    """Index a folder and gather the evidence of its cases."""
    engine = Engine(Settings(), cache_directory=cache)
    try:
        engine.add_folder(folder)
        engine.wait_until_ready()
        engine.resources.encoders.get("builtin", None)
        return EvidenceLists.of((str(case["kind"]), evidence_of_case(engine, folder, case)) for case in cases)
    finally:
        engine.close()


def _read_cases(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("evidence", type=Path)
    parser.add_argument("--cache", type=Path, help="where the index is kept; the user's cache folder by default")
    asked = parser.parse_args(arguments)
    folder = asked.folder.resolve()
    lists = collect(folder, _read_cases(asked.cases), asked.cache)
    write_evidence(asked.evidence, lists)
    found = sum(bool(right.any()) for right in lists.right)
    sys.stdout.write(f"{folder.name}: {len(lists.right)} cases, {found} with the definition among the candidates\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
