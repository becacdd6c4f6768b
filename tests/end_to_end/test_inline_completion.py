"""`textDocument/inlineCompletion` against servers of models on loopback that speak each protocol."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from pathlib import Path
from typing import Any

import pytest

METHOD = "textDocument/inlineCompletion"
ASKING = "window/showMessageRequest"
KINDS = ["llama.cpp", "openai", "ollama"]
LIBRARY = '''def shipping_price(weight: float, express: bool) -> float:
    """What a parcel of so many kilograms costs."""
    return weight * (4.5 if express else 2.5)
'''
ORDER = """from shop.shipping import shipping_price


def total(order):
    price = sum(item.price for item in order.items)
    shipping = """


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop" / "shipping.py").write_text(LIBRARY)
    (folder / "shop" / "order.py").write_text(ORDER)
    (folder / "shop" / "secret_prices.py").write_text("def shipping_price_secret(weight):\n    return 7\n")
    (folder / ".cotextignore").write_text("secret_prices.py\n")
    return folder


def settings(url: str, kind: str = "llama.cpp", **others: Any) -> dict[str, Any]:
    model = {"kind": kind, "url": url, "model": "coder", "debounceMs": 0, "timeoutMs": 20000, **others}
    return {"settings": {"inlineModel": model, "completion": {"timeBudgetMs": 5000}}}


def end_of(text: str) -> dict[str, int]:
    lines = text.split("\n")
    return {"line": len(lines) - 1, "character": len(lines[-1])}


def params(uri: str, position: Any, **context: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": position, "context": {"triggerKind": 2, **context}}


class Typing:
    """A document that is open with its cursor at its end."""

    def __init__(self, client: Any, uri: str, text: str) -> None:
        self.client, self.uri, self.text, self.version = client, uri, text, 1
        client.open(uri, text)

    def type(self, text: str) -> None:
        position = end_of(self.text)
        self.version += 1
        self.text += text
        change = {"range": {"start": position, "end": position}, "text": text}
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def start(self, **context: Any) -> tuple[int, Any]:
        started: tuple[int, Any] = self.client.start(METHOD, params(self.uri, end_of(self.text), **context))
        return started

    async def ask(self, **context: Any) -> Any:
        return await asyncio.wait_for(self.start(**context)[1], 60)


async def opened(client: Any, folder: Path, options: dict[str, Any], **others: Any) -> Typing:
    """The order, open, in an indexed workspace."""
    await client.initialize(folder, initializationOptions=options, **others)
    await client.ready()
    return Typing(client, (folder / "shop" / "order.py").as_uri(), ORDER)


def texts(answer: Any) -> list[str]:
    return [] if answer is None else [item["insertText"] for item in answer["items"]]


async def state(client: Any) -> Any:
    return (await client.request("cotext/indexStatus"))["inlineModel"]


def whole(body: dict[str, Any]) -> str:
    return str(body)


@pytest.mark.parametrize("kind", KINDS)
async def test_the_model_sees_the_definition_in_the_other_file(
    client: Any, shop: Path, model_server: Any, kind: str
) -> None:
    model_server.pieces = ["shipping_price(", "order.weight, ", "True)"]
    typing = await opened(client, shop, settings(model_server.url, kind))
    assert (await state(client)) == {"state": "idle"}
    answer = await typing.ask()
    cursor = end_of(ORDER)
    assert answer == {
        "items": [{"insertText": "shipping_price(order.weight, True)", "range": {"start": cursor, "end": cursor}}]
    }
    (request,) = model_server.requests
    assert "def shipping_price(weight: float, express: bool)" in whole(request.body)
    assert "shipping_price_secret" not in whole(request.body)
    assert "authorization" not in request.headers
    assert (await state(client)) == {"state": "ready"}
    assert client.notifications
    assert not [one for one in client.notifications if one[0].startswith("window/")]


async def test_what_llama_cpp_is_asked(client: Any, shop: Path, model_server: Any) -> None:
    (shop / "shop" / "order.py").write_text(ORDER + "\n\n\ndef other():\n    return 1\n", newline="\r\n")
    typing = await opened(client, shop, settings(model_server.url))
    answer = await client.request(METHOD, params(typing.uri, end_of(ORDER)))
    assert texts(answer) == ["return 1"]
    body = model_server.requests[0].body
    above, _, line = ORDER.rpartition("\n")
    assert body["input_prefix"] == above + "\n"
    assert body["prompt"] == line
    assert [one["filename"] for one in body["input_extra"]] == ["shop/shipping.py"]
    assert body["input_extra"][0]["text"].splitlines() == LIBRARY.splitlines()


async def test_the_order_of_context_holds_while_typing(client: Any, shop: Path, model_server: Any) -> None:
    for number in range(12):
        (shop / "shop" / f"part_{number}.py").write_text(f"def part_{number}_price(order):\n    return {number}\n")
    typing = await opened(client, shop, settings(model_server.url))
    typing.type("".join(f"part_{number}_price(order) + " for number in range(5)))
    await typing.ask()
    for letter in "shipping_pri":
        typing.type(letter)
        await typing.ask()
    sent = [[one["filename"] for one in request.body["input_extra"]] for request in model_server.requests]
    assert len(sent[0]) > 2
    for before, after in itertools.pairwise(sent):
        kept = [one for one in before if one in after]
        assert after[: len(kept)] == kept
    assert sum(before == after for before, after in itertools.pairwise(sent)) > len(sent) / 2


async def test_without_a_model_there_is_no_such_method(client: Any, shop: Path) -> None:
    answer = await client.initialize(shop)
    assert "inlineCompletionProvider" not in answer["capabilities"]
    refused = await client.refusal(METHOD, params((shop / "shop" / "order.py").as_uri(), end_of(ORDER)))
    assert refused.code == -32601
    assert "inlineModel" not in await client.request("cotext/indexStatus")


async def test_a_client_without_dynamic_registration_is_told_at_the_start(client: Any, shop: Path) -> None:
    answer = await client.initialize(shop, initializationOptions=settings("http://127.0.0.1:1"))
    assert answer["capabilities"]["inlineCompletionProvider"] is True


async def test_the_method_comes_and_goes_with_the_setting(client: Any, shop: Path, model_server: Any) -> None:
    capabilities = {"textDocument": {"inlineCompletion": {"dynamicRegistration": True}}}
    options = settings(model_server.url)
    answer = await client.initialize(shop, capabilities=capabilities, initializationOptions=options)
    assert "inlineCompletionProvider" not in answer["capabilities"]

    async def configure(kind: str) -> None:
        section = {"inlineModel": {**options["settings"]["inlineModel"], "kind": kind}}
        client.notify("workspace/didChangeConfiguration", {"settings": {"cotext": section}})
        await client.ready()

    def registered() -> list[tuple[str, str]]:
        known = ("client/registerCapability", "client/unregisterCapability")
        listed = [
            (method.removeprefix("client/"), one["method"])
            for method, asked in client.asked
            if method in known
            for one in asked.get("registrations", asked.get("unregisterations"))
        ]
        return [one for one in listed if one[1] == METHOD]

    await client.ready()
    assert registered() == [("registerCapability", METHOD)]
    await configure("none")
    assert registered()[1:] == [("unregisterCapability", METHOD)]
    await configure("openai")
    await configure("llama.cpp")
    assert registered()[2:] == [("registerCapability", METHOD)]
    typing = Typing(client, (shop / "shop" / "order.py").as_uri(), ORDER)
    assert texts(await typing.ask()) == ["return 1"]


async def test_a_newer_request_ends_the_older_and_its_connection(client: Any, shop: Path, model_server: Any) -> None:
    model_server.pause = 0.2
    model_server.pieces = ["x"] * 200
    typing = await opened(client, shop, settings(model_server.url))
    _, first = typing.start()

    async def was_asked() -> Any:
        return model_server.requests

    await client.until(was_asked, "the model is not asked")
    typing.type("s")
    model_server.pieces = ["hipping"]
    assert texts(await typing.ask()) == ["hipping"]
    assert await first is None
    await asyncio.wait_for(model_server.requests[0].gone.wait(), 5)


async def test_cancelling_closes_the_connection(client: Any, shop: Path, model_server: Any) -> None:
    model_server.pause = 0.2
    model_server.pieces = ["x"] * 200
    typing = await opened(client, shop, settings(model_server.url))
    number, future = typing.start()

    async def was_asked() -> Any:
        return model_server.requests

    await client.until(was_asked, "the model is not asked")
    client.notify("$/cancelRequest", {"id": number})
    with pytest.raises(Exception, match="-32800"):
        await asyncio.wait_for(future, 10)
    await asyncio.wait_for(model_server.requests[0].gone.wait(), 5)


async def test_typing_on_asks_only_when_it_rests(client: Any, shop: Path, model_server: Any) -> None:
    typing = await opened(client, shop, settings(model_server.url, debounceMs=400))
    waiting = []
    for letter in "ship":
        typing.type(letter)
        waiting.append(typing.start()[1])
    answers = await asyncio.wait_for(asyncio.gather(*waiting), 60)
    assert [texts(one) for one in answers] == [[], [], [], ["return 1"]]
    (request,) = model_server.requests
    assert request.body["prompt"].endswith("shipping = ship")


async def test_by_command_it_is_asked_at_once(client: Any, shop: Path, model_server: Any) -> None:
    typing = await opened(client, shop, settings(model_server.url, debounceMs=20000))
    started = time.monotonic()
    assert texts(await typing.ask(triggerKind=1)) == ["return 1"]
    assert time.monotonic() - started < 15


async def test_while_the_model_writes_everything_else_is_answered(client: Any, shop: Path, model_server: Any) -> None:
    model_server.pause = 0.5
    model_server.pieces = ["x"] * 100
    typing = await opened(client, shop, settings(model_server.url))
    _, future = typing.start()

    async def was_asked() -> Any:
        return model_server.requests

    await client.until(was_asked, "the model is not asked")
    context = {"textDocument": {"uri": typing.uri}, "position": end_of(ORDER)}
    assert (await client.request("cotext/completionContext", context))["chunks"]
    assert await client.found("shipping_price")
    assert not future.done()


async def test_what_is_written_in_time_counts(client: Any, shop: Path, model_server: Any) -> None:
    model_server.pause = 0.3
    model_server.pieces = [f"{number}," for number in range(100)]
    typing = await opened(client, shop, settings(model_server.url, timeoutMs=2000))
    (text,) = texts(await typing.ask())
    assert text.startswith("0,1,")
    assert len(text) < 100
    await asyncio.wait_for(model_server.requests[0].gone.wait(), 5)


async def test_one_line_is_read_where_code_follows(client: Any, shop: Path, model_server: Any) -> None:
    model_server.pieces = ["order.weight", ")\nand", " more"] + ["x"] * 50
    model_server.pause = 0.2
    typing = await opened(client, shop, settings(model_server.url))
    typing.type("shipping_price(, True)")
    position = end_of(typing.text)
    position["character"] -= len(", True)")
    assert texts(await client.request(METHOD, params(typing.uri, position))) == ["order.weight)"]
    assert model_server.requests[0].body["stop"] == ["\n"]
    await asyncio.wait_for(model_server.requests[0].gone.wait(), 5)


async def test_what_is_selected_in_the_list_is_taken_as_written(client: Any, shop: Path, model_server: Any) -> None:
    model_server.pieces = ["(order.weight)"]
    typing = await opened(client, shop, settings(model_server.url))
    typing.type("shi")
    end = end_of(typing.text)
    span = {"start": {**end, "character": end["character"] - 3}, "end": end}
    answer = await typing.ask(selectedCompletionInfo={"range": span, "text": "shipping_price"})
    assert answer == {"items": [{"insertText": "shipping_price(order.weight)", "range": span}]}
    assert model_server.requests[0].body["prompt"] == "    shipping = shipping_price"


async def test_documents_that_are_no_files_are_completed(client: Any, shop: Path, model_server: Any) -> None:
    await opened(client, shop, settings(model_server.url))
    for uri in ("untitled:Untitled-1", f"vscode-notebook-cell:{shop.as_posix()}/notes.ipynb#W0"):
        assert texts(await Typing(client, uri, "x = shipping_price(").ask()) == ["return 1"]
    assert "shipping.py" in str(model_server.requests[0].body["input_extra"])


async def test_the_key_goes_to_the_model_and_nowhere_else(
    start_server: Any, shop: Path, model_server: Any, environment: Any, tmp_path: Path
) -> None:
    key = "sk-key-of-the-inline-model"
    server = await start_server()
    client = server.client
    options = settings(model_server.url)
    options["settings"]["logLevel"] = "debug"
    typing = await opened(client, shop, options)
    await client.request("cotext/setSecret", {"name": "inlineModel.apiKey", "value": key})
    assert texts(await typing.ask()) == ["return 1"]
    assert model_server.requests[0].headers["authorization"] == f"Bearer {key}"

    async def refuse(request: Any) -> None:
        await request.head(401)
        await request.send(b'{"error": {"message": "wrong key"}}')
        await request.end()

    model_server.answer = refuse
    assert await typing.ask() is None
    told = await state(client)
    assert told["state"] == "failing"
    assert "wrong key" in told["message"]
    # Another key is tried at once.
    model_server.answer = model_server.complete
    await client.request("cotext/setSecret", {"name": "inlineModel.apiKey", "value": ""})
    assert texts(await typing.ask()) == ["return 1"]
    assert "authorization" not in model_server.requests[-1].headers
    await client.leave()
    assert await server.status() == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file() and key.encode() in path.read_bytes()]
    assert written == []
    assert list(Path(environment["XDG_STATE_HOME"]).rglob("*.log")) or os.name == "nt"


async def closes(request: Any) -> None:
    request.writer.close()


async def garbage(request: Any) -> None:
    await request.raw(b"\x16\x03\x01 no HTTP at all\r\n\r\n")


async def welcome(request: Any) -> None:
    await request.head(200, "text/html")
    await request.send(b"<html>Welcome</html>")
    await request.end()


async def never(request: Any) -> None:
    await request.gone.wait()


async def not_found(request: Any) -> None:
    await request.head(404, "text/plain")
    await request.send(b"404 page not found")
    await request.end()


async def loading(request: Any) -> None:
    await request.head(503, "application/json")
    await request.send(b'{"error": {"code": 503, "message": "Loading model"}}')
    await request.end()


async def fails_in_the_stream(request: Any) -> None:
    await request.head(200)
    await request.send(b'data: {"error": {"message": "the context is too long"}}\n\n')
    await request.end()


async def elsewhere(request: Any) -> None:
    await request.head(307, Location="http://elsewhere.example/infill")
    await request.end()


@pytest.mark.parametrize(
    ("broken", "word"),
    [
        (closes, "broke off"),
        (garbage, "broke off"),
        (welcome, "something else"),
        (never, "within 1 s"),
        (not_found, "404"),
        (loading, "Loading model"),
        (fails_in_the_stream, "too long"),
        (elsewhere, "elsewhere.example"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_a_broken_server_interrupts_nothing(
    client: Any, shop: Path, model_server: Any, broken: Any, word: str
) -> None:
    model_server.answer = broken
    typing = await opened(client, shop, settings(model_server.url, timeoutMs=1000))
    assert await typing.ask() is None
    told = await state(client)
    assert told["state"] == "failing"
    assert word in told["message"]
    # It is left alone while a person types on, and asked again by command.
    for _ in range(5):
        assert await typing.ask() is None
    assert len(model_server.requests) == 1
    model_server.answer = model_server.complete
    assert texts(await typing.ask(triggerKind=1)) == ["return 1"]
    assert texts(await typing.ask()) == ["return 1"]
    assert await state(client) == {"state": "ready"}
    assert not [one for one in client.notifications if one[0].startswith("window/")]
    assert client.asked == [] or all(method != ASKING for method, _ in client.asked)


async def test_a_server_that_dies_while_it_writes_leaves_what_it_wrote(
    client: Any, shop: Path, model_server: Any
) -> None:
    async def dies(request: Any) -> None:
        await request.head(200)
        await request.send(b'data: {"content": "return", "stop": false}\n\n')
        await request.raw(b"5\r\n")
        request.writer.close()

    model_server.answer = dies
    typing = await opened(client, shop, settings(model_server.url))
    assert texts(await typing.ask()) == ["return"]


async def test_no_server_at_all(client: Any, shop: Path, model_server: Any) -> None:
    port = model_server.port
    await model_server.stop()
    typing = await opened(client, shop, settings(f"http://localhost:{port}"))
    assert await typing.ask() is None
    assert "Is it running?" in (await state(client))["message"]
    await model_server.start(port=port)
    assert texts(await typing.ask(triggerKind=1)) == ["return 1"]


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"url": "not an address"}, "cotext.inlineModel.url"),
        ({"kind": "openai", "url": ""}, "cotext.inlineModel.url"),
        ({"kind": "ollama", "model": ""}, "cotext.inlineModel.model"),
    ],
)
async def test_settings_that_cannot_be_used_are_told(
    client: Any, shop: Path, model_server: Any, given: Any, word: str
) -> None:
    typing = await opened(client, shop, settings(**{"url": model_server.url, **given}))
    assert await typing.ask() is None
    told = await state(client)
    assert told["state"] == "failing"
    assert word in told["message"]
    good = settings(model_server.url)["settings"]
    client.notify("workspace/didChangeConfiguration", {"settings": {"cotext": good}})
    assert texts(await typing.ask()) == ["return 1"]


async def test_proxies_are_not_used_for_this_machine(
    environment: dict[str, str], start_server: Any, shop: Path, model_server: Any
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        environment[name] = "http://127.0.0.1:1"
    client = (await start_server()).client
    typing = await opened(client, shop, settings(model_server.url))
    assert texts(await typing.ask()) == ["return 1"]


@pytest.mark.parametrize(
    "params", [{}, {"textDocument": {"uri": "file:///gone.py"}, "position": {"line": 0, "character": 0}}]
)
async def test_wrong_parameters_are_named(client: Any, shop: Path, model_server: Any, params: Any) -> None:
    await opened(client, shop, settings(model_server.url))
    refused = await client.refusal(METHOD, params)
    assert refused.code == -32602
    assert "textDocument" in refused.message
