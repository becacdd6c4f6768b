"""What speaks for a definition being the one that is about to be used: evidence of its name, its file and itself.

Each piece is a number, mostly between 0 and 1, under a name; the sum of value x weight is the score. The weights are
learned (`server/training/`); the table [definition] of `fusion/ranking_weights.toml` holds them. Evidence that is
absent
is left out, which is the same as 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Mapping
from functools import cache, lru_cache

from cotext.index.import_names import path_components, plain_name
from cotext.index.terms import word_parts
from cotext.records import SymbolKind
from cotext.routes.cursor_context import CursorContext
from cotext.routes.import_paths import FULL_MATCH, ImportWords
from cotext.routes.similar_names import SimilarNames

__all__ = [
    "KIND_FAMILIES",
    "Evidence",
    "definition_evidence",
    "file_evidence",
    "is_example_path",
    "is_exported",
    "kind_family",
    "name_evidence",
    "name_traits",
    "weigh",
]

Evidence = dict[str, float]

_NEAR_FADE = 5
"""A name so many lines away counts half."""
_CONTAINER_FADE = 10
_TYPED_LETTERS = 3
"""So many letters typed of a name tell as much as more."""

_EXAMPLE = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|examples?|docs?\w*|samples?|fixtures?|benchmarks?|benches|__tests__)/"
    r"|(?:_test|\.test|\.spec)\.|(?:^|/)test_",
    re.IGNORECASE,
)

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


@cache
def _place_and_kind(place: str, kind: int) -> str:
    return f"{place} {kind_family(kind)}"


def is_exported(name: str, path: str) -> bool:
    """Whether a file in another folder can use a name: in Go, it begins with a capital letter (Go specification,
    "Exported identifiers"). Other languages do not tell by the name."""
    return not path.endswith(".go") or name[:1].isupper()


def weigh(evidence: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The sum of value x weight; what the table lacks weighs nothing."""
    get = weights.get
    return sum([value * get(name, 0.0) for name, value in evidence.items()])


@lru_cache(maxsize=50_000)
def is_example_path(path: str) -> bool:
    """Whether a path is that of a test, an example, a benchmark or documentation."""
    return _EXAMPLE.search(path) is not None


@lru_cache(maxsize=200_000)
def _parts(name: str) -> frozenset[str]:
    return frozenset(word_parts(name))


def name_traits(name: str, users: int, chunks: int, definers: int) -> Evidence:
    """Evidence of a name that is the same for every cursor.

    Args:
        name: as code writes it.
        users: chunks of the index that use the name.
        chunks: all chunks of the index.
        definers: files, besides the cursor's own, that define it.

    Returns:
        `users` (log(1 + n) / log(1 + chunks)), `unused`; `few_definers` (1 / n); `private`, `capitalised`.
    """
    found: Evidence = {"few_definers": 1 / max(1, definers)}
    if users:
        found["users"] = math.log1p(users) / math.log1p(max(users, chunks))
    else:
        found["unused"] = 1.0
    if name[0] == "_":
        found["private"] = 1.0
    elif name[0].isupper():
        found["capitalised"] = 1.0
    return found


def name_evidence(name: str, cursor: CursorContext, similar: SimilarNames) -> Evidence:
    """Evidence of a name for a cursor.

    Args:
        name: as code writes it.
        cursor, similar: what stands around the cursor, and in code like it.

    Returns:
        `in_document`; `near_above` and `near_below` (1 / (1 + lines / 5)); `occurrences` (log(1 + n)); `in_import`;
        `follows_one` and `follows_two`: elsewhere in the document it follows the last one or two tokens before the
        cursor; `member_in_document`: it stands in the document, and a member is asked for; `similar`, `similar_best`,
        `similar_line`, `similar_follows_one`, `similar_follows_two`: see `SimilarNames` (square roots of shares);
        `words_of_line`, `line_likeness`, `words_near`: shares of its words that stand on the line or near it; `typed`:
        it begins with what is typed of it (3 letters: 1), `mistyped` where it does not; `at_cursor`: it is the whole
        word there.
    """
    found: Evidence = {}
    if name in cursor.occurrences:
        found["in_document"] = 1.0
        found["occurrences"] = math.log1p(cursor.occurrences[name])
        if (distance := cursor.above.get(name)) is not None:
            found["near_above"] = 1 / (1 + distance / _NEAR_FADE)
        if (distance := cursor.below.get(name)) is not None:
            found["near_below"] = 1 / (1 + distance / _NEAR_FADE)
        if name in cursor.imported:
            found["in_import"] = 1.0
        if name in cursor.followers.one:
            found["follows_one"] = 1.0
        if name in cursor.followers.two:
            found["follows_two"] = 1.0
        if cursor.place in {"member", "scope"}:
            found["member_in_document"] = 1.0
    if name in similar.share:
        found["similar"] = math.sqrt(similar.share[name])
        found["similar_best"] = similar.best[name]
    if name in similar.same_line:
        found["similar_line"] = similar.same_line[name]
    if name in similar.followers.one:
        found["similar_follows_one"] = math.sqrt(similar.followers.one[name])
    if name in similar.followers.two:
        found["similar_follows_two"] = math.sqrt(similar.followers.two[name])
    if parts := _parts(name):
        if shared := len(parts & cursor.line_parts):
            found["words_of_line"] = shared / len(parts)
            found["line_likeness"] = shared / math.sqrt(len(parts) * len(cursor.line_parts))
        if shared := len(parts & cursor.near_parts):
            found["words_near"] = shared / len(parts)
    if cursor.typed:
        found["typed" if name.startswith(cursor.typed) else "mistyped"] = min(1.0, len(cursor.typed) / _TYPED_LETTERS)
    if name == cursor.at_cursor:
        found["at_cursor"] = 1.0
    return found


def file_evidence(
    path: str, own_path: str, imports: ImportWords, similar: float, recent: float, poor: bool
) -> Evidence:
    """Evidence of the file that holds the definition.

    Args:
        path, own_path: of that file and of the cursor's document, relative; "" for one without a path.
        imports: the document's import statements.
        similar: how near the file's best chunk stands to the top of the similar code, 0 to 1.
        recent: how recently it was edited or opened, 0 to 1.
        poor: generated, vendored or otherwise of poor quality.

    Returns:
        `imported_file`, `imported_folder`: how much of the path an import names; `same_folder`, `shared_folders`
        (share of the path in common); `same_stem`: both are called alike but for the
        extension; `similar_file`; `recent_file`; `example`: a test or example, and the document is none; `any_example`;
        `poor_quality`.
    """
    found: Evidence = {}
    components, folders = path_components(path)
    if value := imports.leads_to(components):
        found["imported_file"] = value
    if value := imports.leads_to(folders):
        found["imported_folder"] = value
    folder, _, name = path.rpartition("/")
    own_folder, _, own_name = own_path.rpartition("/")
    if own_path and folder == own_folder:
        found["same_folder"] = 1.0
    if own_path and (shared := _shared_folders(folder, own_folder)):
        found["shared_folders"] = shared
    if name.split(".")[0] == own_name.split(".")[0]:
        found["same_stem"] = 1.0
    if similar:
        found["similar_file"] = similar
    if recent:
        found["recent_file"] = recent
    if is_example_path(path):
        found["any_example"] = 1.0
        if not is_example_path(own_path):
            found["example"] = 1.0
    if poor:
        found["poor_quality"] = 1.0
    return found


@lru_cache(maxsize=50_000)
def _shared_folders(one: str, other: str) -> float:
    a, b = one.split("/"), other.split("/")
    shared = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return shared / max(len(a), len(b))


def definition_evidence(
    kind: int,
    container: str,
    cursor: CursorContext,
    *,
    in_document: bool,
    file_used: float,
    members_used: float,
    file: Mapping[str, float],
    exported: bool = True,
) -> Evidence:
    """Evidence of the definition itself.

    Args:
        kind: number of the `SymbolKind`.
        container: names around it, joined by ".".
        cursor: what stands around the cursor.
        in_document: whether its name stands in the document.
        file_used: how much else of what its file defines the document uses: sum over names of their rarity.
        members_used: the same of its container's other members.
        file: the evidence of its file.
        exported: whether other folders can name it at all, see `is_exported`.

    Returns:
        `<place> <kind>`: the cursor's place and the family of the kind ("member callable"); `container_near`,
        `container_receiver`, `container_declared`, `container_imported`, `container_inherited`: the container stands
        near
        the cursor, is the receiver, stands where the receiver is declared, in an import, or on the head of the type
        around the cursor; `used_file` (log(1 + file_used)); `container_used` (log(1 + members_used)); `top_level`;
        `imported_and_in_document`;
        `same_folder_new`: in the same folder, and not in the document; `unexported`: in another folder, and not
        exported.
    """
    found: Evidence = {_place_and_kind(cursor.place, kind): 1.0}
    if not exported and "same_folder" not in file:
        found["unexported"] = 1.0
    if file_used > 0:
        found["used_file"] = math.log1p(file_used)
    if container:
        name = plain_name(container)
        distance = min(cursor.above.get(name, _FAR), cursor.below.get(name, _FAR))
        if distance < _FAR:
            found["container_near"] = 1 / (1 + distance / _CONTAINER_FADE)
        elif name in cursor.occurrences:
            found["container_near"] = 1 / _CONTAINER_FADE
        if cursor.receiver and _same(name, cursor.receiver):
            found["container_receiver"] = 1.0
        for evidence, names in _container_in(cursor):
            if name in names:
                found[evidence] = 1.0
        if members_used > 0:
            found["container_used"] = math.log1p(members_used)
    else:
        found["top_level"] = 1.0
    if in_document:
        if file.get("imported_file", 0.0) * FULL_MATCH >= 2:
            found["imported_and_in_document"] = 1.0
    elif "same_folder" in file:
        found["same_folder_new"] = 1.0
    return found


_FAR = 1_000_000


def _container_in(cursor: CursorContext) -> tuple[tuple[str, Container[str]], ...]:
    return (
        ("container_declared", cursor.declaring),
        ("container_imported", cursor.imported),
        ("container_inherited", cursor.inheriting),
    )


def _same(one: str, other: str) -> bool:
    """Equal but for case and underscores: a `header_map` is often a HeaderMap."""
    return one.replace("_", "").lower() == other.replace("_", "").lower()
