"""Definitions about to be used, over a small index."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cotext.index.reader import IndexSnapshot
from cotext.records import Position
from cotext.routes.cursor_context import cursor_context
from cotext.routes.definition import MOST_FILES, CursorQuestion, definitions
from cotext.routes.similar_names import SimilarCode, similar_names
from cotext.routes.source import Filters, Source

OWN = "import delays\nfrom delays import delay_before\n\n\ndef run(attempt: int) -> None:\n    wait = \n"
FILES = {
    "delays.py": "def delay_before(attempt):\n    return 2.0**attempt\n\n\ndef longest_delay():\n    return 60\n",
    "store.py": "class JobStore:\n    def claim_due(self):\n        pass\n",
    "unrelated/shapes.py": "def area(width, height):\n    return width * height\n",
    **{f"plugins/plugin_{number}.py": f"def setup():\n    return {number}\n" for number in range(MOST_FILES + 1)},
}
WEIGHTS = {"in_document": 2.0, "in_import": 1.0, "similar": 1.0, "imported_file": 1.0}

Index = Callable[[Mapping[str, str]], IndexSnapshot]
MakeSource = Callable[..., Source]


@pytest.fixture(scope="module")
def jobs(index: Index) -> IndexSnapshot:
    return index({**FILES, "worker.py": OWN})


def found(source: Source, similar: list[SimilarCode]) -> list[str]:
    cursor = cursor_context(OWN.splitlines(keepends=True), Position(5, 11))
    question = CursorQuestion(cursor, similar_names(similar, cursor), {}, {0: "worker.py"}, {}, WEIGHTS)
    matches = definitions(source, question, 10)
    for match in matches:
        worth = sum(value * WEIGHTS.get(name, 0.0) for name, value in match.evidence.items())
        assert match.score == pytest.approx(worth), "the score is what its evidence weighs"
    return [str(source.stored(match.candidate).flat_definitions[match.place][0]) for match in matches]


@pytest.fixture
def around(jobs: IndexSnapshot, source: MakeSource) -> Source:
    return source(jobs, Filters(excluded_paths=frozenset({"worker.py"})))


def test_what_the_document_imports_comes_first_then_what_similar_code_uses(around: Source) -> None:
    similar = [SimilarCode("wait = store.claim_due()\n", ("store", "claim_due", "setup"))]
    assert found(around, similar)[:2] == ["delay_before", "claim_due"]


def test_other_names_of_an_imported_file_are_candidates_and_those_of_strange_files_are_not(around: Source) -> None:
    names = found(around, [])
    assert "longest_delay" in names
    assert "area" not in names


def test_a_name_that_many_files_define_is_none(around: Source) -> None:
    assert "setup" not in found(around, [SimilarCode("setup()\n", ("setup",))])


def test_an_open_document_hides_what_its_file_defines(jobs: IndexSnapshot, source: MakeSource) -> None:
    opened = source(jobs, Filters(excluded_paths=frozenset({"worker.py"})), {"store.py": "class JobStore:\n    pass\n"})
    similar = [SimilarCode("wait = store.claim_due()\n", ("store", "claim_due", "JobStore"))]
    names = found(opened, similar)
    assert "JobStore" in names
    assert "claim_due" not in names


def test_what_nothing_uses_is_told(around: Source) -> None:
    cursor = cursor_context(OWN.splitlines(keepends=True), Position(5, 11))
    question = CursorQuestion(cursor, similar_names([], cursor), {}, {0: "worker.py"}, {}, {"imported_file": 1.0})
    by_name = {
        str(around.stored(match.candidate).flat_definitions[match.place][0]): match.evidence
        for match in definitions(around, question, 10)
    }
    assert by_name["longest_delay"]["unused"] == 1
    assert "unused" not in by_name["delay_before"], "the document uses it"


def test_nothing_is_found_without_an_index(source: MakeSource) -> None:
    assert found(source(None), []) == []
