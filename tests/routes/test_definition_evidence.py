from __future__ import annotations

import numpy as np
import pytest

from cotext.index.definition_columns import DefinitionRows, container_hash
from cotext.records import Position, SymbolKind
from cotext.routes.cursor_context import cursor_context
from cotext.routes.definition_evidence import KIND_FAMILIES, definition_evidence, kind_family, reach_evidence
from cotext.routes.evidence_matrix import EvidenceMatrix
from cotext.routes.file_evidence import FILE_EVIDENCE
from cotext.routes.name_evidence import NAME_EVIDENCE

TEXT = [
    "from shop.prices import Price\n",
    "\n",
    "class Till(Counter):\n",
    "    def pay(self):\n",
    "        return Price.",
]
CURSOR = cursor_context(TEXT, Position(4, 21))


def of_definition(kind: SymbolKind, container: str) -> dict[str, float]:
    rows = DefinitionRows(
        np.array([0]),
        np.array([1], np.uint64),
        np.array([0], np.uint16),
        np.array([int(kind)], np.uint8),
        np.array([container_hash(container)], np.uint64),
    )
    return definition_evidence(rows, CURSOR).of(0)


def test_members_of_the_receiver_stand_out() -> None:
    found = of_definition(SymbolKind.METHOD, "Price")
    assert found["member callable"] == found["container_receiver"] == found["container_imported"] == 1
    assert of_definition(SymbolKind.METHOD, "shop.PRICE")["container_receiver"] == 1, "only the last part is compared"
    assert of_definition(SymbolKind.METHOD, "Counter")["container_inherited"] == 1


def test_a_container_counts_by_how_near_it_stands() -> None:
    near, far = of_definition(SymbolKind.METHOD, "Price"), of_definition(SymbolKind.METHOD, "Till")
    assert near["container_near"] > far["container_near"] > 0
    assert "container_near" not in of_definition(SymbolKind.METHOD, "Elsewhere")


def test_what_has_no_container_is_at_the_top_level() -> None:
    assert of_definition(SymbolKind.CLASS, "") == {"member type": 1, "top_level": 1}


@pytest.mark.parametrize("kind", list(SymbolKind))
def test_every_kind_is_of_one_family(kind: SymbolKind) -> None:
    assert kind_family(kind) in KIND_FAMILIES
    assert of_definition(kind, "")[f"member {kind_family(kind)}"] == 1


@pytest.mark.parametrize(
    ("by_capitals", "capitalised", "same_folder", "hidden"),
    [(True, 0, 0, True), (True, 1, 0, False), (True, 0, 1, False), (False, 0, 0, False)],
)
def test_go_keeps_small_letters_to_their_folder(
    by_capitals: bool, capitalised: int, same_folder: int, hidden: bool
) -> None:
    names, files = EvidenceMatrix(NAME_EVIDENCE, 1), EvidenceMatrix(FILE_EVIDENCE, 1)
    names.set("capitalised", 0, capitalised)
    files.set("same_folder", 0, same_folder)
    assert ("unexported" in reach_evidence(names, files, np.array([by_capitals])).of(0)) is hidden


def test_a_name_of_an_imported_file_and_a_new_one_of_the_same_folder() -> None:
    names, files = EvidenceMatrix(NAME_EVIDENCE, 2), EvidenceMatrix(FILE_EVIDENCE, 2)
    names.set("in_document", 0, 1.0)
    files.set("imported_file", slice(None), 0.5)
    files.set("same_folder", 1, 1.0)
    found = reach_evidence(names, files, np.zeros(2, np.bool_))
    assert [found.of(0), found.of(1)] == [{"imported_and_in_document": 1}, {"same_folder_new": 1}]
