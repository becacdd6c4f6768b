"""The code from other places that the model is shown, in an order that its server can keep read. Pure functions.

A server keeps what it has read of the last request (its prompt cache), and reads anew from the first difference on. So
what was shown last time comes first, and in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Piece", "in_stable_order", "within"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Code from another place.

    Attributes:
        path: name of its file, relative to the workspace.
        text: the code; lines end at "\\n".
    """

    path: str
    text: str


def in_stable_order(previous: Sequence[Piece], wanted: Sequence[Piece]) -> tuple[Piece, ...]:
    """The wanted pieces in the order to send them.

    What was sent before and is wanted still stays in its earlier order; what is gone is dropped; what is new comes
    after all of that, the best of it last, next to the code that is completed. Where less than half of the wanted was
    sent before, there is little to keep read, and all of it is ordered by rank, the best last.

    Args:
        previous: as they were sent last.
        wanted: best first.
    """
    by_rank = list(dict.fromkeys(wanted))[::-1]
    known = set(by_rank)
    kept = [one for one in dict.fromkeys(previous) if one in known]
    if 2 * len(kept) < len(by_rank):
        return tuple(by_rank)
    before = set(kept)
    return (*kept, *(one for one in by_rank if one not in before))


def within(pieces: Sequence[Piece], characters: int) -> list[Piece]:
    """Those of the pieces, best first, whose texts have so many characters together at most; one that does not fit is
    left out, and a later one may."""
    chosen: list[Piece] = []
    for one in pieces:
        if len(one.text) <= characters:
            chosen.append(one)
            characters -= len(one.text)
    return chosen
