from typing import get_args

import pytest
from tree_sitter_language_pack import SupportedLanguage

from cotext.chunking.languages import LANGUAGES, document_language, family, grammar_of, language_of_path
from cotext.records import Corpus


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/main.py", "python"),
        ("types.pyi", "python"),
        ("a/b.js", "javascript"),
        ("a/b.jsx", "javascriptreact"),
        ("a/b.d.ts", "typescript"),
        ("a/b.tsx", "typescriptreact"),
        ("lib.rs", "rust"),
        ("vector.h", "cpp"),
        ("vector.c", "c"),
        ("OLD.C", "cpp"),
        ("Program.cs", "csharp"),
        ("deploy.sh", "shellscript"),
        ("View.vue", "vue"),
        ("README.md", "markdown"),
        ("analysis.ipynb", "notebook"),
        ("Dockerfile", "dockerfile"),
        ("Dockerfile.production", "dockerfile"),
        ("GNUmakefile", "makefile"),
        ("CMakeLists.txt", "cmake"),
        ("requirements.txt", "pip-requirements"),
        ("notes.txt", "plaintext"),
        (".gitignore", "ignore"),
        (".bashrc", "shellscript"),
        ("config.cmake.in", "cmake"),
        ("a.b.c.py", "python"),
        (r"C:\work\main.go", "go"),
        (r"\\server\share\Makefile", "makefile"),
        ("README.MD", "markdown"),
        ("unknown.qqq", "plaintext"),
        ("noextension", "plaintext"),
        ("", "plaintext"),
        ("trailing.", "plaintext"),
        (".py", "python"),
    ],
)
def test_language_of_path(path: str, language: str) -> None:
    assert language_of_path(path) == language


@pytest.mark.parametrize(
    ("first_line", "language"),
    [
        ("#!/bin/sh\n", "shellscript"),
        ("#!/usr/bin/env python3\n", "python"),
        ("#!/usr/bin/env -S FOO=1 node --trace\n", "javascript"),
        ("#! /usr/local/bin/ruby2.7\n", "ruby"),
        ("#!/usr/bin/unheard-of\n", "plaintext"),
        ("import os\n", "plaintext"),
    ],
)
def test_a_script_without_extension_is_known_by_its_first_line(first_line: str, language: str) -> None:
    assert language_of_path("bin/tool", first_line) == language
    assert language_of_path("bin/tool.go", first_line) == "go"


@pytest.mark.parametrize(
    ("document", "language_id", "language"),
    [
        ("file:///a/b.py", "python", "python"),
        ("file:///a/b.py", "plaintext", "python"),
        ("file:///a/b.py", "", "python"),
        ("file:///a/b.py", "javascript", "javascript"),
        ("file:///a/b.ts", "javascriptreact", "typescript"),
        ("file:///a/b.h", "c", "cpp"),
        ("file:///a/b.h", "objective-c", "cpp"),
        ("file:///a/b.qqq", "ruby", "ruby"),
        ("file:///a/b.qqq", "", "plaintext"),
        ("file:///a/b%2Epy", "plaintext", "python"),
        ("file:///c%3A/a/b.go?x=1.py#f.rs", "plaintext", "go"),
        ("untitled:Untitled-1", "rust", "rust"),
        ("untitled:/a/b.py", "rust", "rust"),
        ("untitled:/a/b.py", "sh", "shellscript"),
        (r"C:\a\b.kt", "plaintext", "kotlin"),
        ("/a/b#c.py", "", "python"),
    ],
)
def test_document_language(document: str, language_id: str, language: str) -> None:
    assert document_language(document, language_id) == language


def test_families() -> None:
    assert {family(one) for one in ("javascript", "typescript", "typescriptreact", "vue", "svelte", "tsx")} == {
        "javascript"
    }
    assert family("c") == family("cpp") == family("objective-c")
    assert len({family(one) for one in ("java", "kotlin", "scala", "groovy")}) == 4
    assert family("some-new-language") == "some-new-language"


def test_every_grammar_named_is_in_the_pack() -> None:
    known = set(get_args(SupportedLanguage))
    used = {language.grammar for language in LANGUAGES.values() if language.grammar is not None}
    assert used <= known
    # Those that only occur inside other languages, are no language of files, or hang (Cobol).
    assert known - used == {
        "cobol",
        "comment",
        "doxygen",
        "gstlaunch",
        "jsdoc",
        "luadoc",
        "luap",
        "markdown_inline",
        "printf",
        "test",
    }


def test_grammar_and_corpus() -> None:
    assert grammar_of("typescriptreact") == "tsx"
    assert grammar_of("sh") == "bash"
    assert grammar_of("plaintext") is None
    assert grammar_of("some-new-language") is None
    assert LANGUAGES["markdown"].corpus is Corpus.STRUCTURED_DOC
    assert LANGUAGES["python"].corpus is Corpus.CODE
