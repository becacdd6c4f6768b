"""What cannot be answered gets an error that says why; nothing is met with silence."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

ZERO = {"line": 0, "character": 0}
HERE = Path(__file__).as_uri()
RANGE = {"start": ZERO, "end": ZERO}

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def started(module_server: Any) -> AsyncIterator[Any]:
    """A client of a server without a folder."""
    async with module_server() as server:
        await server.client.initialize()
        yield server.client


@pytest.mark.parametrize(
    ("method", "params", "word"),
    [
        ("cotext/search", {}, "query"),
        ("cotext/search", None, "query"),
        ("cotext/search", ["x"], "params"),
        ("cotext/search", {"query": 5}, "query"),
        ("cotext/search", {"query": "x", "limit": -1}, "limit"),
        ("cotext/search", {"query": "x", "limit": 2.5}, "limit"),
        ("cotext/search", {"query": "x", "mode": "psychic"}, "mode"),
        ("cotext/search", {"query": "x", "kinds": [0]}, "kinds[0]"),
        ("cotext/search", {"query": "x", "folder": "file:///not/a/folder"}, "folder"),
        ("cotext/search", {"query": "x", "include": "**"}, "include"),
        ("cotext/completionContext", {}, "textDocument"),
        ("cotext/completionContext", {"textDocument": {"uri": HERE}}, "position"),
        ("cotext/completionContext", {"textDocument": {"uri": HERE}, "position": {"line": 0}}, "position.character"),
        (
            "cotext/completionContext",
            {"textDocument": {"uri": "file:///gone.py"}, "position": ZERO},
            "textDocument.uri",
        ),
        ("cotext/completionContext", {"textDocument": {"uri": "untitled:x"}, "position": ZERO}, "textDocument.uri"),
        ("cotext/completionContext", {"textDocument": {"uri": "no uri"}, "position": ZERO}, "textDocument.uri"),
        ("cotext/completionContext", {"textDocument": {"uri": "file:///a%00b"}, "position": ZERO}, "textDocument.uri"),
        (
            "cotext/completionContext",
            {"textDocument": {"uri": Path(sys.executable).resolve().as_uri()}, "position": ZERO},
            "textDocument.uri",
        ),
        (
            "cotext/completionContext",
            {"textDocument": {"uri": HERE}, "position": ZERO, "maxChunks": "8"},
            "maxChunks",
        ),
        ("cotext/similar", {"textDocument": {"uri": HERE}}, "range"),
        ("cotext/similar", {"textDocument": {"uri": "file:///gone.py"}, "range": RANGE}, "textDocument.uri"),
        ("cotext/explain", {"query": "x"}, "target"),
        ("cotext/explain", {"target": {"uri": HERE, "line": 0}}, "query"),
        ("cotext/explain", {"target": {"uri": HERE, "line": -1}, "query": "x"}, "target.line"),
        (
            "cotext/explain",
            {"target": {"uri": HERE, "line": 0}, "at": {"textDocument": {"uri": "file:///gone"}, "position": ZERO}},
            "at.textDocument.uri",
        ),
        ("cotext/skippedFiles", {}, "folder"),
        ("cotext/skippedFiles", {"folder": "file:///not/a/folder"}, "folder"),
        ("workspace/symbol", {}, "query"),
        ("workspace/executeCommand", {}, "command"),
        ("workspace/executeCommand", {"command": "cotext.fly"}, "cotext.fly"),
        ("workspace/executeCommand", {"command": "cotext.clearIndex", "arguments": ["file:///x"]}, "arguments[0]"),
        ("workspace/executeCommand", {"command": "cotext.clearIndex", "arguments": [3]}, "arguments[0]"),
    ],
)
async def test_wrong_parameters_are_answered_and_named(started: Any, method: Any, params: Any, word: Any) -> None:
    refused = await started.refusal(method, params)
    assert refused.code == -32602
    assert word in refused.message
    assert (await started.request("cotext/indexStatus"))["folders"] == []


@pytest.mark.parametrize("method", ["cotext/consent", "cotext/setSecret", "textDocument/inlineCompletion", "no/such"])
async def test_unknown_methods_are_not_found(started: Any, method: Any) -> None:
    assert (await started.refusal(method, {})).code == -32601
    started.notify(method, {})
    started.notify("$/something", None)
    assert await started.request("cotext/indexStatus")
