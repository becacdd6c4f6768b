import tracemalloc
from importlib import resources

import pytest
from tree_sitter import Query
from tree_sitter_language_pack import get_language

from cotext.chunking.grammar import TreeRefused, parse, query_matches, query_of
from cotext.chunking.languages import LANGUAGES

GRAMMARS = sorted({language.grammar for language in LANGUAGES.values() if language.grammar is not None})


@pytest.mark.parametrize("grammar", [one for one in GRAMMARS if query_of(one) is not None])
def test_queries_compile_and_follow_the_conventions(grammar: str) -> None:
    query = query_of(grammar)
    assert isinstance(query, Query)
    names = {query.capture_name(number) for number in range(query.capture_count)}
    assert "name" in names
    for name in names:
        assert name in ("name", "body", "container", "inner", "outer", "scope") or name.startswith(("_", "definition."))


def test_every_query_file_belongs_to_a_grammar() -> None:
    files = [one.name for one in resources.files("cotext.chunking").joinpath("queries").iterdir()]
    assert len(files) >= 20
    assert {name.removesuffix(".scm") for name in files} <= set(GRAMMARS)


def test_a_parse_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(TreeRefused) as caught:
        parse("python", b"def f():\n    return [1, 2, 3]\n" * 50_000, seconds=0.01)
    assert caught.value.reason == "parseTimeout"
    assert parse("python", b"a = 1\n").root_node.type == "module"


@pytest.mark.parametrize("source", [b"(" * 100_000, b"[" * 100_000, b"{" * 100_000, b"*" * 100_000 + b"p"])
def test_a_node_with_too_many_unnamed_children_is_refused(source: bytes) -> None:
    with pytest.raises(TreeRefused) as caught:
        parse("python", source)
    assert caught.value.reason == "tooDeep"


def test_long_lists_are_not_refused() -> None:
    tree = parse("python", b"a = [" + b"1, " * 50_000 + b"]\n")
    assert tree.root_node.type == "module"


def test_matches_end_at_a_depth() -> None:
    nested = "".join("    " * depth + f"class C{depth}:\n" for depth in range(40)) + "    " * 40 + "pass\n"
    query = query_of("python")
    assert query is not None
    matches = query_matches(query, parse("python", nested.encode()).root_node)
    assert 10 <= len(matches) < 40
    assert get_language("python") is not None


def test_a_scanner_that_reads_anew_at_every_token_does_not_fill_the_memory() -> None:
    entry = '  lazy val `type-{0}`: MediaType =\n    new MediaType("application", "type{0}", List("one", "two"))\n'
    source = ("object Types {\n" + "".join(entry.format(number) for number in range(300)) + "}\n").encode()
    tracemalloc.start()
    try:
        parse("scala", source, 60)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 300 * len(source)
