from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.command_line.progress import progress_line
from cotext.requests import FolderState, Phase


def state(phase: Phase, found: int, done: int) -> FolderState:
    return FolderState(Path("x"), phase, files_found=found, files_indexed=done)


@pytest.mark.parametrize(
    ("phase", "found", "done", "expected"),
    [
        (Phase.SCANNING, 1234, 0, "scanning  1,234 files"),
        (Phase.INDEXING, 2000, 1000, f"indexing  [{'#' * 15}{' ' * 15}]  50%  1,000 of 2,000 files"),
        (Phase.INDEXING, 10, 10, f"indexing  [{'#' * 30}] 100%  10 of 10 files"),
        (Phase.INDEXING, 0, 0, "scanning  0 files"),
    ],
)
def test_lines(phase: Phase, found: int, done: int, expected: str) -> None:
    assert progress_line(state(phase, found, done), 100) == expected


@given(st.sampled_from(list(Phase)), st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 200))
def test_a_line_fits_the_terminal(phase: Phase, found: int, done: int, width: int) -> None:
    assert len(progress_line(state(phase, found, done), width)) <= width
