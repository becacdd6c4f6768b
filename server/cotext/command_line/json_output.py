"""Answers as the protocol's shapes, one JSON document."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cotext import __version__
from cotext.consent.store import Grant
from cotext.lsp import messages
from cotext.lsp.consent_messages import ConsentResult
from cotext.lsp.positions import PositionEncoding, document_lines
from cotext.lsp.standard_messages import Position, Range
from cotext.lsp.structuring import unstructure
from cotext.lsp.wire import Wire, consent_grant
from cotext.records import LineRange, SymbolHit
from cotext.requests import ContextAnswer, ExplainAnswer, FolderState, SearchAnswer
from cotext.workspace.uris import path_to_uri

__all__ = ["consent_json", "context_json", "explanation_json", "search_json", "status_json", "symbols_json"]


def _lines_of(document: str) -> Sequence[str] | None:
    try:
        with Path(document).open(encoding="utf-8", errors="replace", newline="") as file:
            return document_lines(file.read())
    except OSError:
        return None


# Nobody negotiates on a command line: positions count UTF-16 units, the protocol's default.
WIRE = Wire(PositionEncoding.UTF_16, lambda document: path_to_uri(Path(document)), _lines_of, path_to_uri)


def _document(value: Any) -> str:
    # ASCII alone survives every terminal's and pipe's encoding.
    return json.dumps(unstructure(value), ensure_ascii=True)


def search_json(answer: SearchAnswer) -> str:
    """As `cotext/search` answers."""
    return _document(messages.SearchResult(WIRE.chunks(answer.hits), WIRE.states(answer.states), answer.elapsed_ms))


def context_json(answer: ContextAnswer) -> str:
    """As `cotext/completionContext` answers."""
    return _document(
        messages.CompletionContextResult(
            WIRE.chunks(answer.hits),
            messages.QueryRange(_whole_lines(answer.query_lines)),
            answer.is_incomplete,
            answer.elapsed_ms,
        )
    )


def _whole_lines(lines: LineRange) -> Range:
    return Range(Position(lines.start, 0), Position(lines.end, 0))


def explanation_json(answer: ExplainAnswer) -> str:
    """As `cotext/explain` answers."""
    return _document(WIRE.explanation(answer))


def symbols_json(hits: Sequence[SymbolHit]) -> str:
    """As `workspace/symbol` answers."""
    return _document([WIRE.symbol(hit) for hit in hits])


def status_json(states: Sequence[FolderState], memory_bytes: int) -> str:
    """As `cotext/indexStatus` answers."""
    return _document(messages.IndexStatusResult(WIRE.states(states), memory_bytes, __version__))


def consent_json(grants: Sequence[Grant]) -> str:
    """As `cotext/consent` answers."""
    return _document(ConsentResult([consent_grant(one, path_to_uri) for one in grants]))
