"""What cannot be answered gets an error that says why; nothing is met with silence."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
import pytest_asyncio

from cotext.lsp import consent_messages, inline_messages, messages, standard_messages
from cotext.settings import camel

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


@pytest.mark.parametrize("method", ["textDocument/inlineCompletion", "no/such"])
async def test_unknown_methods_are_not_found(started: Any, method: Any) -> None:
    assert (await started.refusal(method, {})).code == -32601
    started.notify(method, {})
    started.notify("$/something", None)
    assert await started.request("cotext/indexStatus")


JSON_VALUES: list[Any] = [None, True, 0, -1, 1.5, "text", "", [], [[]], {}, {"x": 1}]
REQUESTS: dict[str, type] = {
    "cotext/completionContext": messages.CompletionContextParams,
    "cotext/search": messages.SearchParams,
    "cotext/similar": messages.SimilarParams,
    "cotext/explain": messages.ExplainParams,
    "cotext/skippedFiles": messages.SkippedFilesParams,
    "cotext/consent": consent_messages.ConsentParams,
    "cotext/setSecret": consent_messages.SetSecretParams,
    "workspace/symbol": standard_messages.WorkspaceSymbolParams,
    "workspace/executeCommand": standard_messages.ExecuteCommandParams,
}


def required(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def hints(kind: type) -> list[tuple[Field[Any], Any]]:
    found = get_type_hints(kind, include_extras=True)
    return [(one, found[one.name]) for one in fields(kind)]


def valid(kind: Any) -> Any:
    """A JSON value that a type of `messages` takes."""
    if is_dataclass(kind):
        assert isinstance(kind, type)
        return {camel(one.name): valid(hint) for one, hint in hints(kind) if required(one)}
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    return "text" if kind is str else 1


def takes(kind: Any, value: Any) -> bool:
    """Whether a type, written as in `messages`, takes a JSON value as far as its kind goes."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any or origin is dict:
        return True
    if origin in (Union, UnionType):
        return any(one is not NoneType and takes(one, value) for one in arguments)
    if origin is Annotated:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if origin is list:
        return isinstance(value, list) and all(takes(arguments[0], one) for one in value)
    if is_dataclass(kind) or origin is Literal:
        return False
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind) and not (isinstance(value, str) and issubclass(kind, Enum))


def broken(kind: Any, path: str, may_be_null: bool = False) -> Iterator[tuple[str, Any]]:
    """Values of which one field is wrong, each with that field's path."""
    for value in JSON_VALUES:
        if not (takes(kind, value) or (value is None and may_be_null) or (is_dataclass(kind) and value is not None)):
            yield path, value
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (inner,) = (one for one in arguments if one is not NoneType)
        yield from broken(inner, path, may_be_null=True)
    elif origin is list:
        yield from ((where, [value]) for where, value in broken(arguments[0], f"{path}[0]"))
    elif is_dataclass(kind):
        assert isinstance(kind, type)
        for value in JSON_VALUES:
            # An empty array in the place of all parameters counts as an empty object.
            if value is not None and not isinstance(value, dict) and (path or value != []):
                yield path or "params", value
        for one, hint in hints(kind):
            key = camel(one.name)
            for where, value in broken(hint, f"{path}.{key}" if path else key, may_be_null=not required(one)):
                yield where, {**valid(kind), key: value}


@pytest.mark.parametrize("method", REQUESTS)
async def test_every_field_of_every_request_is_checked(started: Any, method: Any) -> None:
    await check_fields(started, method, REQUESTS[method])


async def test_every_field_of_an_inline_completion_is_checked(module_server: Any) -> None:
    async with module_server() as server:
        model = {"kind": "llama.cpp", "url": "http://127.0.0.1:1"}
        await server.client.initialize(initializationOptions={"settings": {"inlineModel": model}})
        method = "textDocument/inlineCompletion"
        await check_fields(server.client, method, inline_messages.InlineCompletionParams)


async def check_fields(client: Any, method: str, kind: type) -> None:
    cases = [(path, value) for path, value in broken(kind, "") if value is not None]
    assert len(cases) > 10
    waiting = [client.start(method, value)[1] for _, value in cases]
    ended = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 60)
    for (path, value), refused in zip(cases, ended, strict=True):
        assert getattr(refused, "code", None) == -32602, (path, value, refused)
        # Of a wrong list or object, what is wrong inside may be named.
        assert str(refused).startswith(f"-32602: {path}"), (path, value, refused)
