"""The installed server over its standard streams: starts, first indexing, options."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

PYTHON = "job_queue_python"


def path_of(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))


def paths(chunks: list[dict[str, Any]]) -> list[Path]:
    return [path_of(chunk["uri"]) for chunk in chunks]


def at(line: int, character: int = 0) -> dict[str, int]:
    return {"line": line, "character": character}


async def test_the_index_becomes_ready_and_the_client_is_told(client: Any, copy_workspace: Any) -> None:
    folder = copy_workspace(PYTHON)
    answer = await client.initialize(folder)
    assert answer["serverInfo"]["name"] == "cotext"
    assert answer["capabilities"]["positionEncoding"] == "utf-16"
    status = await client.ready()
    (state,) = status["folders"]
    files = state["files"]
    assert path_of(state["folder"]) == folder
    assert files["found"] == files["indexed"] + files["skipped"] == sum(one.is_file() for one in folder.rglob("*"))
    assert state["chunks"] >= files["indexed"] - state["skippedReasons"].get("binary", 0) > 0
    assert state["generation"] >= 1
    assert state["writer"] is True
    assert state["model"]
    assert status["memoryBytes"] > 10_000_000
    assert status["serverVersion"] == answer["serverInfo"]["version"]

    told = [params for method, params in client.notifications if method == "cotext/indexStatusChanged"]

    async def last_is_ready() -> Any:
        told = [params for method, params in client.notifications if method == "cotext/indexStatusChanged"]
        return told and told[-1]["folders"][0]["phase"] == "ready"

    await client.until(last_is_ready, "the last word is not that the index is ready")
    assert told[0]["serverVersion"]
    registered = [params for method, params in client.asked if method == "client/registerCapability"]
    assert {"watchers": [{"globPattern": "**/*"}]} in [
        one["registerOptions"] for params in registered for one in params["registrations"]
    ]
    values = [params["value"] for method, params in client.notifications if method == "$/progress"]
    assert [value["kind"] for value in values if value["kind"] != "report"] in (["begin", "end"], [])


async def test_without_a_folder_everything_answers(client: Any) -> None:
    await client.initialize()
    assert (await client.request("cotext/indexStatus", {}))["folders"] == []
    assert (await client.request("cotext/search", {"query": "x"}))["hits"] == []
    assert await client.request("workspace/symbol", {"query": "x"}) == []
    client.open("untitled:Untitled-1", "import os\nos.\n")
    params = {"textDocument": {"uri": "untitled:Untitled-1"}, "position": at(1, 3), "timeBudgetMs": 5000}
    assert (await client.request("cotext/completionContext", params))["chunks"] == []


async def test_completion_context_before_anything_is_indexed_is_empty_and_incomplete(
    client: Any, copy_workspace: Any
) -> None:
    folder = copy_workspace(PYTHON)
    path = folder / "jobline" / "worker.py"
    await client.initialize(folder)
    client.open(path.as_uri(), path.read_text())
    params = {"textDocument": {"uri": path.as_uri()}, "position": at(44, 22), "timeBudgetMs": 1}
    answer = await client.request("cotext/completionContext", params)
    assert answer["chunks"] == []
    assert answer["isIncomplete"] is True


@pytest.mark.parametrize(("encoding", "unit"), [("utf-8", 4), ("utf-16", 2)])
async def test_edits_and_matches_count_in_the_negotiated_encoding(
    client: Any, copy_workspace: Any, encoding: Any, unit: Any
) -> None:
    folder = copy_workspace(PYTHON)
    capabilities = {"general": {"positionEncodings": [encoding]}}
    answer = await client.initialize(folder, capabilities=capabilities)
    assert answer["capabilities"]["positionEncoding"] == encoding
    uri = (folder / "jobline" / "face.py").as_uri()
    client.open(uri, "x = '😀' # here\r\n")
    start = 5 + unit + 4
    change = {"range": {"start": at(0, start), "end": at(0, start + 4)}, "text": "zanzibar"}
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    (hit,) = await client.found("zanzibar", "literal")
    assert hit["text"] == "x = '😀' # zanzibar\r\n"
    assert hit["matches"] == [{"start": at(0, start), "end": at(0, start + 8)}]
    assert hit["score"]["rrf"] == 0


async def test_settings_are_pushed_or_pulled_and_bad_ones_told_once(client: Any, copy_workspace: Any) -> None:
    folder = copy_workspace(PYTHON)
    client.replies["workspace/configuration"] = [{"completion": {"maxChunks": 2}}]
    capabilities = {"workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}}
    options = {"settings": {"completion": {"maxChunks": "lots"}, "logLevel": 7}, "encoding": "klingon"}
    await client.initialize(folder, capabilities=capabilities, initializationOptions=options)
    await client.ready()
    shown = [params for method, params in client.notifications if method == "window/showMessage"]
    assert len(shown) == 1
    assert all(word in shown[0]["message"] for word in ("maxChunks", "logLevel", "klingon"))

    async def count() -> Any:
        path = folder / "jobline" / "worker.py"
        params = {"textDocument": {"uri": path.as_uri()}, "position": at(44, 22), "timeBudgetMs": 5000}
        return len((await client.request("cotext/completionContext", params))["chunks"])

    assert await count() > 2
    client.notify("workspace/didChangeConfiguration", {"settings": {"cotext": {"completion": {"maxChunks": 1}}}})
    assert await count() == 1
    client.notify("workspace/didChangeConfiguration", {"settings": None})

    async def is_pulled() -> Any:
        return await count() == 2

    await client.until(is_pulled, "the settings are not pulled")
    client.replies["workspace/configuration"] = [None]
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    assert await count() == 2


async def test_what_stays_out_and_where_the_cache_is(client: Any, copy_workspace: Any, tmp_path: Any) -> None:
    folder = copy_workspace(PYTHON)
    (folder / "picture.dat").write_bytes(bytes(range(256)) * 10)
    before, cache = sorted(folder.rglob("*")), tmp_path / "another cache"
    options = {"exclude": ["**/backoff.py"], "cacheDirectory": str(cache)}
    await client.initialize(folder, initializationOptions=options)
    (state,) = (await client.ready())["folders"]
    assert folder / "jobline" / "backoff.py" not in paths(await client.found("delay", limit=200))
    assert state["skippedReasons"] == {"binary": 1}
    asked = {"folder": folder.as_uri()}
    answer = await client.request("cotext/skippedFiles", asked)
    assert answer["total"] == 1
    assert path_of(answer["files"][0]["uri"]) == folder / "picture.dat"
    assert answer["files"][0]["reason"] == "binary"
    assert (await client.request("cotext/skippedFiles", {**asked, "reason": "tooLarge"}))["total"] == 0
    assert (await client.request("cotext/skippedFiles", {**asked, "limit": 0}))["files"] == []
    assert any(cache.rglob("*"))
    assert sorted(folder.rglob("*")) == before


async def test_a_second_start_reads_the_index_of_the_first(start_server: Any, copy_workspace: Any) -> None:
    folder = copy_workspace(PYTHON)
    for _ in range(2):
        server = await start_server()
        await server.client.initialize(folder)
        await server.client.ready()
        assert await server.client.found("jittered_delay")
        await server.client.leave()
        assert await server.status() == 0


async def test_a_folder_that_has_gone_fails_with_a_message(client: Any, tmp_path: Any, copy_workspace: Any) -> None:
    folder = copy_workspace(PYTHON)
    gone = tmp_path / "gone"
    shutil.rmtree(gone, ignore_errors=True)
    await client.initialize(folder, gone)

    async def has_failed() -> Any:
        states = (await client.request("cotext/indexStatus", {}))["folders"]
        return {state["phase"] for state in states} == {"ready", "failed"} and states

    states = await client.until(has_failed, "a missing folder does not fail")
    assert states[1]["message"]
    assert await client.found("jittered_delay")
