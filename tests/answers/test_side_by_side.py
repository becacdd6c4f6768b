"""Two calls at a time."""

from __future__ import annotations

import threading

import pytest

from cotext.answers.side_by_side import side_by_side


def test_both_run_at_once_and_keep_their_places() -> None:
    met = threading.Barrier(2, timeout=10)

    def meet(name: str) -> str:
        met.wait()  # would fail if one waited for the other to end
        return name

    assert side_by_side(lambda: meet("first"), lambda: meet("second")) == ("first", "second")


@pytest.mark.parametrize("failing", [0, 1])
def test_the_exception_of_either_is_raised(failing: int) -> None:
    def fail() -> None:
        raise LookupError("no such thing")

    calls = [lambda: None, lambda: None]
    calls[failing] = fail
    with pytest.raises(LookupError, match="no such thing"):
        side_by_side(*calls)
