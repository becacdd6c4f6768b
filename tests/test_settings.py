from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cotext.settings import (
    USER_LEVEL,
    CompletionSettings,
    EmbeddingSettings,
    IndexSettings,
    InlineModelSettings,
    RankingSettings,
    RetrievalSettings,
    Settings,
    camel,
    described_settings,
)
from cotext.settings_from_client import from_client

README = Path(__file__).parent.parent / "README.md"


def defaults(settings: Any = None, prefix: str = "cotext") -> dict[str, Any]:
    """Every setting's full name and default."""
    settings = Settings() if settings is None else settings
    found: dict[str, Any] = {}
    for one in fields(settings):
        value, name = getattr(settings, one.name), f"{prefix}.{camel(one.name)}"
        found |= defaults(value, name) if is_dataclass(value) else {name: value}
    return found


@pytest.mark.parametrize("section", [None, {}, {"unknown": 1, "completion": {"unknown": 2}}, {"completion": None}])
def test_nothing_known_gives_the_defaults(section: object) -> None:
    assert from_client(section) == (Settings(), [])


@pytest.mark.parametrize(
    "section",
    [
        {"completion": {"maxChunks": 3}, "index": {"exclude": ["a/**"]}, "logLevel": " debug "},
        {"completion.maxChunks": 3.0, "index.exclude": ["a/**"], "logLevel": "debug"},
        {"cotext.completion.maxChunks": 3, "cotext.index.exclude": ("a/**",), "cotext.logLevel": "debug"},
        {"completion": {}, "completion.maxChunks": 3, "index": {"exclude": ["a/**"]}, "logLevel": "debug"},
    ],
)
def test_nested_and_dotted_sections_say_the_same(section: dict[str, object]) -> None:
    expected = Settings(
        completion=CompletionSettings(max_chunks=3), index=IndexSettings(exclude=("a/**",)), log_level="debug"
    )
    assert from_client(section) == (expected, [])


def test_every_setting_can_be_set() -> None:
    section = {
        "embedding": {"model": "owner/model", "allowDownload": True},
        "index": {"exclude": ["x"], "rescanSeconds": 0},
        "completion": {"maxChunks": 1, "maxCharacters": 2, "timeBudgetMs": 0},
        "retrieval": {"profile": "tabby"},
        "ranking": {"weights": "/a/weights.toml"},
        "inlineModel": {
            "kind": "openai",
            "url": "http://localhost:8000",
            "model": "coder",
            "template": "starcoder2",
            "contextCharacters": 0,
            "prefixCharacters": 1,
            "suffixCharacters": 0,
            "maxTokens": 1,
            "debounceMs": 0,
            "timeoutMs": 1,
        },
        "logLevel": "error",
    }
    settings, problems = from_client(section)
    assert problems == []
    assert settings == Settings(
        EmbeddingSettings("owner/model", True),
        IndexSettings(("x",), 0),
        CompletionSettings(1, 2, 0),
        RetrievalSettings("tabby"),
        RankingSettings("/a/weights.toml"),
        InlineModelSettings("openai", "http://localhost:8000", "coder", "starcoder2", 0, 1, 0, 1, 0, 1),
        "error",
    )
    assert [name for name, value in defaults(settings).items() if value == defaults()[name]] == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("completion.maxChunks", "8"),
        ("completion.maxChunks", 0),
        ("completion.maxChunks", True),
        ("completion.maxChunks", 2.5),
        ("completion.timeBudgetMs", -1),
        ("embedding.allowDownload", 1),
        ("embedding.allowDownload", "true"),
        ("embedding.model", "  "),
        ("embedding.model", ["builtin"]),
        ("index.exclude", "a/**"),
        ("index.exclude", ["a", 1]),
        ("retrieval.profile", "other"),
        ("inlineModel.kind", "other"),
        ("inlineModel.kind", ""),
        ("inlineModel.template", "Qwen2.5-Coder"),
        ("inlineModel.timeoutMs", 0),
        ("logLevel", "loud"),
    ],
)
def test_a_bad_value_is_told_and_the_default_counts(name: str, value: object) -> None:
    settings, problems = from_client({name: value, "index.rescanSeconds": 7})
    assert settings == Settings(index=IndexSettings(rescan_seconds=7))
    assert len(problems) == 1
    assert f"cotext.{name} cannot be" in problems[0]


@pytest.mark.parametrize(("section", "told"), [(5, "must be an object"), ({"completion": 5}, "must be an object")])
def test_what_is_no_object_is_told(section: object, told: str) -> None:
    settings, problems = from_client(section)
    assert settings == Settings()
    assert told in problems[0]


NAMES = ["cotext", "completion", "completion.maxChunks", "maxChunks", "index.exclude.x", "embedding", "model", "", ".."]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)


@given(JSON)
@hypothesis_settings(max_examples=200, deadline=None)
def test_any_json_gives_settings(section: object) -> None:
    settings, problems = from_client(section)
    assert isinstance(settings, Settings)
    assert all(problem.startswith("cotext") for problem in problems)


def test_user_level_names_are_settings() -> None:
    assert set(defaults()) >= USER_LEVEL


def test_every_setting_is_described() -> None:
    assert {name: one.default for name, one in described_settings()} == defaults()
    assert [name for name, one in described_settings() if not one.description.endswith((".", ")"))] == []


def test_what_can_send_code_out_is_user_level() -> None:
    assert {f"cotext.inlineModel.{name}" for name in ("kind", "url", "model", "template")} < USER_LEVEL


def test_the_readme_lists_every_setting() -> None:
    rows = re.findall(r"^\| `cotext\..*$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [
        f"| `{name}` | `{json.dumps(one.default)}` | {one.description}{' User level only.' if one.user_level else ''} |"
        for name, one in described_settings()
    ]
