"""Fill-in-the-middle formats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.inline_model.pieces import Piece
from cotext.inline_model.surroundings import Surroundings
from cotext.inline_model.templates import TEMPLATES
from cotext.settings import described_settings

AT = Surroundings("def f():\n    ", "\n\nf()\n", "src/own.py", "python", "shop")
PIECES = [Piece("lib/worse.py", "W = 1"), Piece("lib/best.py", "B = 1\n")]


def test_there_is_one_for_each_that_can_be_set() -> None:
    choices = dict(described_settings())["cotext.inlineModel.template"].choices
    assert set(choices) - {""} == set(TEMPLATES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("qwen2.5-coder", "<|fim_prefix|>def f():\n    <|fim_suffix|>\n\nf()\n<|fim_middle|>"),
        ("starcoder2", "<fim_prefix>def f():\n    <fim_suffix>\n\nf()\n<fim_middle>"),
        ("deepseek-coder", "<｜fim▁begin｜>def f():\n    <｜fim▁hole｜>\n\nf()\n<｜fim▁end｜>"),
        ("codellama", "<PRE> def f():\n     <SUF>\n\nf()\n <MID>"),
        ("codestral", "[SUFFIX]\n\nf()\n[PREFIX]def f():\n    "),
    ],
)
def test_without_context(name: str, expected: str) -> None:
    assert TEMPLATES[name].prompt(AT, []) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "qwen2.5-coder",
            "<|repo_name|>shop\n<|file_sep|>lib/worse.py\nW = 1\n<|file_sep|>lib/best.py\nB = 1\n"
            "<|file_sep|>src/own.py\n<|fim_prefix|>def f():\n    <|fim_suffix|>\n\nf()\n<|fim_middle|>",
        ),
        (
            "starcoder2",
            "<repo_name>shop<file_sep>lib/worse.py\nW = 1\n<file_sep>lib/best.py\nB = 1\n"
            "<file_sep><fim_prefix>src/own.py\ndef f():\n    <fim_suffix>\n\nf()\n<fim_middle>",
        ),
        (
            "deepseek-coder",
            "<｜fim▁begin｜>#lib/worse.py\nW = 1\n#lib/best.py\nB = 1\n#src/own.py\ndef f():\n    "
            "<｜fim▁hole｜>\n\nf()\n<｜fim▁end｜>",
        ),
        (
            "codellama",
            "<PRE> # Path: lib/worse.py\n# W = 1\n# Path: lib/best.py\n# B = 1\ndef f():\n     <SUF>\n\nf()\n <MID>",
        ),
        (
            "codestral",
            "[SUFFIX]\n\nf()\n[PREFIX]+++++ lib/worse.py\nW = 1\n\n+++++ lib/best.py\nB = 1\n\n+++++ src/own.py\n"
            "def f():\n    ",
        ),
    ],
)
def test_with_context(name: str, expected: str) -> None:
    assert TEMPLATES[name].prompt(AT, PIECES) == expected


@pytest.mark.parametrize("name", TEMPLATES)
@given(data=st.data())
def test_marks_in_code_are_no_marks(name: str, data: st.DataObject) -> None:
    """Code that speaks of the format, as this file does, must not be taken for it."""
    template = TEMPLATES[name]
    code = st.lists(st.sampled_from([*template.marks, "<", "|", "x", "[", "PREFIX]", "\n"]), max_size=8).map("".join)
    prefix, suffix, path, text = (data.draw(code) for _ in range(4))
    at = Surroundings(prefix, suffix, path, "python", path)
    written = template.prompt(at, [Piece(path, text)])
    plain = template.prompt(Surroundings("", "", "", "python", ""), [Piece("", "")])
    assert {mark: written.count(mark) for mark in template.marks} == {
        mark: plain.count(mark) for mark in template.marks
    }
