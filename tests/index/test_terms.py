"""Keyword terms in any script."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cotext.index.terms import (
    MAXIMUM_TERM_LENGTH,
    distinct,
    initials,
    keyword_term_text,
    keyword_terms,
    weighted_query_terms,
    word_parts,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("parse", ["parse"]),
        ("parseHTTPHeader_v2", ["parsehttpheader_v2", "parse", "http", "header", "v", "2"]),
        ("snake_case", ["snake_case", "snake", "case"]),
        ("XMLHttpRequest2", ["xmlhttprequest2", "xml", "http", "request", "2"]),
        ("SCREAMING_CASE", ["screaming_case", "screaming", "case"]),
        ("a.b(c)", ["a", "b", "c"]),
        ("__init__", ["__init__", "init"]),
        ("größeMax", ["grössemax", "grösse", "max"]),
        ("GRÖSSE", ["grösse"]),
        ("ＦｕｌｌＷｉｄｔｈ", ["fullwidth", "full", "width"]),
        ("ΟΔΟΣ οδός", ["οδοσ", "οδόσ"]),
        ("разборКонфига", ["разборконфига", "разбор", "конфига"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("配置解析器Config", ["配置解析器config", "配置", "置解", "解析", "析器", "config"]),
        ("設定", ["設定"]),
        ("구성_값", ["구성_값", "구성", "값"]),
        ("x١٢", ["x١٢", "x", "١٢"]),
        ("one one", ["one", "one"]),
        ("", []),
        ("+-*/ \n", []),
    ],
)
def test_terms_of_words(text: str, terms: list[str]) -> None:
    assert keyword_terms(text) == terms


@pytest.mark.parametrize("word", ["été", "größe", "設定", "ガイド", "각도", "ﬁle", "Ｔｅｓｔ"])
def test_a_word_is_the_same_however_it_is_typed(word: str) -> None:
    forms = [unicodedata.normalize(form, word) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    assert len({tuple(keyword_terms(form)) for form in forms}) == 1
    assert len({tuple(word_parts(form)) for form in forms}) == 1


def test_long_words_are_left_out_and_their_parts_kept() -> None:
    whole = "a" * MAXIMUM_TERM_LENGTH
    assert keyword_terms(whole) == [whole]
    assert keyword_terms(whole + "b") == []
    assert keyword_terms("Data" + "x" * MAXIMUM_TERM_LENGTH + "Url") == ["url"]


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=200))
def test_terms_of_any_text(text: str) -> None:
    terms = keyword_terms(text)
    assert " ".join(terms) == keyword_term_text(text)
    for term in terms:
        assert 0 < len(term) <= MAXIMUM_TERM_LENGTH
        assert not any(one.isspace() for one in term)
        # What an index of ours holds can be asked for: no lone surrogate, which Tantivy refuses.
        term.encode("utf-8")


@settings(deadline=None, max_examples=200)
@given(st.from_regex(r"\A\w{1,30}\Z"))
def test_a_word_gives_itself_case_folded_and_its_parts(word: str) -> None:
    word = unicodedata.normalize("NFKC", word)
    assume(re.fullmatch(r"\w+", word) is not None)  # "½" is written as three characters then
    terms, folded = keyword_terms(word), word.casefold()
    if len(folded) <= MAXIMUM_TERM_LENGTH:
        assert terms[0] == folded
    assert [one for one in word_parts(word) if one != folded] == [one for one in terms if one != folded]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.text(st.characters(whitelist_categories=["Ll", "Lu", "Nd"]), min_size=1, max_size=12), max_size=6))
def test_terms_of_a_text_are_those_of_its_words(words: list[str]) -> None:
    assert keyword_terms(" ".join(words)) == [term for word in words for term in keyword_terms(word)]


@pytest.mark.parametrize("name", ["parseConfig", "parse_config", "ParseConfig", "PARSE_CONFIG"])
def test_initials(name: str) -> None:
    assert initials(name) == "pc"


def test_distinct_keeps_the_order_of_first_use() -> None:
    assert distinct(["b", "a", "b", "c", "a"]) == ["b", "a", "c"]


def test_the_whole_identifier_outweighs_its_parts() -> None:
    weights = dict(weighted_query_terms("parseConfig file parse", 64))
    assert weights == {"parseconfig": 4.0, "parse": 1.0, "config": 0.5, "file": 1.0}


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=60))
def test_a_query_has_the_terms_of_its_text(text: str) -> None:
    weighted = weighted_query_terms(text, 1000)
    assert [term for term, _ in weighted] == distinct(keyword_terms(text))
    assert all(0 < weight <= 4 for _, weight in weighted)
    assert weighted_query_terms(text, 2) == weighted[:2]
