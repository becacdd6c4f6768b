"""Open documents: their present text is what every question sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cotext.engine import Engine
from cotext.records import Hit, LineRange, Position, TextRange
from cotext.requests import ContextRequest, ExplainRequest, Mode, SearchRequest, SimilarRequest
from cotext.settings import Settings

OLD = '''def measure_rainfall(gauge):
    """Millimetres of rain since midnight."""
    return gauge.read() * 0.2
'''
NEW = '''def count_lightning(detector):
    """Strokes of lightning in the last hour."""
    return detector.strokes(3600)
'''
USER = """from sensors.rain import measure_rainfall


def report(gauge, detector):
    rain = measure_rainfall(gauge)
    print(rain)
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(Settings(), cache_directory=tmp_path_factory.mktemp("cache"))
    yield engine
    engine.close()


@pytest.fixture
def folder(engine: Engine, tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "workspace"
    for name, text in {
        "sensors/rain.py": OLD,
        "report.py": USER,
        ".gitignore": "secret/\n",
        "secret/a.py": "x = 1\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    engine.add_folder(folder)
    assert engine.wait_until_ready(60)
    yield folder
    engine.remove_folder(folder)


def open_document(engine: Engine, path: Path | str, text: str) -> None:
    engine.set_buffer(str(path), text, "python")


def found(engine: Engine, folder: Path, query: str, mode: Mode = Mode.HYBRID) -> dict[str, Hit]:
    hits = engine.search(SearchRequest(query, mode=mode)).hits
    return {Path(hit.document).relative_to(folder).as_posix(): hit for hit in hits}


def everything(engine: Engine, folder: Path) -> dict[str, bool]:
    """Whether each kind of question shows the old and the new text."""
    rain = str(folder / "sensors/rain.py")
    texts: list[str] = []
    for mode in (Mode.HYBRID, Mode.KEYWORD, Mode.SEMANTIC, Mode.SYMBOL, Mode.LITERAL):
        for query in ("measure_rainfall", "count_lightning"):
            texts += [hit.text for hit in engine.search(SearchRequest(query, mode=mode)).hits if hit.document == rain]
    selection = TextRange(Position(3, 0), Position(6, 0))
    report = str(folder / "report.py")
    texts += [hit.text for hit in engine.similar(SimilarRequest(report, selection)).hits if hit.document == rain]
    context = ContextRequest(report, Position(4, 0), time_budget_ms=10_000)
    texts += [hit.text for hit in engine.completion_context(context).hits if hit.document == rain]
    names = [hit.name for query in ("measure", "count_l") for hit in engine.symbols(query) if hit.document == rain]
    return {
        "old": any("measure_rainfall" in one for one in [*texts, *names]),
        "new": any("count_lightning" in one for one in [*texts, *names]),
        "all new": all("count_lightning" in one for one in texts) and set(names) == {"count_lightning"},
    }


def test_an_open_changed_document_is_what_is_searched(engine: Engine, folder: Path) -> None:
    assert everything(engine, folder) == {"old": True, "new": False, "all new": False}
    open_document(engine, folder / "sensors/rain.py", NEW)
    assert everything(engine, folder) == {"old": False, "new": True, "all new": True}
    hit = found(engine, folder, "count_lightning")["sensors/rain.py"]
    assert (hit.text, hit.lines) == (NEW, LineRange(0, 3))
    assert hit.symbol is not None
    assert hit.symbol.name == "count_lightning"
    assert (folder / "sensors/rain.py").read_text() == OLD
    engine.close_buffer(str(folder / "sensors/rain.py"))
    assert everything(engine, folder) == {"old": True, "new": False, "all new": False}


def test_nothing_unsaved_is_written(engine: Engine, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    open_document(engine, folder / "sensors/rain.py", NEW.replace("count_lightning", "count_qwertyuiop"))
    assert found(engine, folder, "count_qwertyuiop")
    for path in tmp_path_factory.getbasetemp().rglob("*"):
        assert not path.is_file() or b"qwertyuiop" not in path.read_bytes(), path
    engine.close_buffer(str(folder / "sensors/rain.py"))


def test_an_unchanged_open_document_changes_nothing(engine: Engine, folder: Path) -> None:
    before = engine.search(SearchRequest("rainfall")).hits
    open_document(engine, folder / "sensors/rain.py", OLD)
    assert engine.search(SearchRequest("rainfall")).hits == before
    engine.close_buffer(str(folder / "sensors/rain.py"))


def test_equal_text_in_another_encoding_is_unchanged(engine: Engine, folder: Path) -> None:
    path = folder / "sensors/snow.py"
    path.write_bytes("\ufeffdef measure_snow():\n    return 'é'\n".encode("utf-16-le"))
    engine.files_changed([path])
    assert engine.wait_until_ready(60)
    before = engine.search(SearchRequest("measure_snow")).hits
    assert before
    open_document(engine, path, "def measure_snow():\n    return 'é'\n")
    assert engine.search(SearchRequest("measure_snow")).hits == before
    engine.close_buffer(str(path))


def test_a_new_document_that_was_never_saved_to_its_file(engine: Engine, folder: Path) -> None:
    open_document(engine, folder / "sensors/storm.py", NEW)
    assert found(engine, folder, "count_lightning")["sensors/storm.py"].text == NEW
    engine.close_buffer(str(folder / "sensors/storm.py"))
    assert "sensors/storm.py" not in found(engine, folder, "count_lightning")


def test_an_ignored_document_is_not_searched(engine: Engine, folder: Path) -> None:
    open_document(engine, folder / "secret/a.py", NEW)
    open_document(engine, "untitled:Untitled-1", NEW)
    open_document(engine, folder.parent / "outside.py", NEW)
    for mode in (Mode.HYBRID, Mode.SYMBOL, Mode.LITERAL):
        hits = engine.search(SearchRequest("count_lightning", mode=mode)).hits
        assert not any("count_lightning" in hit.text for hit in hits)
    for document in (folder / "secret/a.py", "untitled:Untitled-1", folder.parent / "outside.py"):
        engine.close_buffer(str(document))


def test_the_context_of_an_untitled_document(engine: Engine, folder: Path) -> None:
    open_document(engine, "untitled:Untitled-1", "rain = measure_rainfall(gauge)\n")
    request = ContextRequest("untitled:Untitled-1", Position(0, 7), time_budget_ms=10_000)
    answer = engine.completion_context(request)
    assert str(folder / "sensors/rain.py") in {hit.document for hit in answer.hits}
    assert answer.query_lines == LineRange(0, 1)
    engine.close_buffer("untitled:Untitled-1")
    open_document(engine, "untitled:Empty", "")
    assert engine.completion_context(ContextRequest("untitled:Empty", Position(0, 0))).hits == ()
    engine.close_buffer("untitled:Empty")


def test_the_context_reads_the_buffer_and_never_gives_it(engine: Engine, folder: Path) -> None:
    rain = str(folder / "sensors/rain.py")
    open_document(engine, rain, "def report(gauge, detector):\n    measure_rainfall\n")
    answer = engine.completion_context(ContextRequest(rain, Position(1, 8), time_budget_ms=10_000))
    assert {hit.document for hit in answer.hits} == {str(folder / "report.py")}
    assert answer.query_lines == LineRange(0, 2)
    engine.close_buffer(rain)


def test_what_the_window_shows_is_not_given_again(engine: Engine, folder: Path) -> None:
    # The same function stands in the window, indented otherwise.
    copied = "class Station:\n" + "".join(f"    {line}\n" for line in OLD.splitlines())
    open_document(engine, folder / "station.py", copied)
    request = ContextRequest(str(folder / "station.py"), Position(3, 0), time_budget_ms=10_000)
    hits = engine.completion_context(request).hits
    assert str(folder / "sensors/rain.py") not in {hit.document for hit in hits}
    engine.close_buffer(str(folder / "station.py"))


def test_one_of_two_equal_files_is_enough(engine: Engine, folder: Path) -> None:
    (folder / "copy.py").write_text(OLD)
    engine.files_changed([folder / "copy.py"])
    assert engine.wait_until_ready(60)
    request = ContextRequest(str(folder / "report.py"), Position(4, 0), time_budget_ms=10_000)
    texts = [hit.text for hit in engine.completion_context(request).hits]
    assert texts.count(OLD) == 1


def test_no_overlaps(engine: Engine, folder: Path) -> None:
    long = "".join(f"def rain_{number}(gauge):\n    return gauge.read({number})\n\n\n" for number in range(200))
    open_document(engine, folder / "long.py", long)
    request = ContextRequest(
        str(folder / "report.py"), Position(4, 0), max_chunks=50, max_characters=100_000, time_budget_ms=10_000
    )
    hits = engine.completion_context(request).hits
    assert hits
    for number, one in enumerate(hits):
        for other in hits[:number]:
            assert (
                one.document != other.document
                or one.lines.end <= other.lines.start
                or other.lines.end <= one.lines.start
            )
    engine.close_buffer(str(folder / "long.py"))


def test_moved_lines_are_found_again(engine: Engine, folder: Path) -> None:
    # The file changed on disk, and no event has come yet.
    (folder / "sensors/rain.py").write_text("# one\n# two\n# three\n" + OLD)
    hit = found(engine, folder, "rainfall millimetres")["sensors/rain.py"]
    assert hit.lines.start == 3
    assert hit.text == OLD
    symbol = next(one for one in engine.symbols("measure_rainfall") if one.document == str(folder / "sensors/rain.py"))
    assert (symbol.name_range.start.line, symbol.text) == (3, "def measure_rainfall(gauge):\n")
    explained = engine.explain(ExplainRequest(str(folder / "sensors/rain.py"), 4, query="rainfall"))
    assert explained.target is not None
    assert explained.target.lines.start == 3


def test_text_that_is_nowhere_is_not_given(engine: Engine, folder: Path) -> None:
    for change in (
        lambda: (folder / "sensors/rain.py").write_text("nothing = 0\n"),
        lambda: (folder / "sensors/rain.py").unlink(),
    ):
        change()
        for mode in (Mode.HYBRID, Mode.KEYWORD, Mode.SEMANTIC, Mode.SYMBOL):
            assert "sensors/rain.py" not in found(engine, folder, "measure_rainfall", mode)
        names = {one.document for one in engine.symbols("measure_rainfall")}
        assert str(folder / "sensors/rain.py") not in names


def test_a_saved_document_comes_into_the_index(engine: Engine, folder: Path) -> None:
    rain = folder / "sensors/rain.py"
    generation = engine.states()[-1].generation
    open_document(engine, rain, NEW)
    rain.write_text(NEW)
    engine.files_changed([rain])
    assert engine.wait_until_ready(60)
    assert engine.states()[-1].generation == generation + 1
    assert found(engine, folder, "count_lightning")["sensors/rain.py"].text == NEW
    engine.close_buffer(str(rain))
    assert everything(engine, folder) == {"old": False, "new": True, "all new": True}


def test_explaining_an_open_document(engine: Engine, folder: Path) -> None:
    open_document(engine, folder / "report.py", USER + "\n\ncount = count_lightning(detector)\n")
    open_document(engine, folder / "sensors/rain.py", NEW)
    answer = engine.explain(
        ExplainRequest(str(folder / "sensors/rain.py"), 1, document=str(folder / "report.py"), position=Position(8, 10))
    )
    assert answer.target is not None
    assert answer.target.text == NEW
    assert answer.returned
    assert answer.routes["bm25"].rank == 1
    own = engine.explain(
        ExplainRequest(str(folder / "report.py"), 4, document=str(folder / "report.py"), position=Position(8, 10))
    )
    assert own.reason == "currentFile"
    for name in ("report.py", "sensors/rain.py"):
        engine.close_buffer(str(folder / name))


@pytest.mark.parametrize(
    "text", ["", "\r", "\r\n\r\n", "\0", "\ud800", "x" * 100_000, "(" * 5000, "\u2028a\u2029b\x0bc"]
)
def test_odd_buffers(engine: Engine, folder: Path, text: str) -> None:
    path = str(folder / "odd.py")
    open_document(engine, path, text)
    engine.search(SearchRequest("rain"))
    engine.symbols("rain")
    answer = engine.completion_context(ContextRequest(path, Position(0, 0), time_budget_ms=10_000))
    assert path not in {hit.document for hit in answer.hits}
    engine.close_buffer(path)
