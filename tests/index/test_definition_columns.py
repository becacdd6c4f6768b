from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cotext.index.definition_columns import DefinitionCollector, DefinitionColumns, DefinitionRows, container_hash
from cotext.index.name_columns import hash_of_name
from cotext.records import SymbolKind

NAMES = ["alpha", "beta", "gamma", "Shop.alpha"]
Definition = tuple[str, int, int, str]
FILES = st.dictionaries(
    st.integers(0, 6),
    st.lists(
        st.tuples(
            st.sampled_from(NAMES), st.integers(0, 3), st.sampled_from([5, 12]), st.sampled_from(["", "A", "B.c_d"])
        ),
        max_size=8,
    ).map(lambda definitions: sorted(definitions, key=lambda one: one[1])),
)


def columns(files: dict[int, list[Definition]]) -> DefinitionColumns:
    gathered = DefinitionCollector()
    for key, definitions in files.items():
        gathered.add(key, *([one[part] for one in definitions] for part in range(4)))  # type: ignore[arg-type]
    return gathered.columns()


def expected(files: dict[int, list[Definition]], name: str) -> list[tuple[int, int, int, int]]:
    found = []
    for key, definitions in files.items():
        places: dict[int, int] = {}
        for written, ordinal, kind, container in definitions:
            place = places[ordinal] = places.get(ordinal, -1) + 1
            if name in (written, written.rpartition(".")[2]):
                found.append((key << 16 | ordinal, place, kind, container_hash(container)))
    return sorted(found)


def listed(rows: DefinitionRows, number: int) -> list[tuple[int, int, int, int]]:
    mine = rows.take(rows.names == number)
    return list(zip(*(column.tolist() for column in mine[1:]), strict=True))


def hashes(names: list[str]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([hash_of_name(name) for name in names], np.uint64)


@given(FILES, st.lists(st.integers(0, 6), unique=True), FILES)
def test_rows_are_those_of_the_files_that_are_there(
    old: dict[int, list[Definition]], gone: list[int], new: dict[int, list[Definition]]
) -> None:
    new = {key + 10: definitions for key, definitions in new.items()}
    changed = columns(old).changed(gone, columns(new))
    left = {key: definitions for key, definitions in (old | new).items() if key not in gone}
    names = [*NAMES, "unknown", "alpha"]
    rows = changed.rows(hashes(names), 1000)
    assert rows.names.tolist() == sorted(rows.names.tolist())
    for number, name in enumerate(names):
        assert listed(rows, number) == expected(left, name)


def test_a_name_with_more_definitions_than_wanted_has_none() -> None:
    rows = columns({1: [("alpha", 0, 5, ""), ("alpha", 1, 5, ""), ("beta", 1, 5, "")]}).rows(hashes(NAMES), 1)
    assert listed(rows, 0) == []
    assert listed(rows, 1) == [(1 << 16 | 1, 1, 5, 0)]


def test_containers_are_compared_by_their_last_part_however_it_is_spelt() -> None:
    assert container_hash("http.HeaderMap") == container_hash("header_map") != container_hash("header")
    assert container_hash("") == 0


def test_several_as_one() -> None:
    one = columns({1: [("alpha", 0, int(SymbolKind.CLASS), "")]}).rows(hashes(NAMES), 9)
    assert DefinitionRows.joined([one]) is one
    assert DefinitionRows.joined([one, one]).numbers.tolist() == one.numbers.tolist() * 2
