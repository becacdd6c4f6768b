"""What speaks for a definition, beside its name and its file, being the one about to be used. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cotext.index.definition_columns import DefinitionRows, container_hash
from cotext.records import SymbolKind
from cotext.routes.cursor_context import CursorContext
from cotext.routes.evidence_matrix import EvidenceMatrix
from cotext.routes.import_paths import FULL_MATCH

__all__ = [
    "CONTAINER_EVIDENCE",
    "EXPORTED_BY_CAPITALS",
    "KIND_FAMILIES",
    "REACH_EVIDENCE",
    "definition_evidence",
    "kind_family",
    "reach_evidence",
]

CONTAINER_EVIDENCE = (
    "container_near", "container_receiver", "container_declared", "container_imported", "container_inherited",
)  # fmt: skip

REACH_EVIDENCE = ("unexported", "imported_and_in_document", "same_folder_new")

EXPORTED_BY_CAPITALS = frozenset({"go"})
"""Languages in which other folders can use what begins with a capital letter, and nothing else (Go specification,
"Exported identifiers")."""

_TELLING = 2
"""Components of a path in an import that tell which file it is."""

_CONTAINER_FADE = 10
"""A container whose name stands so many lines away counts half."""

KIND_FAMILIES = ("type", "callable", "module", "value")
_FAMILY_OF_KIND = {
    SymbolKind.CLASS: "type", SymbolKind.ENUM: "type", SymbolKind.INTERFACE: "type", SymbolKind.STRUCT: "type",
    SymbolKind.TYPE_PARAMETER: "type", SymbolKind.OBJECT: "type",
    SymbolKind.FUNCTION: "callable", SymbolKind.METHOD: "callable", SymbolKind.CONSTRUCTOR: "callable",
    SymbolKind.OPERATOR: "callable",
    SymbolKind.NAMESPACE: "module", SymbolKind.MODULE: "module", SymbolKind.PACKAGE: "module",
}  # fmt: skip


def kind_family(kind: int) -> str:
    """One of `KIND_FAMILIES`; `kind` is the number of a `SymbolKind`."""
    return _FAMILY_OF_KIND.get(SymbolKind(kind), "value")


_FAMILY_NUMBERS = np.array(
    [KIND_FAMILIES.index(kind_family(number)) if number else 0 for number in range(max(SymbolKind) + 1)], np.int64
)
"""For each kind's number the place of its family in `KIND_FAMILIES`."""


def definition_evidence(rows: DefinitionRows, cursor: CursorContext) -> EvidenceMatrix:
    """Evidence of definitions for a cursor.

    Args:
        rows: the definitions.
        cursor: what stands around the cursor.

    Returns:
        A column a definition. `<place> <kind>`: the cursor's place and the family of the kind ("member callable");
        `container_near`, `container_receiver`, `container_declared`, `container_imported`, `container_inherited`: the
        container stands near the cursor, is the receiver, stands where the receiver is declared, in an import, or on
        the head of the type around the cursor, all but for case and underscores, because a `header_map` is often a
        HeaderMap; `top_level`: it has no container.
    """
    places = [f"{cursor.place} {family}" for family in KIND_FAMILIES]
    found = EvidenceMatrix((*places, *CONTAINER_EVIDENCE, "top_level"), len(rows.kinds))
    found.values[_FAMILY_NUMBERS[rows.kinds], np.arange(len(rows.kinds))] = 1.0
    within = np.flatnonzero(rows.containers)
    found.set("top_level", rows.containers == 0, 1.0)
    told = _containers(cursor)
    containers: list[int] = rows.containers[within].tolist()
    hits = [
        (place, told[container])
        for place, container in zip(within.tolist(), containers, strict=True)
        if container in told
    ]
    if hits:
        values = np.array([value for _, value in hits], np.float32)
        for number, evidence in enumerate(CONTAINER_EVIDENCE):
            found.set(evidence, [place for place, _ in hits], values[:, number])
    return found


def reach_evidence(names: EvidenceMatrix, files: EvidenceMatrix, by_capitals: NDArray[np.bool_]) -> EvidenceMatrix:
    """Evidence of whether and how a document can reach definitions in other files.

    Args:
        names, files: evidence of each definition's name and file, a column a definition.
        by_capitals: whether the file's language tells by the first letter what other folders can use; (definitions,).

    Returns:
        A column a definition. `unexported`: in another folder, and not for others; `imported_and_in_document`;
        `same_folder_new`: in the same folder, and not in the document.
    """
    found = EvidenceMatrix(REACH_EVIDENCE, len(by_capitals))
    in_document, same_folder = names["in_document"] > 0, files["same_folder"] > 0
    found.set("unexported", by_capitals & (names["capitalised"] == 0) & ~same_folder, 1.0)
    found.set("imported_and_in_document", in_document & (files["imported_file"] * FULL_MATCH >= _TELLING), 1.0)
    found.set("same_folder_new", same_folder & ~in_document, 1.0)
    return found


def _containers(cursor: CursorContext) -> Mapping[int, Sequence[float]]:
    """The values of `CONTAINER_EVIDENCE` for containers of which there are any, by `container_hash`."""
    found: dict[int, list[float]] = {}
    for distances in (cursor.below, cursor.above):
        for name, distance in distances.items():
            values = found.setdefault(container_hash(name), [0.0] * len(CONTAINER_EVIDENCE))
            values[0] = max(values[0], 1 / (1 + distance / _CONTAINER_FADE))
    receivers = (cursor.receiver,) if cursor.receiver else ()
    for number, names in enumerate((receivers, cursor.declaring, cursor.imported, cursor.inheriting), 1):
        for name in names:
            found.setdefault(container_hash(name), [0.0] * len(CONTAINER_EVIDENCE))[number] = 1.0
    return found
