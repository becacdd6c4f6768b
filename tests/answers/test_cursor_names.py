"""Which names may be about to be used at a cursor."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.answers.cursor_names import SimilarCode, cursor_names, names_of_similar_code
from cotext.answers.query_window import clamp
from cotext.chunking.references import referenced_names
from cotext.records import Position
from cotext.workspace.lines import split_lines

PYTHON = (
    """\
from registry import (
    resolve_handler,
    register_handler,
)
import backoff


def far_away(thing):
    return thing.method()

"""
    + "\n" * 60
    + """\

def run(store):
    job = store.claim_due()
    handler = reso
    handler.call(job)
"""
)
LINES = split_lines(PYTHON)
CURSOR = Position(next(n for n, line in enumerate(LINES) if "= reso" in line), len("    handler = reso"))


def similar(*texts: str) -> list[SimilarCode]:
    return [SimilarCode(text, referenced_names(text, "python")) for text in texts]


def test_near_names_weigh_more_than_imports_and_those_more_than_the_rest() -> None:
    weights = cursor_names(LINES, CURSOR, "python").weights
    assert weights["claim_due"] > weights["register_handler"] > weights["method"] > 0
    assert weights["store"] > weights["call"], "what stands below counts less"
    assert weights["backoff"] == weights["register_handler"], "an import over several lines counts whole"


def test_what_is_typed_already_prefers_names_that_begin_so() -> None:
    found = cursor_names(LINES, CURSOR, "python")
    assert found.typed == "reso"
    assert found.before == ("handler", "=")
    assert found.weights["resolve_handler"] > found.weights["register_handler"]


def test_the_name_under_the_cursor_weighs_most() -> None:
    line = "total = price(item) + discount(item)\n"
    for column in (8, 10, 13):
        weights = cursor_names([line], Position(0, column), "python").weights
        assert max(weights, key=weights.__getitem__) == "price"
    weights = cursor_names([line], Position(0, line.index(" +")), "python").weights
    assert weights["price"] > weights["discount"], "what stands to the right is written already"


def test_similar_code_gives_what_it_uses_after_the_same_tokens() -> None:
    cursor = cursor_names(["value = store.\n"], Position(0, 14), "python")
    assert cursor.before == ("store", ".")
    names = names_of_similar_code(similar("job = store.claim_due()\nother = list.copy()\n", "x = other\n"), cursor)
    assert names["claim_due"] > names["copy"] > names["x"]


def test_the_more_similar_code_counts_more() -> None:
    cursor = cursor_names(["\n"], Position(0, 0), "python")
    names = names_of_similar_code(similar("alpha()\n", "beta()\n"), cursor)
    assert names["alpha"] > names["beta"]


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=200), st.integers(0, 20), st.integers(0, 40), st.sampled_from(["python", "rust", "plaintext"]))
def test_any_text_and_cursor_will_do(text: str, line: int, column: int, language: str) -> None:
    lines = split_lines(text)
    found = cursor_names(lines, clamp(Position(line, column), lines), language)
    assert all(weight > 0 for weight in found.weights.values())
    assert all(name in text for name in found.weights)
    names_of_similar_code([SimilarCode(text, ("name",))], found)
