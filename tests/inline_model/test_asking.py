"""What is asked of each kind of server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cotext.errors import InlineModelError
from cotext.inline_model.asking import Question, asked
from cotext.inline_model.pieces import Piece
from cotext.inline_model.surroundings import Surroundings
from cotext.settings import InlineModelSettings

AT = Surroundings("import lib\n\ndef f():\n    return li", "\n\nf()\n", "src/own.py", "python", "shop")
PIECES = (Piece("lib/worse.py", "W = 1\n"), Piece("lib/best.py", "B = 1\n"))
QUESTION = Question(AT, PIECES)


def settings(kind: str, **others: Any) -> InlineModelSettings:
    return InlineModelSettings(kind=kind, **others)


def test_llama_cpp() -> None:
    request = asked(settings("llama.cpp", max_tokens=40, timeout_ms=900), QUESTION)
    assert request.path == "/infill"
    assert request.body == {
        "input_prefix": "import lib\n\ndef f():\n",
        "prompt": "    return li",
        "input_suffix": "\n\nf()\n",
        "input_extra": [
            {"filename": "lib/worse.py", "text": "W = 1\n"},
            {"filename": "lib/best.py", "text": "B = 1\n"},
        ],
        "n_predict": 40,
        "t_max_predict_ms": 900,
        "temperature": 0,
        "cache_prompt": True,
        "stop": [],
        "stream": True,
    }


def test_openai_puts_the_parts_together_itself() -> None:
    request = asked(settings("openai", model="coder"), QUESTION)
    assert request.path == "/v1/completions"
    comments = "# Path: lib/worse.py\n# W = 1\n# Path: lib/best.py\n# B = 1\n\n"
    assert request.body == {
        "model": "coder",
        "prompt": comments + AT.prefix,
        "suffix": AT.suffix,
        "max_tokens": 128,
        "temperature": 0,
        "stream": True,
    }


def test_openai_with_a_template_sends_no_suffix() -> None:
    request = asked(settings("openai", template="qwen2.5-coder"), QUESTION)
    assert "suffix" not in request.body
    assert "model" not in request.body
    assert request.body["prompt"].startswith("<|repo_name|>shop\n<|file_sep|>lib/worse.py\n")
    assert len(request.body["stop"]) <= 4
    assert set(request.body["stop"]) < set(request.stops)


def test_ollama() -> None:
    request = asked(settings("ollama", model="qwen2.5-coder:1.5b"), QUESTION)
    assert request.path == "/api/generate"
    assert request.body["model"] == "qwen2.5-coder:1.5b"
    assert request.body["suffix"] == AT.suffix
    assert request.body["prompt"].endswith("# B = 1\n\n" + AT.prefix)
    assert request.body["options"] == {"num_predict": 128, "temperature": 0}


def test_ollama_is_always_given_a_suffix() -> None:
    at_the_end = Surroundings("x = ", "", "x.py", "python", "")
    assert asked(settings("ollama", model="m"), Question(at_the_end)).body["suffix"]


def test_ollama_needs_a_model() -> None:
    with pytest.raises(InlineModelError, match=r"cotext\.inlineModel\.model") as caught:
        asked(settings("ollama"), QUESTION)
    assert caught.value.kind == "settings"


@pytest.mark.parametrize("kind", ["llama.cpp", "openai", "ollama"])
def test_one_line_ends_at_its_end(kind: str) -> None:
    request = asked(settings(kind, model="m"), Question(AT, one_line=True))
    assert request.stops == ("\n",)
    assert request.body.get("stop", request.body.get("options", {}).get("stop")) == ["\n"]


@pytest.mark.parametrize("kind", ["llama.cpp", "openai", "ollama"])
def test_without_context_nothing_is_said_of_it(kind: str) -> None:
    request = asked(settings(kind, model="m"), Question(AT))
    assert "Path" not in json.dumps(request.body)
