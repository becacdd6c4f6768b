from __future__ import annotations

from dataclasses import replace

import pytest

from cotext.ranking.defined_words import answer_of_names, names_by_stem
from cotext.ranking.question import read_question
from cotext.ranking.search_evidence import ChunkScores, FileScores, best_scores, chunk_evidence, file_evidence, weigh

QUESTION = read_question("how are routes registered", lambda _: 1.0)
SCORES = FileScores(
    path="app/scaffold.py",
    quality=0,
    chunks=3,
    bm25=0.5,
    cosines=[0.6, 0.4, 0.2, 0.1],
    mean_cosine=0.3,
    ranks={"bm25": 6, "embedding": 1},
    symbol=0.0,
    holds_name=False,
    defines=0.0,
    names=names_by_stem(["register_route", "close"]),
    fields={"symbol": 0.9},
    language_share=0.8,
)


def test_names_answer_by_their_words() -> None:
    both = answer_of_names(names_by_stem(["register_route", "route"]), QUESTION)
    assert (both.all_names, both.best_name) == (1.0, 1.0)
    diluted = answer_of_names(names_by_stem(["register_all_known_routes"]), QUESTION)
    assert diluted.best_name == 0.5
    assert answer_of_names({}, QUESTION) == (0.0, 0.0)


def test_evidence_of_a_file() -> None:
    found = file_evidence(SCORES, QUESTION)
    assert (found["bm25_best"], found["bm25_rank"]) == (0.5, 0.5)
    assert (found["cosine_best"], found["cosine_rank"], found["file_cosine"]) == (0.6, 1.0, 0.3)
    assert found["cosine_mean"] == pytest.approx(0.4)
    assert found["in_both"] == found["names_answer"] == found["best_name"] == 1.0
    assert (found["symbol_words"], found["language_share"]) == (0.9, 0.8)
    assert "symbol" not in found


def test_what_no_route_found_is_no_evidence() -> None:
    bare = replace(SCORES, bm25=0.0, cosines=[], mean_cosine=None, ranks={}, names={}, fields={})
    assert set(file_evidence(bare, QUESTION)) == {"depth", "size", "language_share"}


def test_generated_and_vendored_files_are_told_unless_asked_for() -> None:
    marked = replace(SCORES, quality=4 | 8)
    assert {"generated", "vendored"} <= set(file_evidence(marked, QUESTION))
    asked = read_question("generated route tables", lambda _: 1.0)
    assert "generated" not in file_evidence(marked, asked)


def test_a_chunk_is_held_against_the_best_of_its_file() -> None:
    first, second = ChunkScores(0.9, 0.2, 1.0, 0.0, 1.0, 40), ChunkScores(0.4, 0.5, 1.0, 0.0, 1.0, 10)
    found = chunk_evidence(first, best_scores([first, second]), 0)
    assert found == {"behind_cosine": pytest.approx(0.3), "defined_earlier": 1.0}
    later = chunk_evidence(second, best_scores([first, second]), 3)
    assert later == {"behind_bm25": pytest.approx(0.5), "later_chunk": 2.0}


def test_the_only_chunk_of_a_file_has_nothing_against_it() -> None:
    only = ChunkScores(0.1, 0.1, 0.0, 0.0, 0.0, 0)
    assert chunk_evidence(only, best_scores([only]), 0) == {}


def test_what_a_table_lacks_weighs_nothing() -> None:
    assert weigh({"test": 1.0, "other": 5.0}, {"test": -2.0}) == -2.0
