"""A model on another machine gets no code that nobody allowed it.

The address 0.0.0.0 stands for another machine: it is none of the loopback addresses, and leads here all the same.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from cotext.consent.store import ConsentStore, GrantFilter, Purpose

METHOD = "textDocument/inlineCompletion"
ASKING = "window/showMessageRequest"
HOST = "0.0.0.0"
CODE = "from lib import helper\n\nx = helper("

pytestmark = pytest.mark.skipif(os.name == "nt", reason="0.0.0.0 leads nowhere")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders of a workspace; the second one has the definition that a document of the first uses."""
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    (first / "use.py").write_text(CODE)
    (second / "lib.py").write_text("def helper(count):\n    return count + 1\n")
    return first, second


@pytest.fixture
def store(environment: dict[str, str]) -> ConsentStore:
    return ConsentStore(Path(environment["XDG_DATA_HOME"]) / "cotext")


def options(port: int, **others: Any) -> dict[str, Any]:
    model = {"kind": "llama.cpp", "url": f"http://{HOST}:{port}", "debounceMs": 0, **others}
    return {"settings": {"inlineModel": model, "completion": {"timeBudgetMs": 5000}}}


async def start(client: Any, model_server: Any, *folders: Path) -> str:
    """A document of the first folder, open."""
    await client.initialize(*folders, initializationOptions=options(model_server.port))
    await client.ready()
    uri = (folders[0] / "use.py").as_uri()
    client.open(uri, CODE)
    return uri


async def ask(client: Any, uri: str) -> list[str]:
    line = CODE.count("\n")
    position = {"line": line, "character": len(CODE.split("\n")[line])}
    answer = await client.request(METHOD, {"textDocument": {"uri": uri}, "position": position})
    return [] if answer is None else [item["insertText"] for item in answer["items"]]


def asked(client: Any) -> list[Any]:
    return [params for method, params in client.asked if method == ASKING]


async def state(client: Any) -> Any:
    return (await client.request("cotext/indexStatus"))["inlineModel"]


async def until_allowed(client: Any, uri: str) -> list[str]:
    async def has_answered() -> Any:
        return await ask(client, uri)

    answer: list[str] = await client.until(has_answered, "what was allowed is not asked")
    return answer


async def test_the_user_is_asked_once_and_allows_it(
    client: Any, model_server: Any, folders: Any, store: ConsentStore
) -> None:
    client.replies[ASKING] = {"title": "Allow"}
    uri = await start(client, model_server, *folders)
    assert await ask(client, uri) == []
    assert model_server.connections == 0
    assert await until_allowed(client, uri) == ["return 1"]
    (question,) = asked(client)
    assert HOST in question["message"]
    assert "first, second" in question["message"]
    assert [one["title"] for one in question["actions"]] == ["Allow", "Not now"]
    assert all(store.allows(Purpose.INLINE_MODEL, HOST, folder) for folder in folders)
    assert await state(client) == {"state": "ready"}
    (piece,) = model_server.requests[0].body["input_extra"]
    assert piece["filename"] == "second/lib.py"


@pytest.mark.parametrize("reply", [{"title": "Not now"}, None])
async def test_without_a_yes_nothing_is_sent_and_nobody_asked_again(
    client: Any, model_server: Any, folders: Any, reply: Any, store: ConsentStore
) -> None:
    client.replies[ASKING] = reply
    uri = await start(client, model_server, *folders)
    for _ in range(3):
        assert await ask(client, uri) == []
        await asyncio.sleep(0.05)
    client.open((folders[1] / "other.py").as_uri(), CODE)
    assert await ask(client, (folders[1] / "other.py").as_uri()) == []
    assert len(asked(client)) == 1
    assert model_server.connections == 0
    assert store.grants() == ()
    told = await state(client)
    assert told["state"] == "needsConsent"
    assert HOST in told["message"]


async def test_what_is_taken_back_counts_at_once(
    client: Any, model_server: Any, folders: Any, store: ConsentStore
) -> None:
    store.grant(Purpose.INLINE_MODEL, HOST, folders)
    uri = await start(client, model_server, *folders)
    assert await ask(client, uri) == ["return 1"]
    assert asked(client) == []
    store.revoke(GrantFilter())
    assert await ask(client, uri) == []
    assert len(model_server.requests) == 1


async def test_code_of_a_folder_that_is_not_allowed_is_no_context(
    client: Any, model_server: Any, folders: Any, store: ConsentStore
) -> None:
    store.grant(Purpose.INLINE_MODEL, HOST, folders[:1])
    uri = await start(client, model_server, *folders)
    assert await ask(client, uri) == ["return 1"]
    assert "count + 1" not in str(model_server.requests[0].body)
    assert model_server.requests[0].body["input_extra"] == []


@pytest.mark.parametrize(
    "granted", [{"host": "other.example"}, {"model": "another-model"}, {"purpose": Purpose.EMBEDDING}]
)
async def test_what_is_allowed_is_allowed_for_that_alone(
    client: Any, model_server: Any, folders: Any, store: ConsentStore, granted: Any
) -> None:
    grant = {"purpose": Purpose.INLINE_MODEL, "host": HOST, "folders": folders, **granted}
    store.grant(**grant)
    uri = await start(client, model_server, *folders)
    assert await ask(client, uri) == []
    assert model_server.connections == 0


async def test_documents_outside_every_folder_are_asked_for_apart(
    client: Any, model_server: Any, folders: Any, store: ConsentStore, silence: object
) -> None:
    store.grant(Purpose.INLINE_MODEL, HOST, folders)
    await start(client, model_server, *folders)
    client.replies[ASKING] = silence
    client.open("untitled:Untitled-1", CODE)
    assert await ask(client, "untitled:Untitled-1") == []
    (question,) = asked(client)
    assert "outside every folder" in question["message"]
    assert model_server.connections == 0
    store.grant(Purpose.INLINE_MODEL, HOST, [None])
    assert await ask(client, "untitled:Untitled-1") == ["return 1"]


async def test_credentials_never_go_to_another_machine(
    client: Any, model_server: Any, folders: Any, store: ConsentStore
) -> None:
    store.grant(Purpose.INLINE_MODEL, HOST, folders)
    await start(client, model_server, *folders)
    uri = (folders[0] / ".env").as_uri()
    client.open(uri, CODE, "dotenv")
    assert await ask(client, uri) == []
    assert model_server.connections == 0


async def test_a_redirect_from_this_machine_leads_nowhere(client: Any, model_server: Any, folders: Any) -> None:
    async def sends_on(request: Any) -> None:
        await request.head(307, Location=f"http://{HOST}:{model_server.port}/infill")
        await request.end()

    model_server.answer = sends_on
    section = options(model_server.port, url=model_server.url)
    await client.initialize(*folders, initializationOptions=section)
    uri = (folders[0] / "use.py").as_uri()
    client.open(uri, CODE)
    assert await ask(client, uri) == []
    assert model_server.connections == 1
    assert "not followed" in (await state(client))["message"]
