from __future__ import annotations

import numpy as np
import pytest

from cotext.records import Position
from cotext.routes.cursor_context import CursorContext, cursor_context
from cotext.routes.name_evidence import name_evidence
from cotext.routes.similar_names import SimilarCode, similar_names

TEXT = [
    "from shop.prices import Price\n",
    "\n",
    "class Till(Counter):\n",
    "    def pay(self):\n",
    "        return Price.",
]
CURSOR = cursor_context(TEXT, Position(4, 21))
SIMILAR = similar_names([SimilarCode("return Price.of(amount)\n", ("Price", "of", "amount"))], CURSOR)


def of_names(names: list[str], cursor: CursorContext = CURSOR, definers: int = 1) -> dict[str, dict[str, float]]:
    found = name_evidence(names, np.full(len(names), definers), cursor, SIMILAR)
    return {name: found.of(place) for place, name in enumerate(names)}


def test_a_name_of_the_document_and_one_of_similar_code_have_their_own_evidence() -> None:
    found = of_names(["Price", "of", "elsewhere"])
    price, of = found["Price"], found["of"]
    assert price["in_document"] == price["in_import"] == price["near_above"] == 1
    assert price["member_in_document"] == 1, "a member is asked for"
    assert "in_document" not in of
    assert of["similar_follows_two"] == of["similar"] == of["similar_best"] == 1
    assert found["elsewhere"] == {"few_definers": 1}


def test_a_name_counts_less_the_further_it_stands() -> None:
    found = of_names(["pay", "Till"])
    assert 1 > found["pay"]["near_above"] > found["Till"]["near_above"] > 0


def test_spelling_and_definers_are_told() -> None:
    found = of_names(["Price", "_set", "total"], definers=4)
    assert {name: ("capitalised" in one, "private" in one) for name, one in found.items()} == {
        "Price": (True, False),
        "_set": (False, True),
        "total": (False, False),
    }
    assert {one["few_definers"] for one in found.values()} == {0.25}


def test_words_shared_with_the_line_and_the_lines_around() -> None:
    found = of_names(["price_list", "pay_all", "nothing_else"])
    assert found["price_list"]["words_of_line"] == found["price_list"]["words_near"] == 0.5
    assert 0 < found["price_list"]["line_likeness"] < 1
    assert found["pay_all"]["words_near"] == 0.5
    assert "words_of_line" not in found["pay_all"]
    assert "words_near" not in found["nothing_else"]


@pytest.mark.parametrize(("typed", "worth"), [("t", 1 / 3), ("to", 2 / 3), ("tot", 1.0), ("tota", 1.0)])
def test_what_is_typed_speaks_for_what_begins_so_and_against_all_else(typed: str, worth: float) -> None:
    cursor = cursor_context([f"x = {typed}\n"], Position(0, 4 + len(typed)))
    found = of_names(["total", "other"], cursor)
    assert found["total"]["typed"] == pytest.approx(worth)
    assert found["other"]["mistyped"] == pytest.approx(worth)
    assert "mistyped" not in found["total"]


def test_the_word_under_the_cursor_stands_out_though_nothing_of_it_is_typed() -> None:
    before = cursor_context(["x = total_price(3)\n"], Position(0, 4))
    found = of_names(["total_price", "other"], before)
    assert found["total_price"]["at_cursor"] == 1
    assert "mistyped" not in found["other"]


def test_no_names_have_no_evidence() -> None:
    assert name_evidence([], np.zeros(0, np.int64), CURSOR, SIMILAR).values.shape[1] == 0
