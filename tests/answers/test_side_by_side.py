"""Two calls at a time."""

from __future__ import annotations

import threading

import pytest

from cotext.answers.side_by_side import SideBySide


def test_both_run_at_once_and_keep_their_places() -> None:
    met = threading.Barrier(2, timeout=10)

    def meet(name: str) -> str:
        met.wait()  # would fail if one waited for the other to end
        return name

    assert SideBySide().both(lambda: meet("first"), lambda: meet("second")) == ("first", "second")


@pytest.mark.parametrize("failing", [0, 1])
def test_the_exception_of_either_is_raised(failing: int) -> None:
    def fail() -> None:
        raise LookupError("no such thing")

    calls = [lambda: None, lambda: None]
    calls[failing] = fail
    with pytest.raises(LookupError, match="no such thing"):
        SideBySide().both(*calls)


def test_after_closing_no_thread_stays_and_both_still_run() -> None:
    before = set(threading.enumerate())
    routes = SideBySide()
    routes.both(lambda: None, lambda: None)
    mine = set(threading.enumerate()) - before
    assert mine
    routes.close()
    for thread in mine:
        thread.join(10)
        assert not thread.is_alive()
    assert routes.both(lambda: 1, lambda: 2) == (1, 2)
