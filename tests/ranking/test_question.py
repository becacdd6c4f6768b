from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.ranking.question import QuestionKind, read_question


def alike(_: str) -> float:
    return 1.0


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        ("Router", QuestionKind.SYMBOL, ("Router",)),
        ("Rack::Response", QuestionKind.SYMBOL, ("Rack::Response",)),
        ("parse_config()", QuestionKind.SYMBOL, ("parse_config",)),
        ("größe", QuestionKind.SYMBOL, ("größe",)),
        ("src/flask/app.py", QuestionKind.PATH, ()),
        ("app.py", QuestionKind.PATH, ()),
        ("how are routes registered", QuestionKind.PROSE, ()),
        ("how parseMaybe runs a parser", QuestionKind.MIXED, ("parseMaybe",)),
        ("where is retry_with_backoff called", QuestionKind.MIXED, ("retry_with_backoff",)),
        ("how std.testing.allocate fails", QuestionKind.MIXED, ("std.testing.allocate",)),
        ("где разборКонфига читает", QuestionKind.MIXED, ("разборКонфига",)),
        ("HTTP status of an answer", QuestionKind.PROSE, ()),
        ("what Rack::Lint checks", QuestionKind.MIXED, ("Rack::Lint",)),
        ("配置 解析", QuestionKind.PROSE, ()),
    ],
)
def test_the_kind_of_a_question(text: str, kind: QuestionKind, names: tuple[str, ...]) -> None:
    question = read_question(text, alike)
    assert (question.kind, question.names) == (kind, names)
    assert question.table == ("name" if kind is QuestionKind.SYMBOL else "prose")


def test_words_that_tell_something_share_what_is_asked_by_how_rare_they_are() -> None:
    rarity = {"session": 3.0, "cookies": 1.0}
    question = read_question("how are the session cookies and Cookies", lambda word: rarity.get(word, 0.0))
    assert [(word.text, word.share) for word in question.words] == [("session", 0.75), ("cookies", 0.25)]


def test_a_question_of_nothing_but_stop_words_keeps_them() -> None:
    assert [word.text for word in read_question("how to use it", alike).words] == ["how", "to", "use", "it"]


@pytest.mark.parametrize(
    ("text", "asides"),
    [
        ("tests for the session cookie", {"test"}),
        ("unit tests of the parser", {"test"}),
        ("how setup and teardown hooks are called around each test", set()),
        ("test runner for CLI commands in isolation", {"test"}),
        ("example usage of the client", {"example"}),
        ("deprecated API", {"legacy"}),
        ("documentation of the settings", {"documentation"}),
        ("how latest documents are sent", set()),
    ],
)
def test_what_is_else_ranked_down_can_be_asked_for(text: str, asides: set[str]) -> None:
    assert read_question(text, alike).asides == asides


@given(st.text(max_size=200))
def test_any_text_can_be_asked(text: str) -> None:
    question = read_question(text, alike)
    assert sum(word.share for word in question.words) == pytest.approx(1.0 if question.words else 0.0)


@pytest.mark.parametrize("text", ["a" * 1_000_000, "is " * 300_000, "a.b" * 300_000, "ab/" * 300_000, "aB" * 300_000])
def test_a_pasted_page_takes_no_time(text: str) -> None:
    assert len(read_question(text, alike).words) <= 24
