"""Resident memory."""

from __future__ import annotations

import os
import sys

import pytest

from cotext.answers.memory import memory_bytes


def test_of_this_process_and_of_none() -> None:
    own = memory_bytes([os.getpid()])
    assert own > 5_000_000
    assert memory_bytes([]) == memory_bytes([None]) == 0
    assert memory_bytes([os.getpid(), None]) == pytest.approx(own, rel=0.5)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of other processes")
def test_a_process_that_is_not_there_counts_nothing() -> None:
    assert memory_bytes([2**22 + 1]) == 0
    assert memory_bytes([os.getppid()]) >= 0
