from __future__ import annotations

from cotext.records import Position, SymbolKind
from cotext.routes.cursor_context import cursor_context
from cotext.routes.definition_evidence import definition_evidence, file_evidence, name_evidence, weigh
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
    price = name_evidence("Price", CURSOR, SIMILAR, users=3, chunks=100, definers=1)
    assert price["in_document"] == price["in_import"] == price["near_above"] == price["few_definers"] == 1
    of = name_evidence("of", CURSOR, SIMILAR, users=3, chunks=100, definers=2)
    assert "in_document" not in of
    assert of["similar_follows_two"] == of["similar"] == 1
    assert of["few_definers"] == 0.5


def test_the_imported_file_and_tests_are_told_by_their_paths() -> None:
    imports = ImportWords(CURSOR.imports)
    assert file_evidence("shop/prices.py", "shop/till.py", imports, 0.0, False)["imported_file"] == 0.5
    assert file_evidence("tests/test_prices.py", "shop/till.py", imports, 0.0, False)["example"] == 1


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
