"""What speaks for a name being the one that is about to be written. A pure function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cotext.routes.cursor_context import CursorContext
from cotext.routes.evidence_matrix import EvidenceMatrix
from cotext.routes.similar_names import PARTS_OF_NAME, SimilarNames

__all__ = ["NAME_EVIDENCE", "name_evidence"]

NAME_EVIDENCE = (
    "in_document", "occurrences", "near_above", "near_below", "in_import", "follows_one", "follows_two",
    "member_in_document", "similar", "similar_best", "similar_line", "similar_follows_one", "similar_follows_two",
    "words_of_line", "line_likeness", "words_near", "typed", "mistyped", "at_cursor", "private", "capitalised",
    "few_definers", "unused",
)  # fmt: skip

_NEAR_FADE = 5
"""A name so many lines away counts half."""

_TYPED_LETTERS = 3
"""So many letters typed of a name tell as much as more."""


def name_evidence(
    names: Sequence[str], definers: NDArray[np.int64], cursor: CursorContext, similar: SimilarNames
) -> EvidenceMatrix:
    """Evidence of names for a cursor.

    Args:
        names: as code writes them, each once, none empty.
        definers: how many files, besides the cursor's own, define each; (names,).
        cursor, similar: what stands around the cursor, and in code like it.

    Returns:
        `NAME_EVIDENCE`, a column a name: `in_document`; `near_above` and `near_below` (1 / (1 + lines / 5));
        `occurrences` (log(1 + n)); `in_import`; `follows_one` and `follows_two`: elsewhere in the document it follows
        the last one or two tokens before the cursor; `member_in_document`: it stands in the document, and a member is
        asked for; `similar`, `similar_best`, `similar_line`, `similar_follows_one`, `similar_follows_two`: see
        `SimilarNames` (square roots of shares); `words_of_line`, `line_likeness`, `words_near`: shares of its words
        that stand on the line or near it; `typed`: it begins with what is typed of it (3 letters: 1), `mistyped` where
        it does not; `at_cursor`: it is the whole word there; `private`, `capitalised`; `few_definers` (1 / definers).
        `unused` is left to who knows the index: neither the document nor similar code nor the index uses the name.
    """
    found = EvidenceMatrix(NAME_EVIDENCE, len(names))
    place_of = {name: place for place, name in enumerate(names)}
    _of_document(found, place_of, cursor)
    for evidence, values in (("similar_best", similar.best), ("similar_line", similar.same_line)):
        found.set(evidence, *_present(place_of, values))
    for evidence, shares in (
        ("similar", similar.share),
        ("similar_follows_one", similar.followers.one),
        ("similar_follows_two", similar.followers.two),
    ):
        places, present = _present(place_of, shares)
        found.set(evidence, places, np.sqrt(present))
    _of_words(found, names, cursor)
    if cursor.typed:
        begins = np.array([name.startswith(cursor.typed) for name in names], np.bool_)
        worth = min(1.0, len(cursor.typed) / _TYPED_LETTERS)
        found.set("typed", begins, worth)
        found.set("mistyped", ~begins, worth)
    if cursor.at_cursor in place_of:
        found.set("at_cursor", place_of[cursor.at_cursor], 1.0)
    found.set("private", [place for place, name in enumerate(names) if name[0] == "_"], 1.0)
    found.set("capitalised", [place for place, name in enumerate(names) if name[0].isupper()], 1.0)
    found.set("few_definers", slice(None), 1 / np.maximum(definers, 1))
    return found


def _of_document(found: EvidenceMatrix, place_of: Mapping[str, int], cursor: CursorContext) -> None:
    places, counts = _present(place_of, cursor.occurrences)
    found.set("in_document", places, 1.0)
    found.set("occurrences", places, np.log1p(counts))
    for evidence, distances in (("near_above", cursor.above), ("near_below", cursor.below)):
        near, lines = _present(place_of, distances)
        found.set(evidence, near, 1 / (1 + lines / _NEAR_FADE))
    for evidence, names in (
        ("in_import", cursor.imported),
        ("follows_one", cursor.followers.one),
        ("follows_two", cursor.followers.two),
    ):
        found.set(evidence, [place_of[name] for name in names if name in place_of], 1.0)
    if cursor.place in {"member", "scope"}:
        found.set("member_in_document", places, 1.0)


def _present(place_of: Mapping[str, int], values: Mapping[str, float]) -> tuple[list[int], NDArray[np.float64]]:
    """The places of the names that have a value, and their values."""
    present = [(place_of[name], value) for name, value in values.items() if name in place_of]
    return [place for place, _ in present], np.array([value for _, value in present], np.float64)


def _of_words(found: EvidenceMatrix, names: Sequence[str], cursor: CursorContext) -> None:
    """The words of each name, compared with those around the cursor."""
    near, line = cursor.near_parts, cursor.line_parts
    every = near | line
    words_near, words_of_line, line_likeness = found["words_near"], found["words_of_line"], found["line_likeness"]
    for place, name in enumerate(names):
        parts = PARTS_OF_NAME[name]
        if parts.isdisjoint(every):
            continue
        words_near[place] = len(parts & near) / len(parts)
        if shared := len(parts & line):
            words_of_line[place] = shared / len(parts)
            line_likeness[place] = shared / (len(parts) * len(line)) ** 0.5
