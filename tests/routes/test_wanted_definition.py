from __future__ import annotations

from collections.abc import Iterator

import pytest

from cotext.answers.sources import View
from cotext.engine import Engine
from cotext.records import Position
from cotext.routes.cursor_context import cursor_context
from cotext.routes.similar_names import SimilarCode, similar_names
from cotext.routes.source import Filters
from cotext.routes.wanted_definition import MOST_DEFINERS, CursorQuestion, definitions
from cotext.settings import Settings

FILES = {
    "backoff.py": 'def delay_before(attempt: int) -> float:\n    """Seconds to wait."""\n    return 2.0**attempt\n',
    "store.py": "class JobStore:\n    def claim_due(self) -> None:\n        pass\n",
    "worker.py": "from backoff import delay_before\n\n\ndef run(attempt: int) -> None:\n    wait = \n",
    **{f"plugin_{number}.py": f"def setup():\n    return {number}\n" for number in range(MOST_DEFINERS + 1)},
}
WEIGHTS = {"in_document": 2.0, "in_import": 1.0, "similar": 1.0, "imported_file": 1.0}


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


def found(engine: Engine, similar: list[SimilarCode]) -> list[str]:
    cursor = cursor_context(FILES["worker.py"].splitlines(keepends=True), Position(4, 11))
    question = CursorQuestion(cursor, similar_names(similar, cursor), {}, {0: "worker.py"}, WEIGHTS)
    source = View(engine._resources, Filters(excluded_paths=frozenset({"worker.py"}))).sources[0]
    return [str(match.definition[0]) for match in definitions(source, question, 10)]


def test_what_the_document_imports_comes_first_then_what_similar_code_uses(engine: Engine) -> None:
    similar = [SimilarCode("wait = store.claim_due()\n", ("store", "claim_due", "setup"))]
    assert found(engine, similar)[:2] == ["delay_before", "claim_due"]


def test_a_name_that_many_files_define_is_none(engine: Engine) -> None:
    assert "setup" not in found(engine, [SimilarCode("setup()\n", ("setup",))])
