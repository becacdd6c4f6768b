"""The installed server over its standard streams: index, questions, edits, folders, commands."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

PYTHON = "job_queue_python"
MARKED = "def zanzibar_lighthouse():\n    return 'a name that nothing else has'\n"


def path_of(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))


def paths(chunks: list[dict[str, Any]]) -> list[Path]:
    return [path_of(chunk["uri"]) for chunk in chunks]


def at(line: int, character: int = 0) -> dict[str, int]:
    return {"line": line, "character": character}


def text_of(document: str, span: dict[str, Any]) -> str:
    lines = document.splitlines(keepends=True)
    start: dict[str, int] = span["start"]
    end: dict[str, int] = span["end"]
    if end["character"]:
        return "".join(lines[start["line"] : end["line"]]) + lines[end["line"]][: end["character"]]
    return "".join(lines[start["line"] : end["line"]])


@pytest.fixture
async def workspace(client: Any, copy_workspace: Callable[[str], Path]) -> Path:
    """A copy of the Python workspace, indexed."""
    folder = copy_workspace(PYTHON)
    await client.initialize(folder)
    await client.ready()
    return folder


async def test_the_index_becomes_ready(client: Any, copy_workspace: Any) -> None:
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


async def test_the_client_is_told_of_the_index_and_sees_progress(client: Any, workspace: Any) -> None:
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


@pytest.mark.parametrize("kind", ["search", "symbol", "context"])
async def test_questions_with_known_answers(client: Any, copy_workspace: Any, questions: Any, kind: Any) -> None:
    asked = [one for one in questions if one["kind"] == kind and one["workspace"] == PYTHON]
    folder = copy_workspace(PYTHON)
    await client.initialize(folder)
    await client.ready()
    found = 0
    for question in asked:
        if kind == "context":
            document = folder / question["document"]
            client.open(document.as_uri(), document.read_text())
            position = at(question["line"], question["character"])
            params = {"textDocument": {"uri": document.as_uri()}, "position": position, "timeBudgetMs": 5000}
            answer = await client.request("cotext/completionContext", params)
            assert answer["isIncomplete"] is False
            assert document not in paths(answer["chunks"])
            hits = answer["chunks"]
        elif kind == "symbol":
            symbols = await client.request("workspace/symbol", {"query": question["query"]})
            hits = [{"uri": one["location"]["uri"], "text": one["name"]} for one in symbols[:5]]
        else:
            hits = await client.found(question["query"], "hybrid", limit=5)
        wanted = folder / question["expect"]["path"]
        found += any(path_of(hit["uri"]) == wanted and question["expect"]["name"] in hit["text"] for hit in hits)
    assert asked
    assert found >= 0.8 * len(asked)


async def test_a_chunk_is_the_documents_text_and_says_how_it_was_found(client: Any, workspace: Any) -> None:
    hits = await client.found("delay_before", "hybrid")
    assert hits
    for hit in hits:
        if "outline" not in hit:
            assert hit["text"] == text_of(path_of(hit["uri"]).read_text(), hit["range"])
        assert hit["languageId"]
        assert set(hit["score"]["ranks"]) <= set(hit["matchedBy"])
        assert all(rank >= 1 for rank in hit["score"]["ranks"].values())
    assert hits[0]["symbol"]["kind"] in range(1, 27)


async def test_an_unsaved_edit_is_found_and_gone_when_the_document_is_closed(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "backoff.py"
    uri = path.as_uri()
    client.open(uri, path.read_text())
    change = {"range": {"start": at(0), "end": at(0)}, "text": MARKED}
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    hits = await client.found("zanzibar_lighthouse")
    assert paths(hits) == [path]
    assert "zanzibar_lighthouse" in hits[0]["text"]
    assert [path_of(hit["uri"]) for hit in await client.found("zanzibar_lighthouse", "literal")] == [path]
    client.close_document(uri)
    assert await client.found("zanzibar_lighthouse") == []
    assert await client.found("zanzibar_lighthouse", "literal") == []


async def test_what_an_edit_removes_is_not_found_any_more(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "backoff.py"
    assert path in paths(await client.found("jittered_delay"))
    client.open(path.as_uri(), path.read_text())
    empty = {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [{"text": "# nothing\n"}]}
    client.notify("textDocument/didChange", empty)
    assert path not in paths(await client.found("jittered_delay"))


async def test_answers_spell_the_uri_as_the_client_does(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "backoff.py"
    odd = path.as_uri().replace("backoff", "b%61ckoff")
    client.open(odd, path.read_text())
    assert odd in [hit["uri"] for hit in await client.found("jittered_delay")]


async def test_watched_files_are_followed(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "lighthouse.py"
    path.write_text(MARKED)
    event = {"changes": [{"uri": path.as_uri(), "type": 1}]}
    client.notify("workspace/didChangeWatchedFiles", event)
    await client.ready()
    assert paths(await client.found("zanzibar_lighthouse")) == [path]
    path.unlink()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 3}]})
    await client.ready()
    assert await client.found("zanzibar_lighthouse") == []


async def test_a_saved_document_is_indexed_without_a_watcher(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "backoff.py"
    text = MARKED + path.read_text()
    client.open(path.as_uri(), text)
    path.write_text(text)
    client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
    client.close_document(path.as_uri())
    await client.ready()
    assert paths(await client.found("zanzibar_lighthouse")) == [path]


async def test_folders_come_and_go(client: Any, workspace: Any, copy_workspace: Any) -> None:
    second = copy_workspace("log_parser_rust")
    folder = {"uri": second.as_uri(), "name": "second"}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    status = await client.ready()
    assert [path_of(state["folder"]) for state in status["folders"]] == [workspace, second]
    everywhere = (await client.request("cotext/search", {"query": "parse a line of the log", "limit": 50}))["hits"]
    assert any(path.is_relative_to(second) for path in paths(everywhere))
    only = await client.request("cotext/search", {"query": "delay", "folder": second.as_uri()})
    assert all(path.is_relative_to(second) for path in paths(only["hits"]))
    assert [path_of(state["folder"]) for state in only["states"]] == [second]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
    status = await client.ready()
    assert [path_of(state["folder"]) for state in status["folders"]] == [workspace]
    assert all(path.is_relative_to(workspace) for path in paths(await client.found("parse line log", limit=50)))


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


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "ignored", "outside"])
async def test_any_document_gets_context(client: Any, copy_workspace: Any, tmp_path: Any, uri: Any) -> None:
    folder = copy_workspace(PYTHON)
    (folder / ".gitignore").write_text("scratch/\n")
    uri = {
        "ignored": (folder / "scratch" / "try.py").as_uri(),
        "outside": (tmp_path / "elsewhere.py").as_uri(),
    }.get(uri, uri)
    await client.initialize(folder)
    await client.ready()
    client.open(uri, "from jobline.backoff import jittered_delay\n\nwait = jittered_delay(\n")
    params = {"textDocument": {"uri": uri}, "position": at(2, 22), "timeBudgetMs": 5000}
    chunks = (await client.request("cotext/completionContext", params))["chunks"]
    assert any("def jittered_delay" in chunk["text"] for chunk in chunks)
    found = await client.found("wait jittered_delay")
    assert uri not in [hit["uri"] for hit in found] or uri.startswith("untitled:")


async def test_context_of_a_closed_file_is_read_from_the_disk(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "worker.py"
    params = {"textDocument": {"uri": path.as_uri()}, "position": at(44, 22), "timeBudgetMs": 5000}
    answer = await client.request("cotext/completionContext", params)
    assert answer["chunks"]
    assert answer["query"]["range"]["start"]["line"] <= 44 < answer["query"]["range"]["end"]["line"]


async def test_completion_context_keeps_its_limits(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "worker.py"
    other = workspace / "jobline" / "registry.py"
    params = {"textDocument": {"uri": path.as_uri()}, "position": at(44, 22), "timeBudgetMs": 5000}
    few = await client.request("cotext/completionContext", {**params, "maxChunks": 1})
    assert len(few["chunks"]) == 1
    small = await client.request("cotext/completionContext", {**params, "maxCharacters": 400})
    assert sum(len(chunk["text"]) for chunk in small["chunks"]) <= 400
    without = await client.request("cotext/completionContext", {**params, "excludeUris": [other.as_uri()]})
    assert other not in paths(without["chunks"])


@pytest.mark.parametrize("position", [at(44, 9999), at(9999, 0), at(2**40, 2**40)])
async def test_positions_past_the_end_are_clamped(client: Any, workspace: Any, position: Any) -> None:
    path = workspace / "jobline" / "worker.py"
    params = {"textDocument": {"uri": path.as_uri()}, "position": position, "timeBudgetMs": 5000}
    answer = await client.request("cotext/completionContext", params)
    assert answer["query"]["range"]["end"]["line"] <= len(path.read_text().splitlines())


@pytest.mark.parametrize(("encoding", "unit"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
async def test_edits_and_matches_count_in_the_negotiated_encoding(
    client: Any, copy_workspace: Any, encoding: Any, unit: Any
) -> None:
    folder = copy_workspace(PYTHON)
    capabilities = {"general": {"positionEncodings": [encoding]}}
    answer = await client.initialize(folder, capabilities=capabilities)
    assert answer["capabilities"]["positionEncoding"] == encoding
    await client.ready()
    uri = (folder / "jobline" / "face.py").as_uri()
    client.open(uri, "x = '😀' # here\r\n")
    start = 5 + unit + 4
    change = {"range": {"start": at(0, start), "end": at(0, start + 4)}, "text": "zanzibar"}
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    (hit,) = await client.found("zanzibar", "literal")
    assert hit["text"] == "x = '😀' # zanzibar\r\n"
    assert hit["matches"] == [{"start": at(0, start), "end": at(0, start + 8)}]
    assert hit["score"]["rrf"] == 0


async def test_similar_code_is_elsewhere(client: Any, workspace: Any) -> None:
    path = workspace / "jobline" / "backoff.py"
    params = {"textDocument": {"uri": path.as_uri()}, "range": {"start": at(0), "end": at(30)}, "limit": 3}
    answer = await client.request("cotext/similar", params)
    assert 0 < len(answer["hits"]) <= 3
    assert [state["phase"] for state in answer["states"]] == ["ready"]


async def test_explain_says_where_a_chunk_stands(client: Any, workspace: Any) -> None:
    (first, *_) = await client.found("jittered_delay", "hybrid")
    target = {"uri": first["uri"], "line": first["range"]["start"]["line"]}
    answer = await client.request("cotext/explain", {"query": "jittered_delay", "target": target})
    assert answer["target"]["uri"] == first["uri"]
    assert answer["returned"] is True
    assert answer["finalRank"] == 1
    assert answer["routes"]
    contributions = [abs(one["contribution"]) for one in answer["evidence"]]
    assert contributions == sorted(contributions, reverse=True)
    missing = {"uri": (workspace / "nowhere.py").as_uri(), "line": 0}
    answer = await client.request("cotext/explain", {"query": "jittered_delay", "target": missing})
    assert answer["target"] is None
    assert answer["reason"]
    document = workspace / "jobline" / "worker.py"
    cursor = {"textDocument": {"uri": document.as_uri()}, "position": at(44, 22)}
    answer = await client.request("cotext/explain", {"at": cursor, "target": target})
    assert answer["target"]["uri"] == first["uri"]


async def test_skipped_files_are_listed(client: Any, copy_workspace: Any) -> None:
    folder = copy_workspace(PYTHON)
    (folder / "picture.dat").write_bytes(bytes(range(256)) * 10)
    await client.initialize(folder)
    (state,) = (await client.ready())["folders"]
    assert state["skippedReasons"] == {"binary": 1}
    answer = await client.request("cotext/skippedFiles", {"folder": folder.as_uri()})
    assert answer["total"] == 1
    assert path_of(answer["files"][0]["uri"]) == folder / "picture.dat"
    assert answer["files"][0]["reason"] == "binary"
    assert (await client.request("cotext/skippedFiles", {"folder": folder.as_uri(), "reason": "tooLarge"}))[
        "total"
    ] == 0
    assert (await client.request("cotext/skippedFiles", {"folder": folder.as_uri(), "limit": 0}))["files"] == []


async def test_an_empty_query_has_no_hits(client: Any, workspace: Any) -> None:
    for mode in ("hybrid", "keyword", "semantic", "symbol", "literal", "regex"):
        assert await client.found("", mode) == []
    assert await client.request("workspace/symbol", {"query": ""}) == []


async def test_filters_and_modes(client: Any, workspace: Any) -> None:
    assert await client.found("delay", "keyword", languages=["rust"]) == []
    only = await client.found("delay", "keyword", include=["**/backoff.py"])
    assert set(paths(only)) == {workspace / "jobline" / "backoff.py"}
    assert workspace / "jobline" / "backoff.py" not in paths(await client.found("delay", exclude=["**/backoff.py"]))
    (hit, *_) = await client.found(r"def jittered_\w+", "regex")
    assert hit["matches"]
    assert len(await client.found("e", "literal", limit=5000)) <= 200


async def test_commands_steer_the_index(client: Any, workspace: Any) -> None:
    async def command(name: Any, *arguments: Any) -> Any:
        return await client.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})

    async def phase() -> Any:
        return (await client.request("cotext/indexStatus", {}))["folders"][0]["phase"]

    async def is_paused() -> Any:
        return await phase() == "paused"

    assert await command("cotext.pauseIndexing") is None
    await client.until(is_paused, "indexing does not pause")
    path = workspace / "jobline" / "lighthouse.py"
    path.write_text(MARKED)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 1}]})
    assert await client.found("zanzibar_lighthouse") == []
    await command("cotext.resumeIndexing", workspace.as_uri())
    before = (await client.ready())["folders"][0]["generation"]
    assert paths(await client.found("zanzibar_lighthouse")) == [path]
    await command("cotext.rebuildIndex", workspace.as_uri())

    async def is_rebuilt() -> Any:
        state = (await client.request("cotext/indexStatus", {}))["folders"][0]
        return state["generation"] > before and state["phase"] == "ready"

    await client.until(is_rebuilt, "the index is not rebuilt")
    await command("cotext.clearIndex")
    await client.until(is_paused, "a cleared index is not paused")
    assert await client.found("zanzibar_lighthouse") == []
    await command("cotext.resumeIndexing")
    await client.ready()
    assert paths(await client.found("zanzibar_lighthouse")) == [path]


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


async def test_excluded_files_stay_out(client: Any, copy_workspace: Any) -> None:
    folder = copy_workspace(PYTHON)
    await client.initialize(folder, initializationOptions={"exclude": ["**/backoff.py"]})
    await client.ready()
    assert folder / "jobline" / "backoff.py" not in paths(await client.found("delay", limit=200))


async def test_the_cache_is_where_the_client_says_and_never_in_the_workspace(
    client: Any, copy_workspace: Any, tmp_path: Any
) -> None:
    folder = copy_workspace(PYTHON)
    before = sorted(folder.rglob("*"))
    cache = tmp_path / "another cache"
    await client.initialize(folder, initializationOptions={"cacheDirectory": str(cache)})
    await client.ready()
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
