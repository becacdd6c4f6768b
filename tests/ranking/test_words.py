from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.ranking.words import is_stop_word, same_family, stem, stems_of_name


@pytest.mark.parametrize(
    "family",
    [
        ["route", "routes", "routing", "routed", "router"],
        ["register", "registered", "registry", "registering"],
        ["parse", "parser", "parsing", "parsers"],
        ["serialize", "serializer", "serialization", "serialized"],
        ["connect", "connection", "connections", "connected"],
        ["query", "queries", "querying"],
        ["config", "configuration"],
        ["auth", "authentication"],
        ["größe", "größen"],
    ],
)
def test_words_of_one_family_meet(family: list[str]) -> None:
    for one in family:
        for other in family:
            assert same_family(one, other), (one, other)


@pytest.mark.parametrize(("one", "other"), [("command", "commit"), ("context", "content"), ("id", "idle"), ("a", "b")])
def test_others_do_not(one: str, other: str) -> None:
    assert not same_family(one, other)


@given(st.text(max_size=20))
def test_a_stem_begins_its_word_and_is_its_own(word: str) -> None:
    assert word.startswith(stem(word))
    assert stem(stem(word)) == stem(word)
    assert len(stem(word)) >= min(4, len(word))


def test_a_name_has_the_stems_of_its_parts() -> None:
    assert stems_of_name("parseHTTPHeaders") == {stem("parse"), "http", stem("headers")}


def test_stop_words_are_words_of_questions() -> None:
    assert all(map(is_stop_word, ["how", "does", "the", "of"]))
    assert not any(map(is_stop_word, ["session", "middleware", "test"]))
