"""The keyword route, over the index and over open documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cotext.index.reader import IndexSnapshot
from cotext.index.terms import distinct, keyword_terms
from cotext.records import Corpus, SymbolKind
from cotext.routes.bm25 import bm25
from cotext.routes.source import Filters, Source

Index = Callable[[Mapping[str, str]], IndexSnapshot]
MakeSource = Callable[..., Source]


def weighted(query: str) -> list[tuple[str, float]]:
    return [(term, 1.0) for term in distinct(keyword_terms(query))]


def by_place(source: Source, query: str, depth: int = 1000) -> dict[tuple[str, int], float]:
    """Scores by file and first line."""
    found = {}
    for candidate, score in bm25(source, weighted(query), depth):
        stored = source.stored(candidate)
        found[stored.path, stored.lines.start] = score
    return found


def test_the_best_first(many: IndexSnapshot, source: MakeSource) -> None:
    ranked = bm25(source(many), weighted("parse header"), 50)
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    assert len(ranked) == 50
    assert len({candidate for candidate, _ in ranked}) == 50
    best = source(many).stored(ranked[0][0])
    assert {"parse", "header"} & {part for one in best.definitions for part in one.name.split("_")}


def test_no_terms_and_unknown_terms(many: IndexSnapshot, source: MakeSource) -> None:
    assert bm25(source(many), [], 10) == []
    assert bm25(source(many), weighted("xyzzy"), 10) == []


def test_weights_multiply(many: IndexSnapshot, source: MakeSource) -> None:
    once, twice = bm25(source(many), [("parse", 1.0)], 10), bm25(source(many), [("parse", 2.0)], 10)
    assert [one for one, _ in once] == [one for one, _ in twice]
    assert [score for _, score in twice] == pytest.approx([2 * score for _, score in once], rel=1e-5)


@pytest.mark.parametrize(
    "filters",
    [
        Filters(languages=("python",)),
        Filters(families=("python",)),
        Filters(corpora=(Corpus.CODE,)),
        Filters(kinds=(SymbolKind.FUNCTION,)),
        Filters(folder="core"),
        Filters(folder="ui"),
        Filters(include=("core/**", "net/**")),
        Filters(exclude=("**/*_1*.py",)),
        Filters(languages=("python",), folder="ui/forms", exclude=("**/*_1*.py",), kinds=(SymbolKind.FUNCTION,)),
    ],
)
def test_a_filter_never_changes_a_score(many: IndexSnapshot, source: MakeSource, filters: Filters) -> None:
    everything = by_place(source(many), "parse header of the stream")
    filtered = by_place(source(many, filters), "parse header of the stream")
    assert filtered
    for place, score in filtered.items():
        assert score == pytest.approx(everything[place], rel=1e-6)
    for path, _ in everything.keys() - filtered.keys():
        assert filters.folder or filters.include or filters.exclude, path
    for path, _ in filtered:
        assert path.startswith(filters.folder)
        assert not filters.include or path.startswith(("core/", "net/"))


def test_what_is_filtered_out_is_not_found(many: IndexSnapshot, source: MakeSource) -> None:
    path = many.paths[0]
    assert any(found == path for found, _ in by_place(source(many), "def return"))
    excluded = source(many, Filters(excluded_paths=frozenset([path])))
    assert not any(found == path for found, _ in by_place(excluded, "def return"))
    for nothing in (Filters(languages=("rust",)), Filters(include=("*.rs",)), Filters(folder="cor")):
        assert by_place(source(many, nothing), "parse") == {}


def test_an_open_document_scores_as_its_text_does_in_the_index(
    many: IndexSnapshot, generated: dict[str, str], source: MakeSource
) -> None:
    queries = ["parse header", "config_parse", "def send_packet return", "price 42", "ui forms date", "matrix"]
    compared = 0
    for path in list(generated)[:20]:
        opened = source(many, buffers={path: generated[path]})
        for query in queries:
            indexed = {place: score for place, score in by_place(source(many), query).items() if place[0] == path}
            overlaid = {place: score for place, score in by_place(opened, query).items() if place[0] == path}
            assert overlaid.keys() == indexed.keys()
            for place, score in overlaid.items():
                assert score == pytest.approx(indexed[place], rel=1e-4)
                compared += 1
    assert compared > 100


def test_an_open_document_hides_its_indexed_version(many: IndexSnapshot, source: MakeSource) -> None:
    path = many.paths[0]
    opened = source(many, buffers={path: "def xyzzy():\n    return 'plugh'\n"})
    assert [place for place in by_place(opened, "return") if place[0] == path] == [(path, 0)]
    assert [*by_place(opened, "plugh")] == [(path, 0)]
    emptied = source(many, buffers={path: ""})
    assert not [place for place in by_place(emptied, "return") if place[0] == path]


def test_filters_hold_for_open_documents(many: IndexSnapshot, source: MakeSource) -> None:
    buffers = {"core/new.py": "def xyzzy():\n    pass\n"}
    assert by_place(source(many, Filters(folder="core"), buffers), "xyzzy")
    for filters in (
        Filters(folder="net"),
        Filters(languages=("rust",)),
        Filters(families=("rust",)),
        Filters(corpora=(Corpus.STRUCTURED_DOC,)),
        Filters(kinds=(SymbolKind.CLASS,)),
        Filters(include=("net/**",)),
        Filters(exclude=("core/**",)),
        Filters(excluded_paths=frozenset(["core/new.py"])),
    ):
        assert by_place(source(many, filters, buffers), "xyzzy") == {}, filters


def test_open_documents_without_any_index(source: MakeSource) -> None:
    opened = source(None, buffers={"a.py": "def parse(x):\n    pass\n", "b.py": "header = parse(1)\n"})
    ranked = bm25(opened, weighted("parse header"), 10)
    assert [opened.stored(candidate).path for candidate, _ in ranked] == ["b.py", "a.py"]
    assert [score for _, score in ranked] == [1.0, 0.5]
