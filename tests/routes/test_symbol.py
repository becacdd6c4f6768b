"""Definitions by name: how well a name answers, and how they are found in the index."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cotext.index.reader import IndexSnapshot
from cotext.records import Definition, LineRange, Position, SymbolKind, TextRange
from cotext.routes.source import Filters, Source
from cotext.routes.symbol import definitions_named, symbol
from cotext.routes.symbol_match import EXACT, match_score, parse_name

Index = Callable[[Mapping[str, str]], IndexSnapshot]
MakeSource = Callable[..., Source]


def score(query: str, name: str, container: str = "") -> float:
    at = Position(0, 0)
    definition = Definition(name, SymbolKind.FUNCTION, container, TextRange(at, at), LineRange(0, 1), LineRange(0, 1))
    return match_score(parse_name(query), definition)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        # exact, other case, prefix (shorter first), humps, sub-words, substring
        (
            "parse",
            ["parse", "Parse", "parser", "parseConfiguration", "argparse"],
        ),
        ("pc", ["pc", "PC", "pcap", "parseConfig", "epcot"]),
        ("config parse", ["parseConfig", "parse_the_config_file"]),
        ("parseConfig", ["parseConfig", "parseconfig", "parseConfigFile", "parse_config", "config_parser"]),
    ],
)
def test_better_matches_score_higher(query: str, names: list[str]) -> None:
    scores = [score(query, name) for name in names]
    assert scores == sorted(scores, reverse=True), dict(zip(names, scores, strict=True))
    assert len(set(scores[:-1])) == len(scores[:-1])
    assert score(query, names[0]) == (EXACT if names[0] == query else scores[0])
    assert 0 < scores[0] <= EXACT


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("pc", "parse_config"),
        ("pc", "ParseConfig"),
        ("parcon", "parseConfig"),
        ("pCon", "parseConfig"),
        ("config parse", "parseConfig"),
        ("conf", "parseConfig"),
        ("http2", "sendHTTP2Frame"),
        ("разбор", "разборКонфига"),
        ("解析", "配置解析器"),
    ],
)
def test_matches(query: str, name: str) -> None:
    assert score(query, name) > 0


@pytest.mark.parametrize(
    ("query", "name"),
    [("cp", "parseConfig"), ("xyz", "parseConfig"), ("config config", "parseConfig"), ("a", ""), ("", "parse")],
)
def test_does_not_match(query: str, name: str) -> None:
    assert score(query, name) == 0


@pytest.mark.parametrize(
    ("query", "parsed"),
    [
        ("Parser::parse", (("Parser",), "parse")),
        ("a.b.C#m", (("a", "b", "C"), "m")),
        ("obj->run()", (("obj",), "run")),
        (" parse() ", ((), "parse")),
        ("", ((), "")),
        ("::", ((), "")),
    ],
)
def test_qualified_names(query: str, parsed: tuple[tuple[str, ...], str]) -> None:
    assert parse_name(query) == parsed


def test_the_right_container_counts() -> None:
    assert score("Parser.parse", "parse", "Parser") == EXACT
    assert score("Parser.parse", "parse", "outer.parser") == EXACT
    assert 0 < score("Parser.parse", "parse", "Writer") < score("Parser.parse", "parser", "Parser")


FILES = {
    "config.ts": "export function parseConfig(text: string) {\n  return text;\n}\n",
    "configs.ts": "export class ConfigParser {\n  parse(text: string) {\n    return text;\n  }\n}\n",
    "pcap.py": "def pcap_open(path):\n    return path\n",
    "parser.py": "class Parser:\n    def parse_header(self):\n        pass\n\n\ndef parse():\n    pass\n",
}


@pytest.fixture(scope="module")
def named(index: Index) -> IndexSnapshot:
    return index(FILES)


def names(source: Source, query: str) -> list[str]:
    return [match.definition.name for match in definitions_named(source, query)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("parse", ["parse", "parse", "Parser"]),
        ("parseConfig", ["parseConfig"]),
        ("PARSECONFIG", ["parseConfig"]),
        ("pc", ["pcap_open", "parseConfig"]),
        ("config parse", ["parseConfig", "ConfigParser"]),
        ("header", ["parse_header"]),
        ("Parser.parse_header", ["parse_header"]),
        ("arseconf", ["parseConfig"]),
    ],
)
def test_found_in_the_index(named: IndexSnapshot, source: MakeSource, query: str, first: list[str]) -> None:
    found = names(source(named), query)
    assert sorted(found[: len(first)]) == sorted(first) if query == "config parse" else found[: len(first)] == first


@pytest.mark.parametrize(
    "query", ["", " ", "()", "::", "zzzz", ".*", "[", "\ud800", "a\0b", "x" * 10_000, "解" * 64, "x y " * 999]
)
def test_odd_queries_find_nothing(named: IndexSnapshot, source: MakeSource, query: str) -> None:
    assert definitions_named(source(named), query) == []
    assert symbol(source(named), query, 10) == []


def test_kinds_and_chunks(named: IndexSnapshot, source: MakeSource) -> None:
    classes = source(named, Filters(kinds=(SymbolKind.CLASS,)))
    assert set(names(classes, "parse")) == {"Parser", "ConfigParser"}
    ranked = symbol(source(named), "parse", 10)
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == EXACT
    assert len({candidate for candidate, _ in ranked}) == len(ranked)
    assert len(symbol(source(named), "parse", 1)) == 1


def test_open_documents_come_before_their_indexed_version(named: IndexSnapshot, source: MakeSource) -> None:
    opened = source(named, buffers={"config.ts": "export function parseSettings() {}\n"}, language="typescript")
    assert "parseConfig" not in names(opened, "parse")
    assert names(opened, "parseSettings") == ["parseSettings"]


@pytest.mark.parametrize(
    ("query", "name", "least"),
    [
        ("Router", "Phoenix.Router", 0.98),
        ("router", "Phoenix.Router", 0.95),
        ("Phoenix.Router", "Phoenix.Router", 0.98),
        ("Rou", "Phoenix.Router", 0.8),
    ],
)
def test_the_last_part_of_a_qualified_name_is_nearly_the_name(query: str, name: str, least: float) -> None:
    assert least <= score(query, name) <= EXACT
    assert score("Router", name) < score("Router", "Router")
    assert score("Ecto.Router", name) < score("Phoenix.Router", name)


def test_the_last_part_of_a_qualified_name_is_found_in_the_index(index: Index, source: MakeSource) -> None:
    snapshot = index({"lib/router.ex": "defmodule Phoenix.Router do\n  def routes, do: []\nend\n"})
    for query in ("Router", "router", "Phoenix.Router"):
        matches = definitions_named(source(snapshot, Filters()), query)
        assert matches[0].definition.name == "Phoenix.Router", query
