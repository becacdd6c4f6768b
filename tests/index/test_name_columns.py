"""Names as the columns of the index keep them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cotext.index.name_columns import hash_of_name, hashes_of_names


@given(st.lists(st.text()))
def test_names_have_the_same_hashes_one_by_one_and_together(names: list[str]) -> None:
    assert hashes_of_names(names).tolist() == [hash_of_name(name) for name in names]
