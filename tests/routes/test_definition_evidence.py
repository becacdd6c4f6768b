from __future__ import annotations

from cotext.records import Position, SymbolKind
from cotext.routes.cursor_context import cursor_context
from cotext.routes.definition_evidence import (
    definition_evidence,
    file_evidence,
    is_exported,
    name_evidence,
    name_traits,
    weigh,
)
from cotext.routes.import_paths import ImportWords
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


def test_a_name_of_the_document_and_one_of_similar_code_have_their_own_evidence() -> None:
    price = name_evidence("Price", CURSOR, SIMILAR)
    assert price["in_document"] == price["in_import"] == price["near_above"] == 1
    of = name_evidence("of", CURSOR, SIMILAR)
    assert "in_document" not in of
    assert of["similar_follows_two"] == of["similar"] == 1


def test_traits_of_a_name_tell_how_rare_it_is() -> None:
    rare, common = name_traits("Price", 0, 100, 1), name_traits("_set", 100, 100, 2)
    assert (rare["unused"], rare["few_definers"], rare["capitalised"]) == (1, 1, 1)
    assert (common["users"], common["few_definers"], common["private"]) == (1, 0.5, 1)
    assert "unused" not in common


def test_the_word_under_the_cursor_stands_out_though_nothing_of_it_is_typed() -> None:
    before = cursor_context(["x = total_price(3)\n"], Position(0, 4))
    assert name_evidence("total_price", before, SIMILAR)["at_cursor"] == 1
    assert "mistyped" not in name_evidence("other", before, SIMILAR)


def test_go_keeps_small_letters_to_their_folder() -> None:
    assert is_exported("Price", "shop/prices.go")
    assert not is_exported("price", "shop/prices.go")
    assert is_exported("price", "shop/prices.py")
    for file, hidden in (({}, True), ({"same_folder": 1.0}, False)):
        found = definition_evidence(
            SymbolKind.FUNCTION,
            "",
            CURSOR,
            in_document=False,
            file_used=0.0,
            members_used=0.0,
            file=file,
            exported=False,
        )
        assert ("unexported" in found) is hidden


def test_the_imported_file_and_tests_are_told_by_their_paths() -> None:
    imports = ImportWords(CURSOR.imports)
    assert file_evidence("shop/prices.py", "shop/till.py", imports, 0.0, 0.0, False)["imported_file"] == 0.5
    assert file_evidence("tests/test_prices.py", "shop/till.py", imports, 0.0, 0.0, False)["example"] == 1


def test_members_of_the_receiver_stand_out() -> None:
    found = definition_evidence(
        SymbolKind.METHOD, "Price", CURSOR, in_document=False, file_used=0.0, members_used=0.0, file={}
    )
    assert found["member callable"] == found["container_receiver"] == found["container_imported"] == 1
    inherited = definition_evidence(
        SymbolKind.METHOD, "Counter", CURSOR, in_document=False, file_used=0.0, members_used=0.0, file={}
    )
    assert inherited["container_inherited"] == 1


def test_what_a_table_lacks_weighs_nothing() -> None:
    assert weigh({"in_document": 1.0, "other": 5.0}, {"in_document": 2.0}) == 2.0


def test_a_file_edited_just_now_stands_out() -> None:
    imports = ImportWords(())
    assert file_evidence("shop/prices.py", "shop/till.py", imports, 0.0, 0.75, False)["recent_file"] == 0.75
    assert "recent_file" not in file_evidence("shop/prices.py", "shop/till.py", imports, 0.0, 0.0, False)
