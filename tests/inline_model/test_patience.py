"""A server that fails is left alone for a while."""

from __future__ import annotations

import pytest

from cotext.inline_model.patience import Patience


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def pause(patience: Patience, clock: Clock) -> float:
    start = clock.now
    while not patience.is_over:
        clock.now += 0.5
    return clock.now - start


def test_each_failure_doubles_the_pause_up_to_a_minute(clock: Clock) -> None:
    patience = Patience(clock)
    assert patience.is_over
    pauses = []
    for _ in range(9):
        patience.failed()
        pauses.append(pause(patience, clock))
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_an_answer_makes_good(clock: Clock) -> None:
    patience = Patience(clock)
    patience.failed()
    patience.failed()
    patience.answered()
    assert patience.is_over
    patience.failed()
    assert pause(patience, clock) == 1


@pytest.mark.parametrize(("wanted", "expected"), [(0.0, 1), (10.0, 10), (1e9, 60)])
def test_what_the_server_wants_counts_within_limits(clock: Clock, wanted: float, expected: float) -> None:
    patience = Patience(clock)
    patience.failed(wanted)
    assert pause(patience, clock) == expected


def test_years_of_failures_are_counted(clock: Clock) -> None:
    patience = Patience(clock)
    for _ in range(5000):
        patience.failed()
    assert pause(patience, clock) == 60
