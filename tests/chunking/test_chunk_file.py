"""The promises about any text in any language, and which chunker gets which file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.chunking.chunk_file import DEFINITIONS_PER_CHUNK, chunk_file
from cotext.chunking.languages import LANGUAGES, language_of_path
from cotext.records import ChunkedFile, Corpus
from cotext.workspace.lines import split_lines

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = sorted(path for path in FIXTURES.rglob("*") if path.is_file())
WITH_DEFINITIONS = [
    "python",
    "javascript",
    "typescript",
    "typescriptreact",
    "go",
    "rust",
    "java",
    "c",
    "cpp",
    "csharp",
    "ruby",
    "php",
    "kotlin",
    "swift",
    "scala",
    "lua",
    "shellscript",
    "elixir",
    "haskell",
    "zig",
    "starlark",
]

words = st.sampled_from(
    [
        "def",
        "class",
        "fn",
        "func",
        "function",
        "struct",
        "enum",
        "impl",
        "trait",
        "interface",
        "namespace",
        "module",
        "end",
        "do",
        "let",
        "const",
        "var",
        "type",
        "if",
        "else",
        "for",
        "return",
        "import",
        "export",
        "public",
        "static",
        "void",
        "int",
        "a",
        "b",
        "Foo",
        "bar_baz",
        "é",
        "𝒳",
        "0",
        "1.5",
        "True",
    ]
)
marks = st.sampled_from(
    [*list("(){}[]<>;:,.=+-*/%&|!?@#$'\"`\\~^"), "/*", "*/", "//", "--", '"""', "=>", "->", "::", "{-"]
)
spaces = st.sampled_from(
    [" ", "    ", "\t", "\n", "\n", "\r\n", "\r", "\n\n", "\f", "\v", "\0", "\u2028", "\x85", "\ufeff"]
)
texts = st.one_of(
    st.lists(st.one_of(words, marks, spaces, spaces), max_size=150).map("".join),
    st.lists(st.one_of(words, marks), max_size=60).map(" ".join),
    st.text(max_size=300),
    st.text(st.characters(codec=None), max_size=60),
)


def check(chunked: ChunkedFile, text: str, *, overlap: bool = False) -> None:
    """What holds for every file whose text is indexed. Prose and components may share lines between chunks."""
    lines = split_lines(text)
    assert "".join(lines) == text
    covered: set[int] = set()
    end = 0
    for chunk in chunked.chunks:
        assert 0 <= chunk.lines.start < chunk.lines.end <= len(lines)
        assert chunk.text == "".join(lines[chunk.lines.start : chunk.lines.end])
        assert chunk.text.strip()
        assert overlap or chunk.lines.start >= end
        end = chunk.lines.end
        covered.update(range(chunk.lines.start, chunk.lines.end))
        for one in chunk.definitions:
            assert one.name
            assert chunk.lines.start <= one.name_range.start.line < chunk.lines.end
            assert one.whole.start <= one.signature.start < one.signature.end <= one.whole.end <= len(lines)
            assert 0 <= one.name_range.start.column < one.name_range.end.column or (
                one.name_range.start.line < one.name_range.end.line
            )
        assert len(set(chunk.references)) == len(chunk.references)
        assert not {one.name for one in chunk.definitions} & set(chunk.references)
    missing = [number for number, line in enumerate(lines) if line.strip() and number not in covered]
    assert missing == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_promises_hold_for_every_fixture(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    language = language_of_path(path.name)
    chunked = chunk_file(path.relative_to(FIXTURES).as_posix(), language, text)
    assert chunked == chunk_file(path.relative_to(FIXTURES).as_posix(), language, text)
    assert chunked.degraded in ("", "noGrammar", "parseTimeout", "tooDeep")
    if not chunked.quality.names_only:
        check(chunked, text)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(WITH_DEFINITIONS), texts)
def test_promises_hold_for_generated_text(language: str, text: str) -> None:
    chunked = chunk_file("a", language, text)
    assert chunked == chunk_file("a", language, text)
    assert chunked.degraded in ("", "tooDeep")
    if not chunked.quality.names_only:
        check(chunked, text)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted({*LANGUAGES, "some-new-language"} - {"vue", "svelte", "astro", "markdown", "notebook"})),
    texts,
)
def test_promises_hold_for_every_language(language: str, text: str) -> None:
    chunked = chunk_file("a", language, text)
    assert chunked.degraded != "parseFailed"
    if not chunked.quality.names_only:
        check(chunked, text)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_promises_hold_for_damaged_fixtures(path: Path, data: st.DataObject) -> None:
    text = path.read_bytes().decode("utf-8", "replace")[:20_000]
    start = data.draw(st.integers(0, max(len(text) - 1, 0)))
    end = data.draw(st.integers(start, min(start + 500, len(text))))
    text = text[:start] + data.draw(texts) + text[end:]
    chunked = chunk_file(path.name, language_of_path(path.name), text)
    assert chunked.degraded != "parseFailed"
    if not chunked.quality.names_only:
        check(chunked, text)


@pytest.mark.parametrize("language", WITH_DEFINITIONS)
@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "{\n" * 100_000,
        "[" * 50_000 + "]" * 50_000,
        "a" + ".b" * 50_000,
        "if (a) {} " + "else if (a) {} " * 10_000,
        "class A { " * 3_000,
        "x = '" + "y" * 1_000_000 + "'",
    ],
    ids=["brackets", "braces", "balanced", "chain", "else-if", "classes", "one-line"],
)
def test_hostile_text_is_cut_all_the_same(language: str, text: str) -> None:
    chunked = chunk_file("a", language, text)
    if not chunked.quality.names_only:
        check(chunked, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("shellscript", "{\U000d1669"),
        ("odin", ".\U00101ad8"),
        ("perl", "n#"),
        ("cobol", '"'),
    ],
)
def test_scanners_that_would_crash_or_hang_are_kept_from_it(language: str, text: str) -> None:
    # In a process of its own: given the text as it is, the grammar ends the process, or never returns.
    program = "import sys; from cotext.chunking.chunk_file import chunk_file; chunk_file('a', *sys.argv[1:])"
    subprocess.run([sys.executable, "-c", program, language, text], check=True, timeout=60)


def test_wide_characters_do_not_change_names_or_columns() -> None:
    text = "'漢字 𝒳' ; 数 = 1\u3000\nclass Größe漢: pass\n"
    (chunk,) = chunk_file("a.py", "python", text).chunks
    assert [(one.name, one.name_range.start.column) for one in chunk.definitions] == [("数", 9), ("Größe漢", 6)]


def test_random_bytes() -> None:
    text = bytes(number * number % 251 for number in range(30_000)).decode("latin-1") + os.urandom(5_000).decode(
        "latin-1"
    )
    for language in WITH_DEFINITIONS:
        chunked = chunk_file("a", language, text)
        if not chunked.quality.names_only:
            check(chunked, text)


def test_a_refused_tree_is_cut_by_lines() -> None:
    text = "def a():\n    pass\n\n" + "(((((((((((((((((((\n" * 4_000
    chunked = chunk_file("a.py", "python", text)
    assert chunked.degraded == "tooDeep"
    assert not any(chunk.definitions for chunk in chunked.chunks)
    check(chunked, text)


def test_deep_nesting_keeps_the_definitions_above_it() -> None:
    text = "def a():\n    return " + "f(" * 1_000 + ")" * 1_000 + "\n\ndef b():\n    pass\n"
    chunked = chunk_file("a.py", "python", text)
    assert [one.name for chunk in chunked.chunks for one in chunk.definitions] == ["a", "b"]


def test_a_minified_file_keeps_its_names_alone() -> None:
    text = "".join(f"function f{number}(a,b){{return a+b+{number}}}" for number in range(120))
    chunked = chunk_file("dist/app.js", "javascript", text)
    assert chunked.quality.names_only
    assert [len(chunk.definitions) for chunk in chunked.chunks] == [DEFINITIONS_PER_CHUNK, DEFINITIONS_PER_CHUNK, 20]
    for chunk in chunked.chunks:
        assert (chunk.text, chunk.references, chunk.summary, chunk.embeddable) == ("", (), "", False)
        assert (chunk.lines.start, chunk.lines.end) == (0, 1)


def test_a_poor_file_is_not_embedded() -> None:
    text = "x = [\n" + "    1234567890, 1234567890,\n" * 100 + "]\n"
    chunked = chunk_file("data.py", "python", text)
    assert chunked.quality.poor
    assert not chunked.quality.names_only
    assert not any(chunk.embeddable for chunk in chunked.chunks)
    check(chunked, text)


def test_a_long_line_costs_its_own_chunk_the_vector() -> None:
    body = "".join(f"    step_{number} = follow(the_{number}, path)\n" for number in range(40))
    text = f"def a():\n{body}\n\ndef b():\n    return '{'word ' * 70}'\n\n\n" + "\n\n".join(
        f"def {name}():\n{body}" for name in "cdef"
    )
    chunked = chunk_file("a.py", "python", text)
    embeddable = {one.name: chunk.embeddable for chunk in chunked.chunks for one in chunk.definitions}
    assert embeddable == {"a": True, "b": False, "c": True, "d": True, "e": True, "f": True}


def test_each_file_gets_its_chunker() -> None:
    prose = chunk_file("a.md", "markdown", "# Title\n\nText.\n\n## Part\n\nMore text.\n")
    assert {chunk.corpus for chunk in prose.chunks} == {Corpus.STRUCTURED_DOC}
    cell = {"cell_type": "code", "source": ["import os\n", "def f(): pass\n"], "metadata": {}, "outputs": []}
    notebook = chunk_file("a.ipynb", "notebook", json.dumps({"cells": [cell], "nbformat": 4}, indent=1))
    assert notebook.chunks
    component = chunk_file(
        "a.vue", "vue", "<script lang='ts'>\nexport function useIt() {}\n</script>\n<style>\na {}\n</style>\n"
    )
    assert [one.name for chunk in component.chunks for one in chunk.definitions] == ["useIt"]
    assert [one.name_range.start.line for chunk in component.chunks for one in chunk.definitions] == [1]
    unknown = chunk_file("a.qqq", "some-new-language", "some text\n")
    assert unknown.degraded == "noGrammar"
    assert len(unknown.chunks) == 1
    assert chunk_file("a.txt", "plaintext", "some text\n").degraded == ""


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r\n", "\ufeff"])
@pytest.mark.parametrize("language", ["python", "markdown", "notebook", "vue", "plaintext", "json"])
def test_nothing_makes_no_chunk(text: str, language: str) -> None:
    chunks = chunk_file("a", language, text).chunks
    assert chunks == () or text == "\ufeff"
