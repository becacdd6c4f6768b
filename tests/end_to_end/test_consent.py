"""`cotext/consent` and `cotext/setSecret`, as a client asks them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from cotext.consent.store import ConsentStore, Purpose

HOST = "api.example.com"
SECRET = "sk-very-secret-1234567890"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    found = (tmp_path / "one", tmp_path / "two")
    for folder in found:
        folder.mkdir()
    return found


def store_of(environment: dict[str, str]) -> ConsentStore:
    return ConsentStore(Path(environment["XDG_DATA_HOME"]) / "cotext")


async def consent(client: Any, action: str, **fields: Any) -> list[dict[str, Any]]:
    grants: list[dict[str, Any]] = (await client.request("cotext/consent", {"action": action, **fields}))["grants"]
    return grants


async def test_grants_are_given_listed_and_taken_back(client: Any, folders: Any, environment: Any) -> None:
    one, two = folders
    await client.initialize(one, two)
    assert await consent(client, "list") == []
    (given,) = await consent(client, "grant", purpose="inlineModel", host=HOST, folder=one.as_uri())
    assert given.pop("granted").endswith("+00:00")
    assert given == {"purpose": "inlineModel", "host": HOST, "folder": one.as_uri()}
    assert store_of(environment).allows(Purpose.INLINE_MODEL, HOST, one)
    assert not store_of(environment).allows(Purpose.INLINE_MODEL, HOST, two)
    both = await consent(client, "grant", purpose="inlineModel", host=HOST)
    assert {grant["folder"] for grant in both} == {one.as_uri(), two.as_uri()}
    assert len(await consent(client, "list", folder=two.as_uri())) == 1
    assert await consent(client, "list", purpose="embedding") == []
    (large,) = await consent(client, "grant", purpose="embedding", host=HOST, folder=two.as_uri(), model="large")
    assert large["model"] == "large"
    assert await consent(client, "revoke", purpose="inlineModel") == []
    assert [grant["purpose"] for grant in await consent(client, "list")] == ["embedding"]
    store_of(environment).grant(Purpose.INLINE_MODEL, "elsewhere.example", [one])
    assert len(await consent(client, "list")) == 2
    assert list(one.iterdir()) == [], "nothing is kept in the workspace"


async def test_without_a_folder_what_is_outside_is_meant(client: Any, environment: Any) -> None:
    await client.initialize()
    (given,) = await consent(client, "grant", purpose="inlineModel", host=HOST)
    assert "folder" not in given
    assert store_of(environment).allows(Purpose.INLINE_MODEL, HOST, None)


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({}, "action"),
        ({"action": "allow"}, "action"),
        ({"action": "grant", "host": HOST}, "purpose"),
        ({"action": "grant", "purpose": "inlineModel"}, "host"),
        ({"action": "grant", "purpose": "telemetry", "host": HOST}, "purpose"),
        ({"action": "grant", "purpose": "inlineModel", "host": "https://example.com"}, "host"),
        ({"action": "grant", "purpose": "inlineModel", "host": HOST, "folder": "untitled:x"}, "folder"),
        ({"action": "list", "host": 5}, "host"),
    ],
)
async def test_a_wrong_field_is_named(client: Any, folders: Any, params: Any, field: str) -> None:
    await client.initialize(*folders)
    refused = await client.refusal("cotext/consent", params)
    assert refused.code == -32602
    assert refused.message.startswith(f"{field}: ")
    assert await consent(client, "list") == []


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"value": SECRET}, "name"),
        ({"name": "inlineModel.apiKey"}, "value"),
        ({"name": "inlineModel.apiKey", "value": {SECRET: SECRET}}, "value"),
        ({"name": "inlineModel.apiKey", "value": f"{SECRET}\r\nX-Other: 1"}, "value"),
        ({"name": "inlineModel.apiKey", "value": "schlüssel"}, "value"),
        ({"name": "other", "value": SECRET}, "name"),
    ],
)
async def test_a_wrong_secret_is_refused_without_being_told(client: Any, params: Any, field: str) -> None:
    await client.initialize()
    refused = await client.refusal("cotext/setSecret", params)
    assert refused.code == -32602
    assert refused.message.startswith(f"{field}: ")
    assert SECRET not in refused.message


async def test_secrets_are_written_nowhere(start_server: Any, folders: Any, environment: Any, tmp_path: Path) -> None:
    server = await start_server()
    client = server.client
    await client.initialize(*folders, initializationOptions={"settings": {"logLevel": "debug"}})
    assert await client.request("cotext/setSecret", {"name": "inlineModel.apiKey", "value": SECRET}) is None
    for params in ({"name": SECRET, "value": SECRET}, {"value": [SECRET]}, [SECRET]):
        await client.refusal("cotext/setSecret", params)
    client.notify("cotext/setSecret", {"name": "inlineModel.apiKey", "value": SECRET})
    await client.ready()
    await client.leave()
    assert await server.status() == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
    assert written == []
    logs = list(Path(environment["XDG_STATE_HOME"]).rglob("*.log"))
    assert logs or os.name == "nt"
