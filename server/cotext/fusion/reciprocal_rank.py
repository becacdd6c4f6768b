"""Reciprocal Rank Fusion (Cormack, Clarke and Büttcher, 2009): ranked lists become one by the ranks alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

__all__ = ["Fused", "K", "fuse"]

K = 60
"""The constant of the paper: how slowly a rank loses worth."""

T = TypeVar("T")


class Fused(NamedTuple, Generic[T]):
    """One item of the fused list.

    Attributes:
        item: what was ranked.
        rrf: sum over the routes that found it of weight / (k + rank).
        ranks, scores: rank from 1, and the route's own score, in each route that found it.
    """

    item: T
    rrf: float
    ranks: Mapping[str, int] = MappingProxyType({})
    scores: Mapping[str, float] = MappingProxyType({})


def fuse(
    lists: Mapping[str, Sequence[tuple[T, float]]], weights: Mapping[str, float] | None = None, k: int = K
) -> list[Fused[T]]:
    """Fuse ranked lists, best first.

    Equal sums stand in order of their best rank, then in the order in which the lists, as they are given, name the
    items:
    the same lists always give the same order.

    Args:
        lists: for each route its items, best first, with the route's own scores; an item at most once a list.
        weights: of the routes; 1 where none is given.
        k: see `K`.
    """
    # In the order of what sorts an item: its sum, its best rank, when it was first named; then what it becomes.
    found: dict[T, list[Any]] = {}
    for route, ranked in lists.items():
        weight = (weights or {}).get(route, 1.0)
        for rank, (item, score) in enumerate(ranked, 1):
            known = found.get(item)
            if known is None:
                found[item] = [-weight / (k + rank), rank, len(found), item, {route: rank}, {route: score}]
            else:
                known[0] -= weight / (k + rank)
                known[1] = min(known[1], rank)
                known[4][route], known[5][route] = rank, score
    return [Fused(item, -negative, ranks, scores) for negative, _, _, item, ranks, scores in sorted(found.values())]
