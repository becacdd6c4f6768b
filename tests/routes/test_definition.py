"""The definition route: names resolved to the chunks that define them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cotext.answers.sources import View
from cotext.engine import Engine
from cotext.records import Position
from cotext.requests import ContextRequest
from cotext.routes.definition import MOST_DEFINERS, definition
from cotext.routes.source import Filters
from cotext.settings import Settings

FILES = {
    "backoff.py": 'def delay_before(attempt: int) -> float:\n    """Seconds to wait."""\n    return 2.0**attempt\n',
    "store.py": "class JobStore:\n    def claim_due(self) -> None:\n        pass\n",
    "worker.py": "from backoff import delay_before\n\n\ndef run(attempt: int) -> None:\n    wait = \n",
    **{f"plugin_{number}.py": f"def setup():\n    return {number}\n" for number in range(MOST_DEFINERS + 1)},
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("workspace")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    engine = Engine(Settings(), cache_directory=tmp_path_factory.mktemp("cache"))
    engine.add_folder(folder)
    assert engine.wait_until_ready(60)
    yield engine
    engine.close()


def names_found(engine: Engine, names: dict[str, float]) -> list[list[str]]:
    view = View(engine._resources, Filters())
    ranked = definition(view.sources[0], names, 10)
    return [[one.name for one in view.stored(candidate).definitions] for candidate, _ in ranked]


def test_a_name_leads_to_the_chunk_that_defines_it(engine: Engine) -> None:
    assert names_found(engine, {"delay_before": 1.0}) == [["delay_before"]]
    assert names_found(engine, {"claim_due": 1.0, "unknown": 5.0}) == [["JobStore", "claim_due"]]


def test_the_weightier_name_comes_first(engine: Engine) -> None:
    first = names_found(engine, {"delay_before": 3.0, "claim_due": 1.0})
    assert first == [["delay_before"], ["JobStore", "claim_due"]]
    assert names_found(engine, {"delay_before": 1.0, "claim_due": 3.0}) == first[::-1]


def test_a_name_that_many_files_define_says_nothing(engine: Engine) -> None:
    assert names_found(engine, {"setup": 100.0}) == []


def test_names_are_those_of_the_text_not_of_their_lower_case(engine: Engine) -> None:
    assert names_found(engine, {"jobstore": 1.0}) == []


def test_an_open_document_defines_names_too(engine: Engine) -> None:
    document = str(engine.states()[0].folder / "backoff.py")
    engine.set_buffer(document, "def jittered_delay() -> float:\n    return 0.0\n", "python")
    try:
        assert names_found(engine, {"jittered_delay": 1.0, "delay_before": 1.0}) == [["jittered_delay"]]
    finally:
        engine.close_buffer(document)


def test_the_context_of_a_cursor_shows_the_definition_of_an_imported_name(engine: Engine) -> None:
    document = str(engine.states()[0].folder / "worker.py")
    answer = engine.completion_context(ContextRequest(document, Position(4, 11)))
    first = answer.hits[0]
    assert first.document.endswith("backoff.py")
    assert "definition" in first.matched_by
