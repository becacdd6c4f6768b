"""Reciprocal Rank Fusion (Cormack, Clarke and Büttcher, 2009): ranked lists become one by the ranks alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

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
    found: dict[T, tuple[list[float], dict[str, int], dict[str, float]]] = {}
    for route, ranked in lists.items():
        weight = (weights or {}).get(route, 1.0)
        for rank, (item, score) in enumerate(ranked, 1):
            known = found.get(item)
            if known is None:
                found[item] = ([-weight / (k + rank), rank], {route: rank}, {route: score})
                continue
            (place, ranks, scores) = known
            place[0] -= weight / (k + rank)
            place[1] = min(place[1], rank)
            ranks[route], scores[route] = rank, score
    ordered = sorted(found.items(), key=_place)
    return [Fused(item, -place[0], ranks, scores) for item, (place, ranks, scores) in ordered]


def _place(found: tuple[object, tuple[list[float], object, object]]) -> list[float]:
    return found[1][0]
