"""What of the fused list is kept; the `tabby` profile number by number."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.fusion.profiles import DEFAULT, PROFILES, TABBY, Profile
from cotext.fusion.reciprocal_rank import Fused, fuse
from cotext.fusion.selection import above_thresholds, finish, limit_per_file, near_the_best

Item = tuple[str, int]


def file_of(item: Item) -> str:
    return item[0]


def chunk(file: str, number: int = 0) -> Item:
    return file, number


def kept(bm25: list[tuple[Item, float]], embedding: list[tuple[Item, float]], profile: Profile = TABBY) -> list[Item]:
    fused = fuse({"bm25": bm25, "embedding": embedding}, k=profile.k)
    return [one.item for one in finish(fused, profile, file_of)]


def test_the_numbers_of_tabby() -> None:
    assert PROFILES["tabby"] is TABBY
    assert (TABBY.depth, TABBY.k, TABBY.chunks_per_file, TABBY.limit) == (40, 60, 2, 20)
    assert (TABBY.minimum_bm25, TABBY.minimum_embedding, TABBY.minimum_rrf) == (8.0, 0.75, 0.028)
    assert TABBY.equal_bits


def test_what_both_routes_found_can_pass_and_what_one_found_cannot() -> None:
    bm25 = [(chunk("both"), 12.0), (chunk("bm25 alone"), 11.0)]
    embedding = [(chunk("embedding alone"), 0.9), (chunk("other"), 0.85), (chunk("both"), 0.8)]
    fused = {one.item: one.rrf for one in fuse({"bm25": bm25, "embedding": embedding})}
    assert fused[chunk("both")] == pytest.approx(1 / 61 + 1 / 63)
    assert round(fused[chunk("both")], 5) == 0.03227
    assert round(fused[chunk("bm25 alone")], 5) == 0.01613
    assert round(fused[chunk("embedding alone")], 5) == 0.01639
    assert kept(bm25, embedding) == [chunk("both")]


@pytest.mark.parametrize(
    ("bm25", "embedding", "passes"),
    [(8.0, 0.9, False), (8.001, 0.9, True), (12.0, 0.75, False), (12.0, 0.7501, True)],
)
def test_each_threshold_must_be_exceeded(bm25: float, embedding: float, passes: bool) -> None:
    assert bool(kept([(chunk("a"), bm25)], [(chunk("a"), embedding)])) == passes


@pytest.mark.parametrize(("rank", "passes"), [(10, True), (11, True), (12, False), (40, False)])
def test_the_threshold_of_the_sum(rank: int, passes: bool) -> None:
    # 1/71 + 1/71 = 0.02817 passes, 1/72 + 1/71 = 0.02797 does not.
    others = [(chunk(f"other {number}"), 50.0 - number) for number in range(39)]
    bm25 = [*others[: rank - 1], (chunk("wanted"), 9.0)]
    embedding = [*[(item, 0.99) for item, _ in others[:10]], (chunk("wanted"), 0.9)]
    [one] = [one for one in fuse({"bm25": bm25, "embedding": embedding}) if one.item == chunk("wanted")]
    assert one.rrf == pytest.approx(1 / (60 + rank) + 1 / 71)
    assert (chunk("wanted") in kept(bm25, embedding)) == passes == (1 / (60 + rank) + 1 / 71 > 0.028)


def test_two_chunks_a_file_are_taken_before_the_thresholds() -> None:
    # The first two chunks of "a" use up its places; that the second fails its threshold does not let the third in.
    bm25 = [(chunk("a", 1), 20.0), (chunk("a", 2), 7.0), (chunk("a", 3), 9.0), (chunk("b"), 8.5)]
    embedding = [(chunk("a", 1), 0.9), (chunk("a", 2), 0.9), (chunk("a", 3), 0.9), (chunk("b"), 0.9)]
    assert kept(bm25, embedding) == [chunk("a", 1), chunk("b")]


def test_the_default_profile_has_no_absolute_threshold() -> None:
    assert PROFILES["default"] is DEFAULT
    assert not DEFAULT.has_thresholds
    assert TABBY.has_thresholds
    assert kept([(chunk("a"), 0.01)], [], DEFAULT) == [chunk("a")]


def test_far_below_the_best_of_every_list_is_dropped() -> None:
    profile = Profile("x", relative_bm25=0.5, relative_embedding=0.5)
    bm25 = [(chunk("best"), 10.0), (chunk("near"), 5.0), (chunk("far"), 4.9), (chunk("far in one"), 1.0)]
    embedding = [(chunk("far in one"), 0.8), (chunk("near"), 0.4), (chunk("low"), 0.39)]
    assert set(kept(bm25, embedding, profile)) == {chunk("best"), chunk("near"), chunk("far in one")}


def test_other_routes_have_no_floor() -> None:
    fused = fuse({"bm25": [(chunk("a"), 10.0), (chunk("b"), 0.1)], "symbol": [(chunk("b"), 0.01)]})
    assert {one.item for one in near_the_best(fused, DEFAULT)} == {chunk("a"), chunk("b")}


scores = st.lists(st.floats(-1, 1), min_size=1, max_size=20)


@settings(deadline=None, max_examples=100)
@given(scores, scores, st.floats(0, 1), st.floats(0, 1))
def test_the_best_of_each_list_is_never_dropped(bm25: list[float], embedding: list[float], a: float, b: float) -> None:
    lists = {
        "bm25": [(("bm25", number), score) for number, score in enumerate(sorted(bm25, reverse=True))],
        "embedding": [(("embedding", number), score) for number, score in enumerate(sorted(embedding, reverse=True))],
    }
    profile = replace(DEFAULT, relative_bm25=a, relative_embedding=b)
    fused = fuse(lists)
    left = near_the_best(fused, profile)
    assert {("bm25", 0), ("embedding", 0)} <= {one.item for one in left}
    assert left == [one for one in fused if one in left], "the order stays"


def test_no_thresholds_keep_everything() -> None:
    fused = [Fused(chunk("a"), 0.0001)]
    assert above_thresholds(fused, Profile("x")) == fused


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), unique=True, max_size=20), st.integers(1, 5))
def test_at_most_so_many_of_a_file_and_the_first_ones(items: list[Item], limit: int) -> None:
    fused = [Fused(item, 1.0) for item in items]
    left = [one.item for one in limit_per_file(fused, file_of, limit)]
    for file in "abc":
        assert [one for one in left if one[0] == file] == [one for one in items if one[0] == file][:limit]
    assert left == [one for one in items if one in left]


def test_no_limit() -> None:
    fused = [Fused(chunk("a", number), 1.0) for number in range(9)]
    assert list(limit_per_file(fused, file_of, 0)) == fused
