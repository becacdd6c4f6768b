"""Reciprocal Rank Fusion."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.fusion.reciprocal_rank import K, fuse

items = st.integers(0, 30)
ranked = st.lists(st.tuples(items, st.floats(-5, 5)), unique_by=lambda pair: pair[0], max_size=20)
lists = st.dictionaries(st.sampled_from(["bm25", "embedding", "symbol"]), ranked, max_size=3)


def test_by_hand() -> None:
    fused = fuse({"bm25": [("a", 12.0), ("b", 9.0)], "embedding": [("c", 0.9), ("d", 0.8), ("a", 0.7)]})
    assert K == 60
    assert [one.item for one in fused] == ["a", "c", "b", "d"]
    assert [one.rrf for one in fused] == pytest.approx([1 / 61 + 1 / 63, 1 / 61, 1 / 62, 1 / 62])
    assert [round(one.rrf, 5) for one in fused] == [0.03227, 0.01639, 0.01613, 0.01613]
    assert fused[0].ranks == {"bm25": 1, "embedding": 3}
    assert fused[0].scores == {"bm25": 12.0, "embedding": 0.7}
    assert fused[1].ranks == {"embedding": 1}


def test_weights_and_another_constant() -> None:
    fused = fuse({"bm25": [("a", 1.0)], "symbol": [("b", 1.0), ("a", 0.5)]}, {"symbol": 3.0}, k=10)
    assert {one.item: one.rrf for one in fused} == pytest.approx({"a": 1 / 11 + 3 / 12, "b": 3 / 11})


def test_equal_sums_stand_by_best_rank_then_by_first_mention() -> None:
    both = fuse({"x": [("a", 1.0), ("b", 1.0)], "y": [("b", 1.0), ("a", 1.0)]})
    assert [one.item for one in both] == ["a", "b"]
    assert [one.item for one in fuse({"y": [("b", 1.0)], "x": [("a", 1.0)]})] == ["b", "a"]


def test_nothing() -> None:
    assert fuse({}) == []
    assert fuse({"bm25": [], "embedding": []}) == []


@settings(deadline=None, max_examples=100)
@given(lists, st.integers(1, 100))
def test_sums_ranks_and_scores_are_those_of_the_lists(lists: dict[str, list[tuple[int, float]]], k: int) -> None:
    fused = fuse(lists, k=k)
    assert {one.item for one in fused} == {item for one in lists.values() for item, _ in one}
    assert len({one.item for one in fused}) == len(fused)
    assert [one.rrf for one in fused] == sorted((one.rrf for one in fused), reverse=True)
    for one in fused:
        where = {
            route: [item for item, _ in ranked].index(one.item) + 1
            for route, ranked in lists.items()
            if one.item in dict(ranked)
        }
        assert one.ranks == where
        assert one.scores == {route: dict(lists[route])[one.item] for route in where}
        assert one.rrf == pytest.approx(sum(1 / (k + rank) for rank in where.values()))


@settings(deadline=None, max_examples=100)
@given(lists)
def test_the_order_of_the_routes_does_not_matter_to_distinct_sums(lists: dict[str, list[tuple[int, float]]]) -> None:
    one, other = fuse(lists), fuse(dict(reversed(lists.items())))
    rounded = [round(fused.rrf, 12) for fused in one]
    assert [round(fused.rrf, 12) for fused in other] == rounded
    for first, second in zip(one, other, strict=True):
        if rounded.count(round(first.rrf, 12)) == 1:
            assert first.item == second.item
            assert dict(first.ranks) == dict(second.ranks)


@settings(deadline=None, max_examples=50)
@given(lists, st.permutations(range(31)))
def test_the_names_of_the_items_do_not_matter(lists: dict[str, list[tuple[int, float]]], names: list[int]) -> None:
    renamed = {route: [(names[item], score) for item, score in ranked] for route, ranked in lists.items()}
    assert [(names[one.item], one.rrf) for one in fuse(lists)] == [(one.item, one.rrf) for one in fuse(renamed)]
