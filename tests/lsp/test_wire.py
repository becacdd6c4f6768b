"""Records to messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cotext.lsp.positions import PositionEncoding
from cotext.lsp.structuring import unstructure
from cotext.lsp.wire import Wire
from cotext.records import Hit, LineRange, Position, Score, Symbol, SymbolHit, SymbolKind, TextRange
from cotext.requests import ExplainAnswer, FolderState, Phase, RouteExplanation

DOCUMENT = ["# 😀\n", "def f():\n", "    x = '😀'; y = 1\n", "    return x\n", "last"]


def wire(encoding: PositionEncoding = PositionEncoding.UTF_16) -> Wire:
    return Wire(
        encoding,
        lambda document: f"file://{document}",
        lambda document: DOCUMENT if document == "/a.py" else None,
        lambda folder: f"file://{folder}",
    )


def hit(start: int, end: int, **more: Any) -> Hit:
    return Hit(
        document="/a.py",
        lines=LineRange(start, end),
        text=more.pop("text", "".join(DOCUMENT[start:end])),
        language="python",
        score=Score(0.03, bm25=4.5, ranks={"bm25": 2}),
        matched_by=("bm25",),
        **more,
    )


def span(*numbers: int) -> dict[str, Any]:
    line, character, last_line, last_character = numbers
    return {"start": {"line": line, "character": character}, "end": {"line": last_line, "character": last_character}}


def test_a_chunk_is_whole_lines() -> None:
    chunk = unstructure(wire().chunk(hit(1, 3, symbol=Symbol("f", SymbolKind.FUNCTION, "m"))))
    assert chunk == {
        "uri": "file:///a.py",
        "range": span(1, 0, 3, 0),
        "languageId": "python",
        "text": "".join(DOCUMENT[1:3]),
        "score": {"rrf": 0.03, "ranks": {"bm25": 2}, "bm25": 4.5},
        "matchedBy": ["bm25"],
        "symbol": {"name": "f", "kind": 12, "container": "m"},
    }


def test_a_chunk_without_a_last_line_end_stops_where_the_text_stops() -> None:
    assert unstructure(wire().chunk(hit(3, 5)))["range"] == span(3, 0, 4, 4)


@pytest.mark.parametrize(("encoding", "unit"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_matches_count_in_the_clients_encoding(encoding: Any, unit: Any) -> None:
    inside = TextRange(Position(2, 12), Position(2, 17))
    over_lines = TextRange(Position(2, 10), Position(3, 4))
    chunk = unstructure(wire(PositionEncoding(encoding)).chunk(hit(1, 4, matches=(inside, over_lines))))
    assert chunk["matches"] == [span(2, 11 + unit, 2, 16 + unit), span(2, 9 + unit, 3, 4)]


def test_an_outline_shows_ranges_of_a_longer_chunk() -> None:
    outline = (LineRange(1, 2), LineRange(3, 4))
    shown = hit(
        1, 5, text=DOCUMENT[1] + DOCUMENT[3], outline=outline, matches=(TextRange(Position(3, 4), Position(3, 10)),)
    )
    chunk = unstructure(wire().chunk(shown))
    assert chunk["outline"] == [span(1, 0, 2, 0), span(3, 0, 4, 0)]
    assert chunk["range"] == span(1, 0, 4, 4)
    assert chunk["matches"] == [span(3, 4, 3, 10)]


def test_an_outline_up_to_the_end_needs_no_document() -> None:
    outline = (LineRange(1, 2), LineRange(4, 5))
    chunk = unstructure(wire().chunk(hit(1, 5, text=DOCUMENT[1] + DOCUMENT[4], outline=outline)))
    assert chunk["outline"] == [span(1, 0, 2, 0), span(4, 0, 4, 4)]
    assert chunk["range"] == span(1, 0, 4, 4)


def test_a_symbol_stands_where_its_name_stands() -> None:
    name = TextRange(Position(2, 12), Position(2, 13))
    found = SymbolHit("/a.py", "y", SymbolKind.VARIABLE, "f", name, DOCUMENT[2])
    assert unstructure(wire().symbol(found)) == {
        "name": "y",
        "kind": 13,
        "location": {"uri": "file:///a.py", "range": span(2, 13, 2, 14)},
        "containerName": "f",
    }


def test_a_state_has_every_field() -> None:
    state = FolderState(Path("/w"), Phase.INDEXING, 9, 5, 1, 2, 30, 4, "builtin", None, {"binary": 1}, True)
    assert unstructure(wire().states([state])) == [
        {
            "folder": "file:///w",
            "phase": "indexing",
            "files": {"found": 9, "indexed": 5, "skipped": 1},
            "ignored": 2,
            "chunks": 30,
            "generation": 4,
            "model": "builtin",
            "skippedReasons": {"binary": 1},
            "writer": True,
        }
    ]


def test_an_explanation_keeps_reasons_and_ranks() -> None:
    routes = {"bm25": RouteExplanation(1, 2.5), "symbol": RouteExplanation(reason="noMatch")}
    answer = ExplainAnswer(hit(1, 3), routes, (), 2, 1, True, 20, None)
    explained = unstructure(wire().explanation(answer))
    assert explained["routes"] == {"bm25": {"rank": 1, "score": 2.5}, "symbol": {"reason": "noMatch"}}
    assert (explained["fusedRank"], explained["finalRank"], explained["cutoffRank"]) == (2, 1, 20)
    assert "reason" not in explained
