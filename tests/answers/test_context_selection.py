"""What is chosen for a context, over a small index."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotext.engine import Engine
from cotext.records import Hit, LineRange, Position
from cotext.requests import ContextRequest

KINDS = 8
OWN = "from shapes.shape_0 import Shape0\n\n\ndef total(shape: Shape0):\n    return shape.area_0() + \n"
NEIGHBOUR = "class Shape{0}:\n    def area_{0}(self):\n        return self.width_{0} * {0}\n\n\n" + "".join(
    f"def scale_{{0}}_{number}(shape):\n    return shape.area_{{0}}() * {number}\n\n\n" for number in range(12)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("selection") / "workspace"
    (folder / "shapes").mkdir(parents=True)
    for number in range(KINDS):
        (folder / "shapes" / f"shape_{number}.py").write_text(NEIGHBOUR.format(number))
    (folder / "copy.py").write_text(OWN)
    (folder / "own.py").write_text(OWN)
    return folder


@pytest.fixture(scope="module")
def engine(folder: Path, open_engine: Callable[..., Engine]) -> Engine:
    return open_engine(folder)


def context(engine: Engine, folder: Path, chunks: int, characters: int) -> tuple[Hit, ...]:
    request = ContextRequest(
        str(folder / "own.py"),
        Position(4, 28),
        max_chunks=chunks,
        max_characters=characters,
        time_budget_ms=60_000,
    )
    return engine.completion_context(request).hits


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 12), st.integers(0, 8000))
def test_what_every_budget_gets(engine: Engine, folder: Path, chunks: int, characters: int) -> None:
    hits = context(engine, folder, chunks, characters)
    assert len(hits) <= chunks
    assert sum(len(hit.text) for hit in hits) <= characters
    assert len({hit.document for hit in hits}) == len(hits), "one hit a document"
    assert str(folder / "own.py") not in {hit.document for hit in hits}
    scores = [hit.score.rrf for hit in hits]
    assert scores == sorted(scores, reverse=True), "the most useful first"
    for hit in hits:
        lines = Path(hit.document).read_text().splitlines(keepends=True)
        parts = hit.outline or (hit.lines,)
        assert hit.text == "".join(line for part in parts for line in lines[part.start : part.end])
        assert all(one.end < other.start for one, other in pairwise(parts)), "no overlaps"
        assert LineRange(parts[0].start, parts[-1].end) == hit.lines
    assert context(engine, folder, chunks, characters) == hits, "equal answers for equal state"


def test_what_the_window_shows_already_is_not_given_again(engine: Engine, folder: Path) -> None:
    shown = {hit.document: hit.text for hit in context(engine, folder, 50, 100_000)}
    assert "def total" not in shown.get(str(folder / "copy.py"), ""), "a copy of the text around the cursor"


def test_a_large_budget_shows_other_files_too(engine: Engine, folder: Path) -> None:
    hits = context(engine, folder, 6, 6000)
    assert len(hits) == 6
    assert hits[0].document == str(folder / "shapes/shape_0.py"), "the imported one first"


def test_nor_is_what_stands_further_off_in_the_document(engine: Engine, folder: Path) -> None:
    """A document that has taken in a whole other file needs none of it again."""
    document = str(folder / "taken_in.py")
    engine.set_buffer(
        document, NEIGHBOUR.format(3) + "\n" * 40 + "def more(shape):\n    return shape.area_3() + \n", "python"
    )
    try:
        lines = NEIGHBOUR.format(3).count("\n") + 41
        request = ContextRequest(document, Position(lines, 28), time_budget_ms=60_000)
        shown = engine.completion_context(request).hits
        assert shown
        assert not [hit for hit in shown if hit.document.endswith("shape_3.py")]
    finally:
        engine.close_buffer(document)
