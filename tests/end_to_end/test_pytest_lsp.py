"""The installed server, driven by pytest-lsp's client: typed messages, checked against the client's capabilities."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import converters, types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient

PAYLOAD = Path(__file__).parents[1] / "lsp" / "initialize_payloads" / "vscode.json"
ENVIRONMENT = dict(os.environ)
FILES = 1500

pytestmark = pytest.mark.asyncio(loop_scope="module")


class EditorClient(LanguageClient):
    """Keeps what the server tells of its index, and what it registers."""

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        self.states: list[Any] = []
        self.told = asyncio.Event()
        self.registered: list[types.Registration] = []

    def tell(self, status: Any) -> None:
        self.states.append(status.folders[0])
        self.told.set()

    def register(self, params: types.RegistrationParams) -> None:
        self.registered.extend(params.registrations)

    async def until(self, true: Callable[[Any], bool]) -> None:
        """Wait until the state last told is so."""
        while not (self.states and true(self.states[-1])):
            self.told.clear()
            await asyncio.wait_for(self.told.wait(), 60)


def make_client() -> EditorClient:
    client = EditorClient()
    pytest_lsp.client.register_lsp_features(client)

    # pygls writes into the functions that it is given, which bound methods do not allow.
    client.feature("cotext/indexStatusChanged")(lambda params: client.tell(params))
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: client.register(params))
    return client


@pytest.fixture(scope="module", autouse=True)
def own_places(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The server's environment is that of a user who never ran it."""
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        ENVIRONMENT[name] = str(tmp_path_factory.mktemp(name.lower()))


@pytest.fixture(scope="module")
def folder(module_workspace: Callable[[str], Path]) -> Path:
    """The Python workspace, and enough besides to index that it takes a moment."""
    folder = module_workspace("job_queue_python")
    (folder / "many").mkdir()
    for number in range(FILES):
        functions = (f"def number_{number}_{one}(value):\n    return value + {one}\n" for one in range(8))
        (folder / "many" / f"file_{number}.py").write_text("\n\n".join(functions))
    return folder


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(
        server_command=[str(Path(sys.executable).with_name("cotext")), "serve"],
        client_factory=make_client,
        server_env=ENVIRONMENT,
    ),
    scope="module",
)
async def editor(client: LanguageClient, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[None]:
    payload = json.loads(PAYLOAD.read_text())
    payload |= {"processId": os.getpid(), "rootPath": str(folder), "rootUri": folder.as_uri()}
    payload["workspaceFolders"] = [{"uri": folder.as_uri(), "name": folder.name}]
    payload["initializationOptions"]["cacheDirectory"] = str(tmp_path_factory.mktemp("cache"))
    answer = await client.initialize_session(converters.get_converter().structure(payload, types.InitializeParams))
    assert answer.server_info is not None
    assert answer.server_info.name == "cotext"
    assert answer.capabilities.position_encoding == types.PositionEncodingKind.Utf16
    assert answer.capabilities.workspace_symbol_provider is True
    assert answer.capabilities.workspace is not None
    assert answer.capabilities.workspace.workspace_folders is not None
    assert answer.capabilities.workspace.workspace_folders.supported
    yield
    await client.shutdown_session()
    assert client._server is not None
    assert client._server.returncode == 0


async def ask(client: Any, method: str, params: Any) -> Any:
    return await asyncio.wait_for(client.protocol.send_request_async(method, params), 60)


async def ready(client: Any) -> Any:
    while True:
        (state,) = (await ask(client, "cotext/indexStatus", {})).folders
        if state.phase == "ready":
            return state
        await asyncio.sleep(0.05)


async def test_the_first_indexing_is_told_and_shown(editor: EditorClient, folder: Path) -> None:
    await editor.until(lambda state: bool(state.phase == "ready"))
    state = await ready(editor)
    assert state.folder == folder.as_uri()
    assert state.files.found == state.files.indexed + state.files.skipped >= FILES
    phases = list(dict.fromkeys(one.phase for one in editor.states))
    assert phases[-1] == "ready"
    assert set(phases) <= {"scanning", "indexing", "ready"}
    generations = [one.generation for one in editor.states]
    assert generations == sorted(generations)
    (reports,) = editor.progress_reports.values()
    begin, *between, end = reports
    assert isinstance(begin, types.WorkDoneProgressBegin)
    assert folder.name in begin.title
    assert isinstance(end, types.WorkDoneProgressEnd)
    percentages = [one.percentage for one in between if isinstance(one, types.WorkDoneProgressReport)]
    assert len(percentages) == len(between)
    assert percentages == sorted(percentages)
    assert all(0 <= one <= 100 for one in percentages)


async def test_the_server_asks_to_watch_files_and_settings(editor: EditorClient) -> None:
    await ready(editor)
    methods = {one.method for one in editor.registered}
    assert methods == {"workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"}
    assert editor.messages == []


async def test_the_three_questions_and_an_edit(editor: EditorClient, folder: Path) -> None:
    await ready(editor)
    path = folder / "jobline" / "new_file.py"
    text = "from jobline.backoff import jittered_delay\n\nwait = jittered_delay(\n"
    document = types.TextDocumentItem(path.as_uri(), "python", 1, text)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(document))
    context = await ask(
        editor,
        "cotext/completionContext",
        {
            "textDocument": {"uri": path.as_uri(), "version": 1},
            "position": {"line": 2, "character": 22},
            "timeBudgetMs": 5000,
        },
    )
    assert any("def jittered_delay" in chunk.text for chunk in context.chunks)
    assert all(chunk.uri != path.as_uri() for chunk in context.chunks)
    found = await ask(editor, "cotext/search", {"query": "jittered_delay", "limit": 5})
    assert any("def jittered_delay" in hit.text for hit in found.hits)
    symbols = await editor.workspace_symbol_async(types.WorkspaceSymbolParams("jittered_delay"))
    assert symbols
    assert symbols[0].name == "jittered_delay"
    assert symbols[0].kind == types.SymbolKind.Function

    here = types.Position(0, 0)
    change = types.TextDocumentContentChangePartial(types.Range(here, here), "def zanzibar():\n    return 1\n\n\n")
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, path.as_uri()), [change])
    )
    found = await ask(editor, "cotext/search", {"query": "zanzibar", "mode": "keyword"})
    assert [hit.uri for hit in found.hits] == [path.as_uri()]
    editor.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())))
    assert (await ask(editor, "cotext/search", {"query": "zanzibar", "mode": "keyword"})).hits == []


async def test_commands_and_watched_files(editor: EditorClient, folder: Path) -> None:
    await ready(editor)
    await editor.workspace_execute_command_async(types.ExecuteCommandParams("cotext.pauseIndexing"))
    await editor.until(lambda state: bool(state.phase == "paused"))
    await editor.workspace_execute_command_async(types.ExecuteCommandParams("cotext.resumeIndexing"))
    path = folder / "jobline" / "lighthouse.py"
    path.write_text("def lighthouse_of_zanzibar():\n    return 1\n")
    created = types.FileEvent(path.as_uri(), types.FileChangeType.Created)
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([created]))
    await ready(editor)
    symbols = await editor.workspace_symbol_async(types.WorkspaceSymbolParams("lighthouse_of_zanzibar"))
    assert symbols
    assert symbols[0].name == "lighthouse_of_zanzibar"
