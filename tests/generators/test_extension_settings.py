from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cotext.settings import USER_LEVEL, Settings, described_settings
from cotext.settings_from_client import from_client
from generators.extension_settings import TARGET, generate, main, properties


@pytest.mark.skipif(not TARGET.exists(), reason="there is no extension yet")
def test_the_extension_has_todays_settings() -> None:
    """Else run `make generate`."""
    text = TARGET.read_text(encoding="utf-8")
    assert text == generate(text)


def test_the_defaults_are_the_servers() -> None:
    defaults = {name: one["default"] for name, one in properties().items()}
    assert from_client(defaults) == (Settings(), [])
    assert list(defaults) == [name for name, _ in described_settings()]


def test_a_workspace_cannot_set_what_is_the_users() -> None:
    assert {name for name, one in properties().items() if one["scope"] == "machine"} == USER_LEVEL


def test_types_say_what_the_server_takes() -> None:
    shown = properties()
    assert shown["cotext.completion.maxChunks"]["minimum"] == 1
    assert shown["cotext.embedding.allowDownload"]["type"] == "boolean"
    assert (
        shown["cotext.index.exclude"].items() >= {"type": "array", "items": {"type": "string"}, "default": []}.items()
    )
    assert shown["cotext.inlineModel.kind"]["enum"] == ["none", "llama.cpp", "openai", "ollama"]
    for name, one in shown.items():
        for choice in one.get("enum", ()):
            assert from_client({name: choice})[1] == []
        if "minimum" in one:
            assert from_client({name: one["minimum"]})[1] == []
            assert len(from_client({name: one["minimum"] - 1})[1]) == 1


KEYS = ["cotext.interpreter", "cotext.completion.gone", "cotext.logLevel", "other.index", "cotext"]


@given(
    st.dictionaries(st.sampled_from(KEYS), st.fixed_dictionaries({"type": st.just("string")})),
    st.sampled_from([2, 4, "\t"]),
)
@hypothesis_settings(deadline=None)
def test_what_is_not_the_servers_stays(present: dict[str, Any], indent: Any) -> None:
    package = {"name": "x", "contributes": {"commands": [], "configuration": {"title": "T", "properties": present}}}
    text = generate(json.dumps(package, indent=indent))
    written = json.loads(text)
    listed = written["contributes"]["configuration"].pop("properties")
    kept = {name: one for name, one in present.items() if name in ("cotext.interpreter", "other.index", "cotext")}
    assert listed == {**kept, **properties()}
    assert written == {"name": "x", "contributes": {"commands": [], "configuration": {"title": "T"}}}
    assert generate(text) == text
    assert text == json.dumps(json.loads(text), indent=indent, ensure_ascii=False) + "\n"


def test_a_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}")
    assert main([str(tmp_path / "package.json")]) == 0
    assert json.loads((tmp_path / "package.json").read_text())["contributes"]["configuration"]["properties"]
