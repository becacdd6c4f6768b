"""From the fused list to what is shown: thresholds, what is far below the best, and how many chunks one file may
have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from cotext.fusion.profiles import Profile
from cotext.fusion.reciprocal_rank import Fused

__all__ = ["above_thresholds", "finish", "limit_per_file", "near_the_best"]

T = TypeVar("T")


def above_thresholds(fused: Iterable[Fused[T]], profile: Profile) -> list[Fused[T]]:
    """What lies above each of the profile's absolute thresholds."""
    limits = (("bm25", profile.minimum_bm25), ("embedding", profile.minimum_embedding))
    return [
        one
        for one in fused
        if (profile.minimum_rrf is None or one.rrf > profile.minimum_rrf)
        and all(limit is None or one.scores.get(route, 0.0) > limit for route, limit in limits)
    ]


def finish(fused: Sequence[Fused[T]], profile: Profile, file_of: Callable[[T], object]) -> list[Fused[T]]:
    """What the profile keeps of the fused list; the limit per file is left to `limit_per_file`, which reads less.

    Before absolute thresholds each file is cut to its best chunks, as in Tabby: a third chunk does not move up into the
    place of one that fails them.
    """
    if profile.has_thresholds:
        fused = above_thresholds(limit_per_file(fused, file_of, profile.chunks_per_file), profile)
    return near_the_best(fused, profile)


def near_the_best(fused: Sequence[Fused[T]], profile: Profile) -> list[Fused[T]]:
    """Drop what is far below the best of its own list in every list that found it."""
    shares = {"bm25": profile.relative_bm25, "embedding": profile.relative_embedding}
    best = {route: max((one.scores[route] for one in fused if route in one.scores), default=0.0) for route in shares}
    # The best itself stays, also where even its score is negative.
    floors = {route: min(best[route], shares[route] * best[route]) for route in shares}
    return [one for one in fused if any(score >= floors.get(route, 0.0) for route, score in one.scores.items())]


def limit_per_file(fused: Iterable[Fused[T]], file_of: Callable[[T], object], limit: int) -> Iterator[Fused[T]]:
    """At most `limit` items of each file, in the same order; 0: all of them."""
    taken: Counter[object] = Counter()
    for one in fused:
        if limit:
            file = file_of(one.item)
            if taken[file] >= limit:
                continue
            taken[file] += 1
        yield one
