"""What real editors send with `initialize`, and what broken ones might."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cotext.lsp.options import read_options, section_of
from cotext.lsp.positions import PositionEncoding
from cotext.lsp.requests import initialize
from cotext.settings import Settings
from cotext.workspace.uris import uri_to_path

PAYLOADS = Path(__file__).parent / "initialize_payloads"


def payload(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((PAYLOADS / f"{name}.json").read_text())
    return loaded


def test_visual_studio_code() -> None:
    options = read_options(payload("vscode"))
    assert options.problems == ()
    assert options.settings.completion.max_chunks == 5
    assert options.settings.log_level == "debug"
    assert options.settings.index.exclude == ("**/*.snap",)
    assert options.exclude == ("**/.git", "**/node_modules")
    assert options.encoding == "cp1252"
    assert options.cache_directory == Path("/home/ada/.cache/cotext-test")
    assert list(options.folders.values()) == ["file:///home/ada/shop", "file:///home/ada/tools%20and%20more"]
    assert list(options.folders) == [uri_to_path(uri) for uri in options.folders.values()]
    assert options.process_id == 4242
    assert options.position_encoding is PositionEncoding.UTF_16
    assert options.has_settings
    assert options.pulls_configuration
    assert options.registers_configuration
    assert options.watches_files
    assert options.shows_progress


@pytest.mark.parametrize(
    ("editor", "encoding", "watches"),
    [
        ("neovim", PositionEncoding.UTF_16, False),
        ("helix", PositionEncoding.UTF_8, True),
        ("eglot", PositionEncoding.UTF_32, True),
    ],
)
def test_other_editors(editor: Any, encoding: Any, watches: Any) -> None:
    options = read_options(payload(editor))
    assert options.problems == ()
    assert options.settings == Settings()
    assert not options.has_settings
    assert list(options.folders) == [uri_to_path("file:///home/ada/shop")]
    assert options.position_encoding is encoding
    assert options.watches_files is watches
    assert not options.registers_configuration
    assert options.pulls_configuration
    answered = initialize.answer(options)["capabilities"]
    assert answered["positionEncoding"] == encoding.value


def test_what_the_server_can_do() -> None:
    answer = initialize.answer(read_options({"capabilities": {}}))
    assert answer["capabilities"] == {
        "positionEncoding": "utf-16",
        "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
        "workspaceSymbolProvider": True,
        "executeCommandProvider": {
            "commands": ["cotext.rebuildIndex", "cotext.clearIndex", "cotext.pauseIndexing", "cotext.resumeIndexing"]
        },
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
    }
    assert answer["serverInfo"]["name"] == "cotext"


@pytest.mark.parametrize(
    ("kind", "dynamic", "expected"),
    [("none", False, None), ("none", True, None), ("ollama", False, True), ("ollama", True, None)],
)
def test_inline_completion_is_offered_with_a_model(kind: str, dynamic: bool, expected: bool | None) -> None:
    capabilities = {"textDocument": {"inlineCompletion": {"dynamicRegistration": dynamic}}}
    settings = {"inlineModel": {"kind": kind}}
    options = read_options({"capabilities": capabilities, "initializationOptions": {"settings": settings}})
    assert options.registers_inline_completion is dynamic
    assert initialize.answer(options)["capabilities"].get("inlineCompletionProvider") is expected


@pytest.mark.parametrize(
    ("params", "uris"),
    [
        ({}, []),
        ({"workspaceFolders": None, "rootUri": None}, []),
        ({"workspaceFolders": [], "rootUri": "file:///a"}, []),
        ({"workspaceFolders": None, "rootUri": "file:///a"}, ["file:///a"]),
        ({"rootPath": "/a"}, ["file:///a"]),
        ({"rootPath": "a"}, []),
    ],
)
def test_a_root_counts_only_where_the_client_knows_no_folders(params: Any, uris: Any) -> None:
    assert list(read_options(params).folders.values()) == uris


@pytest.mark.parametrize(
    ("params", "word"),
    [
        ({"initializationOptions": "x"}, "initializationOptions"),
        ({"initializationOptions": {"settings": 5}}, "settings"),
        ({"initializationOptions": {"settings": {"completion": {"maxChunks": "many"}}}}, "cotext.completion.maxChunks"),
        ({"initializationOptions": {"exclude": "**/x"}}, "exclude"),
        ({"initializationOptions": {"exclude": [1]}}, "exclude"),
        ({"initializationOptions": {"encoding": "klingon"}}, "encoding"),
        ({"initializationOptions": {"encoding": 8}}, "encoding"),
        ({"initializationOptions": {"encoding": "base64"}}, "encoding"),
        ({"initializationOptions": {"cacheDirectory": "relative/path"}}, "cacheDirectory"),
        ({"initializationOptions": {"cacheDirectory": 7}}, "cacheDirectory"),
        ({"workspaceFolders": [{"uri": "vscode-vfs://github/a/b"}]}, "vscode-vfs://github/a/b"),
        ({"workspaceFolders": [5]}, "workspace folder"),
    ],
)
def test_a_bad_value_is_told_and_the_default_counts(params: Any, word: Any) -> None:
    options = read_options(params)
    assert len(options.problems) == 1
    assert word in options.problems[0]
    assert (options.settings, options.exclude, options.encoding, options.cache_directory, options.folders) == (
        Settings(),
        (),
        None,
        None,
        {},
    )


@pytest.mark.parametrize("capabilities", [None, 5, [], {"general": 3}, {"general": {"positionEncodings": "utf-8"}}])
def test_odd_capabilities_are_none(capabilities: Any) -> None:
    options = read_options({"capabilities": capabilities, "processId": "x"})
    assert options.position_encoding is PositionEncoding.UTF_16
    assert not options.shows_progress
    assert options.process_id is None


def test_unknown_options_are_ignored() -> None:
    options = read_options({"initializationOptions": {"later": 1, "settings": {"later": {"x": 1}}}})
    assert options.problems == ()


@pytest.mark.parametrize(
    ("editor", "python"),
    [("utf8", "utf-8"), ("utf8bom", "utf-8-sig"), ("iso88591", "iso8859-1"), ("shiftjis", "shift_jis"), ("auto", None)],
)
def test_encodings_as_editors_name_them(editor: Any, python: Any) -> None:
    options = read_options({"initializationOptions": {"encoding": editor}})
    assert (options.encoding, options.problems) == (python, ())


@pytest.mark.parametrize(
    ("settings", "section"),
    [
        (None, None),
        ({}, None),
        ([], None),
        ({"python": {"x": 1}}, None),
        ({"cotext": None}, None),
        ({"cotext": {"logLevel": "debug"}, "python": {}}, {"logLevel": "debug"}),
        ({"cotext.logLevel": "debug", "x": 1}, {"cotext.logLevel": "debug"}),
        ({"completion": {"maxChunks": 3}, "x": 1}, {"completion": {"maxChunks": 3}}),
        ({"cotext": {}}, {}),
    ],
)
def test_the_section_in_a_change_of_configuration(settings: Any, section: Any) -> None:
    assert section_of(settings) == section
