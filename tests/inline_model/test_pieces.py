"""The order of context: what the model's server has read stays where it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cotext.inline_model.pieces import Piece, in_stable_order, within

PIECES = st.lists(st.builds(Piece, st.sampled_from("abcdefgh"), st.sampled_from(["x", "yy", "zzz"])), unique=True)


def pieces(names: str) -> list[Piece]:
    return [Piece(name, name) for name in names]


def names(found: tuple[Piece, ...]) -> str:
    return "".join(one.path for one in found)


def test_the_first_time_the_best_comes_last() -> None:
    assert names(in_stable_order([], pieces("abc"))) == "cba"


def test_another_rank_of_the_same_pieces_changes_nothing() -> None:
    assert names(in_stable_order(pieces("cba"), pieces("bca"))) == "cba"


def test_what_is_gone_is_dropped_and_what_is_new_comes_last() -> None:
    assert names(in_stable_order(pieces("dcba"), pieces("xacyd"))) == "dcayx"


def test_where_little_is_known_rank_decides() -> None:
    assert names(in_stable_order(pieces("cba"), pieces("xayz"))) == "zyax"


@given(PIECES, PIECES)
def test_what_is_sent_is_what_is_wanted(previous: list[Piece], wanted: list[Piece]) -> None:
    sent = in_stable_order(previous, wanted)
    assert len(sent) == len(set(sent))
    assert set(sent) == set(wanted)


@given(PIECES, PIECES)
def test_the_order_holds_from_request_to_request(previous: list[Piece], wanted: list[Piece]) -> None:
    sent = in_stable_order(previous, wanted)
    assert in_stable_order(sent, wanted) == sent
    assert in_stable_order(sent, wanted[::-1]) == sent


@given(PIECES, PIECES)
def test_what_stays_is_in_front_in_its_order(previous: list[Piece], wanted: list[Piece]) -> None:
    kept = [one for one in previous if one in wanted]
    sent = list(in_stable_order(previous, wanted))
    new = [one for one in wanted[::-1] if one not in kept]
    assert sent == (kept + new if 2 * len(kept) >= len(wanted) else wanted[::-1])


@given(PIECES, st.integers(0, 12))
def test_no_more_characters_than_allowed(found: list[Piece], characters: int) -> None:
    chosen = within(found, characters)
    assert sum(len(one.text) for one in chosen) <= characters
    assert [one for one in found if one in chosen] == chosen
    left = characters - sum(len(one.text) for one in chosen)
    assert all(len(one.text) > left for one in found if one not in chosen)
