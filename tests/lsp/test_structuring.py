"""Parameters in, answers out: every refusal names its field."""

from __future__ import annotations

from typing import Any

import pytest

from cotext.lsp import messages, standard_messages
from cotext.lsp.structuring import WrongField, structure, unstructure
from cotext.records import SymbolKind

DOCUMENT = {"uri": "file:///a.py"}
POSITION = {"line": 1, "character": 2}


@pytest.mark.parametrize(
    ("kind", "data", "field"),
    [
        (messages.SearchParams, {}, "query"),
        (messages.SearchParams, [], "params"),
        (messages.SearchParams, None, "params"),
        (messages.SearchParams, {"query": None}, "query"),
        (messages.SearchParams, {"query": 1}, "query"),
        (messages.SearchParams, {"query": "x", "limit": -1}, "limit"),
        (messages.SearchParams, {"query": "x", "limit": 1.5}, "limit"),
        (messages.SearchParams, {"query": "x", "limit": "3"}, "limit"),
        (messages.SearchParams, {"query": "x", "limit": True}, "limit"),
        (messages.SearchParams, {"query": "x", "limit": float("inf")}, "limit"),
        (messages.SearchParams, {"query": "x", "mode": "fuzzy"}, "mode"),
        (messages.SearchParams, {"query": "x", "mode": ["hybrid"]}, "mode"),
        (messages.SearchParams, {"query": "x", "ranking": 1}, "ranking"),
        (messages.SearchParams, {"query": "x", "languages": "python"}, "languages"),
        (messages.SearchParams, {"query": "x", "include": ["a", 1]}, "include[1]"),
        (messages.SearchParams, {"query": "x", "kinds": [5, 99]}, "kinds[1]"),
        (messages.SearchParams, {"query": "x", "kinds": ["class"]}, "kinds[0]"),
        (messages.CompletionContextParams, {"position": POSITION}, "textDocument"),
        (messages.CompletionContextParams, {"textDocument": {}, "position": POSITION}, "textDocument.uri"),
        (messages.CompletionContextParams, {"textDocument": DOCUMENT, "position": {"line": 1}}, "position.character"),
        (
            messages.CompletionContextParams,
            {"textDocument": DOCUMENT, "position": {"line": -1, "character": 0}},
            "position.line",
        ),
        (messages.SimilarParams, {"textDocument": DOCUMENT, "range": {"start": POSITION}}, "range.end"),
        (messages.ExplainParams, {"query": "x"}, "target"),
        (messages.ExplainParams, {"target": {"uri": "file:///a.py"}, "query": "x"}, "target.line"),
        (messages.SkippedFilesParams, {}, "folder"),
        (messages.SkippedFilesParams, {"folder": "file:///a", "reason": "bored"}, "reason"),
    ],
)
def test_a_wrong_field_is_named(kind: Any, data: Any, field: Any) -> None:
    with pytest.raises(WrongField) as caught:
        structure(data, kind)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


def test_defaults_are_those_of_the_protocol() -> None:
    assert structure({"query": "x"}, messages.SearchParams) == messages.SearchParams(
        "x", 20, "hybrid", True, [], [], [], [], None, False
    )
    context = structure({"textDocument": DOCUMENT, "position": POSITION}, messages.CompletionContextParams)
    assert (context.max_chunks, context.max_characters, context.time_budget_ms) == (None, None, None)


def test_numbers_above_a_limit_are_clamped_and_whole_floats_are_integers() -> None:
    assert structure({"query": "x", "limit": 5000}, messages.SearchParams).limit == 200
    assert structure({"query": "x", "limit": 7.0}, messages.SearchParams).limit == 7
    assert structure({"line": 1e15, "character": 0}, standard_messages.Position).line == 2**31 - 1


def test_unknown_fields_are_ignored_and_null_is_missing() -> None:
    params = structure({"query": "x", "limit": None, "folder": None, "later": {}}, messages.SearchParams)
    assert params == messages.SearchParams("x")


def test_half_a_surrogate_pair_cannot_get_past() -> None:
    assert structure({"query": "a\ud83d"}, messages.SearchParams).query == "a\ufffd"


def test_answers_are_camel_case_without_what_is_absent() -> None:
    place = standard_messages.Range(standard_messages.Position(0, 0), standard_messages.Position(1, 0))
    chunk = messages.Chunk(
        uri="file:///a.py",
        range=place,
        language_id="python",
        text="x\n",
        score=messages.ChunkScore(0.5, {"bm25": 1}, bm25=2.0),
        matched_by=["bm25"],
        symbol=messages.ChunkSymbol("x", SymbolKind.VARIABLE),
    )
    assert unstructure(chunk) == {
        "uri": "file:///a.py",
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}},
        "languageId": "python",
        "text": "x\n",
        "score": {"rrf": 0.5, "ranks": {"bm25": 1}, "bm25": 2.0},
        "matchedBy": ["bm25"],
        "symbol": {"name": "x", "kind": 13},
    }


def test_null_is_sent_where_the_protocol_says_null() -> None:
    answer = messages.ExplainResult(None, {}, [], returned=False, cutoff_rank=20, reason="notIndexed")
    assert unstructure(answer) == {
        "target": None,
        "routes": {},
        "evidence": [],
        "returned": False,
        "cutoffRank": 20,
        "reason": "notIndexed",
    }
