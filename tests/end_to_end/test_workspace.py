"""The installed server over an indexed workspace: questions, edits, files, folders, commands.

One server answers them all; each test leaves the workspace as it found it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import pytest_asyncio

PYTHON = "job_queue_python"
MARKED = "def zanzibar_lighthouse():\n    return 'a name that nothing else has'\n"

pytestmark = pytest.mark.asyncio(loop_scope="module")


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


@pytest.fixture(scope="module")
def workspace(module_workspace: Any) -> Path:
    """A copy of the Python workspace, with an ignored folder."""
    folder: Path = module_workspace(PYTHON)
    (folder / ".gitignore").write_text("scratch/\n")
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def indexed(module_server: Any, workspace: Path) -> AsyncIterator[Any]:
    async with module_server() as server:
        await server.client.initialize(workspace)
        await server.client.ready()
        yield server.client


@pytest_asyncio.fixture(loop_scope="module")
async def client(indexed: Any) -> AsyncIterator[Any]:
    """A client of the one server; closes what the test has left open."""
    yield indexed
    for uri in sorted(indexed.opened):
        indexed.close_document(uri)
    await indexed.ready()


@pytest.mark.parametrize("kind", ["search", "symbol", "context"])
async def test_questions_with_known_answers(client: Any, workspace: Any, questions: Any, kind: Any) -> None:
    asked = [one for one in questions if one["kind"] == kind and one["workspace"] == PYTHON]
    found = 0
    for question in asked:
        if kind == "context":
            document = workspace / question["document"]
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
        wanted = workspace / question["expect"]["path"]
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
    path.write_text(text.removeprefix(MARKED))
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})
    await client.ready()
    assert await client.found("zanzibar_lighthouse") == []


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


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "ignored", "outside"])
async def test_any_document_gets_context(client: Any, workspace: Any, tmp_path: Any, uri: Any) -> None:
    uri = {
        "ignored": (workspace / "scratch" / "try.py").as_uri(),
        "outside": (tmp_path / "elsewhere.py").as_uri(),
    }.get(uri, uri)
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
    assert await client.found("zanzibar_lighthouse") == []
    assert await phase() == "paused"
    assert await client.request("workspace/symbol", {"query": "zanzibar_lighthouse"}) == []

    async def is_empty() -> Any:
        state = (await client.request("cotext/indexStatus", {}))["folders"][0]
        return state["chunks"] == state["files"]["found"] == 0 and state

    assert (await client.until(is_empty, "the index is not cleared"))["phase"] == "paused"
    assert await client.found("zanzibar_lighthouse") == []
    await command("cotext.resumeIndexing")
    await client.ready()
    assert paths(await client.found("zanzibar_lighthouse")) == [path]
    path.unlink()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 3}]})
    await client.ready()
    assert await client.found("zanzibar_lighthouse") == []


async def test_a_bad_regex_is_refused_with_ripgreps_words(client: Any) -> None:
    refused = await client.refusal("cotext/search", {"query": "a(b", "mode": "regex"})
    assert refused.code == -32602
    assert "unclosed group" in refused.message


async def test_cancelling_answers_soon_and_the_server_goes_on(client: Any) -> None:
    waiting = [client.start("cotext/search", {"query": "how is a job taken", "limit": 200}) for _ in range(30)]
    for number, _ in waiting:
        client.notify("$/cancelRequest", {"id": number})
    ended = await asyncio.wait_for(asyncio.gather(*(future for _, future in waiting), return_exceptions=True), 60)
    codes = [getattr(one, "code", None) for one in ended]
    assert codes.count(-32800) >= 25
    assert set(codes) <= {-32800, None}
    assert (await client.request("cotext/search", {"query": ""}))["hits"] == []
