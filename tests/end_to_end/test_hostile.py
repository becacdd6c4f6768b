"""A client that sends nonsense, too much, or at the wrong moment: every request is answered, and the next one too."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from cotext.routes.literal import LONGEST_PATTERN

ZERO = {"line": 0, "character": 0}
CONTEXT, SEARCH, SYMBOLS = "cotext/completionContext", "cotext/search", "workspace/symbol"

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def folder(module_workspace: Any) -> Path:
    path: Path = module_workspace("job_queue_python")
    return path


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def started(module_server: Any, folder: Path) -> AsyncIterator[Any]:
    async with module_server() as server:
        await server.client.initialize(folder)
        await server.client.ready()
        yield server.client


@pytest_asyncio.fixture(loop_scope="module")
async def client(started: Any) -> AsyncIterator[Any]:
    """A client of the one server, which is as it was when the test has ended."""
    yield started
    for uri in sorted(started.opened):
        started.close_document(uri)
    await started.ready()
    assert await started.found("jittered_delay")


def requests(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """A question of every kind."""
    document = {"uri": (folder / "jobline" / "worker.py").as_uri()}
    position = {"line": 44, "character": 22}
    place = {"uri": document["uri"], "line": 10}
    return [
        (SEARCH, {"query": "how long to wait before the next try"}),
        (SEARCH, {"query": "delay", "mode": "literal"}),
        (SEARCH, {"query": "Retry", "mode": "symbol"}),
        (CONTEXT, {"textDocument": document, "position": position}),
        ("cotext/similar", {"textDocument": document, "range": {"start": ZERO, "end": position}}),
        ("cotext/explain", {"query": "worker", "target": place}),
        (SYMBOLS, {"query": "worker"}),
        ("cotext/indexStatus", {}),
        ("cotext/skippedFiles", {"folder": folder.as_uri()}),
    ]


async def test_random_bytes_between_messages(client: Any) -> None:
    dice = random.Random(1)
    valid = json.dumps({"jsonrpc": "2.0", "id": "broken", "method": SEARCH, "params": {"query": "x"}}).encode()
    for _ in range(60):
        body = bytearray(valid)
        for _ in range(dice.randint(1, 12)):
            body[dice.randrange(len(body))] = dice.randrange(256)
        length = len(body) + dice.choice([0, 0, 0, -20, 15, 10**8])
        client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (length, body))
        client.send_bytes(dice.randbytes(dice.randint(0, 300)) + b"\n")
        client.send_bytes(valid[: dice.randrange(len(valid))])
        assert (await client.request(SEARCH, {"query": ""}))["hits"] == []


async def test_two_hundred_requests_at_once(client: Any, folder: Path) -> None:
    asked = [requests(folder)[number % 9] for number in range(200)]
    waiting = [client.start(method, params)[1] for method, params in asked]
    answers = await asyncio.wait_for(asyncio.gather(*waiting), 60)
    assert len(answers) == 200
    assert all(answer is not None for answer in answers)


async def test_cancelling_at_any_moment(client: Any, folder: Path) -> None:
    dice = random.Random(2)
    waiting = []
    for number in range(120):
        identifier, future = client.start(*requests(folder)[number % 9])
        waiting.append(future)
        if dice.random() < 0.7:
            if dice.random() < 0.5:
                await asyncio.sleep(dice.random() * 0.02)
            client.notify("$/cancelRequest", {"id": dice.choice([identifier, identifier, number, "none", None, [1]])})
    ended = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 60)
    assert {getattr(one, "code", None) for one in ended} <= {None, -32800}
    assert any(isinstance(one, dict | list) for one in ended)


async def test_a_storm_of_opening_changing_and_closing(client: Any, folder: Path) -> None:
    dice = random.Random(3)
    uris = [(folder / "storm" / f"file_{number}.py").as_uri() for number in range(8)]
    for round_ in range(400):
        uri = dice.choice(uris)
        step = dice.random()
        if step < 0.4:
            client.open(uri, f"def storm_{round_}():\n    return {round_}\n", version=1)
        elif step < 0.8:
            changes = [{"text": f"def storm_{round_}():\n    return 0\n"}]
            params = {"textDocument": {"uri": uri, "version": round_}, "contentChanges": changes}
            client.notify("textDocument/didChange", params)
        else:
            client.close_document(uri)
    for number, uri in enumerate(uris):
        client.open(uri, f"def after_the_storm_{number}():\n    return 0\n")
    for number, uri in enumerate(uris):
        hits = await client.found(f"after_the_storm_{number}", "literal")
        assert [hit["uri"] for hit in hits] == [uri]
    assert await client.found("storm_399", "literal") == []


def at(line: int, character: float) -> dict[str, float]:
    return {"line": line, "character": character}


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (at(9, 9), at(99, 99), "one\ntwoNEW"),
        (at(1, 3), at(0, 1), "oNEW"),
        (at(0, 2**31), at(1, 0), "oneNEWtwo"),
        (at(0, 1.0), at(0, 2.0), "oNEWe\ntwo"),
        (at(0, -1), at(0, 1), "one\ntwo"),
        (at(0, "1"), at(0, 2), "one\ntwo"),  # type: ignore[arg-type]
        (None, at(0, 1), "one\ntwo"),
    ],
)
async def test_changes_with_odd_ranges(client: Any, folder: Path, start: Any, end: Any, expected: Any) -> None:
    uri = (folder / "odd.py").as_uri()
    client.open(uri, "one\ntwo")
    change = {"range": {"start": start, "end": end}, "text": "NEW"}
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    (hit, *_) = await client.found(r"one|NEW", "regex", include=["odd.py"])
    params = {"textDocument": {"uri": uri}, "position": at(99, 99)}
    whole = (await client.request(CONTEXT, params))["query"]["range"]
    lines = expected.split("\n")
    assert hit["text"].rstrip("\n") in expected
    assert whole["end"] == at(len(lines) - 1, len(lines[-1]))


@pytest.mark.parametrize(
    "text",
    [
        "def only_in_the_huge_one():\n    return 1\n"
        + "value = compute(value, 12345)  # a line of some length\n" * 90_000,
        "(" * 100_000 + " only_in_the_huge_one",
        "only_in_the_huge_one = " + "[" * 100_000,
        "only_in_the_huge_one {" * 20_000,
        "only_in_the_huge_one " + "x" * 5_000_000,
        "only_in_the_huge_one\n" + "\n" * 1_000_000,
        "only_in_the_huge_one\0\ufffe\U0010ffff\x0c\u2028 = '" + "\u202e\u0301" * 20_000,
    ],
    ids=["5 MB", "round", "square", "curly", "long line", "empty lines", "odd characters"],
)
async def test_an_enormous_document(client: Any, folder: Path, text: Any) -> None:
    uri = (folder / "huge.py").as_uri()
    client.open(uri, text)
    change = {"range": {"start": ZERO, "end": ZERO}, "text": "# typed\n"}
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    params = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 5}}
    context = await client.request(CONTEXT, params)
    assert all(chunk["uri"] != uri for chunk in context["chunks"])
    hits = await client.found("only_in_the_huge_one", "literal", limit=1)
    assert [hit["uri"] for hit in hits] == [uri]
    assert isinstance(await client.found("only_in_the_huge_one", "hybrid"), list)


@pytest.mark.parametrize(
    "query",
    [
        "x" * 200_000,
        "word " * 100_000,
        "(" * 50_000,
        "\0",
        "\ud800",
        '"AND OR NOT * ? ~ ^ [ TO ] field:x',
        "\u0301" * 9,
        " \n ",
    ],
    ids=range(8),
)
async def test_odd_queries(client: Any, query: Any) -> None:
    for mode in ("hybrid", "keyword", "semantic", "symbol"):
        assert isinstance(await client.found(query, mode), list)
    if len(query) <= LONGEST_PATTERN:
        assert isinstance(await client.found(query, "literal"), list)
    else:
        assert (await client.refusal(SEARCH, {"query": query, "mode": "literal"})).code == -32602
    assert isinstance(await client.request(SYMBOLS, {"query": query}), list)
