"""The engine over a small workspace: every kind of question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cotext.engine import Engine
from cotext.errors import BadRequest, Cancelled
from cotext.records import Hit, LineRange, Position, SymbolKind, TextRange
from cotext.requests import ContextRequest, ExplainRequest, Mode, Phase, SearchRequest, SimilarRequest
from cotext.settings import RetrievalSettings, Settings

FILES = {
    "src/config.ts": """export function parseConfig(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.split("\\n")) {
    const [key, value] = line.split("=");
    settings.set(key.trim(), value.trim());
  }
  return settings;
}
""",
    "src/pcap.ts": "export function pcapOpen(path: string) {\n  return openCapture(path, 65535);\n}\n",
    "jobs/retry.py": '''"""Trying again."""

import time


def retry_with_backoff(call, attempts):
    """Call until it works, and wait twice as long after each failure."""
    delay = 0.1
    for attempt in range(attempts):
        try:
            return call()
        except OSError:
            time.sleep(delay)
            delay = delay * 2
    raise TimeoutError("no attempt succeeded")
''',
    "jobs/queue.py": '''class JobQueue:
    """Jobs that wait for a worker."""

    def __init__(self):
        self.waiting = []

    def push(self, job):
        self.waiting.append(job)

    def pop_oldest(self):
        return self.waiting.pop(0)
''',
    "jobs/worker.py": """from jobs.queue import JobQueue
from jobs.retry import retry_with_backoff


def run_worker(queue: JobQueue):
    while queue.waiting:
        job = queue.pop_oldest()
        retry_with_backoff(job.run, 3)
""",
    "docs/guide.md": "# Guide\n\nA worker takes the oldest job and calls it with backoff.\n",
    ".gitignore": "build/\n",
    "build/generated.py": "def retry_with_backoff_generated():\n    pass\n",
    "blob.bin": "\0\1\2" * 50,
}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("engine") / "workspace", FILES)


@pytest.fixture(scope="module")
def engine(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(Settings(), cache_directory=tmp_path_factory.mktemp("cache"))
    engine.add_folder(folder)
    assert engine.wait_until_ready(60)
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def tabby(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    settings = Settings(retrieval=RetrievalSettings(profile="tabby"))
    engine = Engine(settings, cache_directory=tmp_path_factory.mktemp("cache"))
    engine.add_folder(folder)
    assert engine.wait_until_ready(60)
    yield engine
    engine.close()


def names(folder: Path, hits: tuple[Hit, ...]) -> list[str]:
    return [Path(hit.document).relative_to(folder).as_posix() for hit in hits]


def whole(hit: Hit) -> str:
    lines = Path(hit.document).read_text().splitlines(keepends=True)
    return "".join(lines[hit.lines.start : hit.lines.end])


def test_the_state(engine: Engine, folder: Path) -> None:
    [state] = engine.states()
    assert (state.folder, state.phase, state.writer) == (folder, Phase.READY, True)
    assert state.generation >= 1, "a slow machine commits what it has more than once"
    assert state.files_found == state.files_indexed + state.files_skipped
    assert state.files_indexed == 7
    assert state.skipped_reasons == {"binary": 1}
    assert state.ignored == 1
    assert state.chunks >= 6
    assert (state.model, state.message) == ("builtin", None)
    assert engine.memory_bytes() > 1_000_000


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.KEYWORD, Mode.SEMANTIC])
def test_a_question_finds_its_file(engine: Engine, folder: Path, mode: Mode) -> None:
    answer = engine.search(SearchRequest("call again with backoff after a failure", mode=mode))
    assert names(folder, answer.hits)[0] == "jobs/retry.py"
    assert answer.states[0].phase is Phase.READY
    for hit in answer.hits:
        assert hit.text == whole(hit)
        assert hit.lines.start < hit.lines.end
        routes = {"keyword": {"bm25"}, "semantic": {"embedding"}, "hybrid": {"bm25", "embedding"}}[mode.value]
        assert set(hit.matched_by) <= routes
        assert hit.score.rrf == pytest.approx(sum(1 / (60 + rank) for rank in hit.score.ranks.values()))
        assert (hit.score.bm25 is not None) == ("bm25" in hit.matched_by)
        assert (hit.score.embedding is not None) == ("embedding" in hit.matched_by)
    first = answer.hits[0]
    marked = [
        first.text.splitlines()[one.start.line - first.lines.start][one.start.column : one.end.column]
        for one in first.matches
    ]
    assert {one.lower() for one in marked} <= {"call", "again", "with", "backoff", "after", "failure"}
    assert marked


def test_symbol_mode(engine: Engine, folder: Path) -> None:
    hits = engine.search(SearchRequest("parseConfig", mode=Mode.SYMBOL)).hits
    assert names(folder, hits) == ["src/config.ts"]
    assert hits[0].symbol is not None
    assert (hits[0].symbol.name, hits[0].symbol.kind) == ("parseConfig", SymbolKind.FUNCTION)
    assert hits[0].matched_by == ("symbol",)
    preferred = engine.search(SearchRequest("JobQueue", prefer_symbol=True)).hits
    assert "symbol" in preferred[0].matched_by
    assert names(folder, preferred)[0] == "jobs/queue.py"


def test_literal_and_regex_mode(engine: Engine, folder: Path) -> None:
    hits = engine.search(SearchRequest("pop_oldest()", mode=Mode.LITERAL)).hits
    assert names(folder, hits) == ["jobs/worker.py"]
    assert hits[0].score.rrf == 0
    assert hits[0].matched_by == ("literal",)
    assert hits[0].matches == (TextRange(Position(6, 20), Position(6, 32)),)
    hits = engine.search(SearchRequest(r"def \w+_worker", mode=Mode.REGEX)).hits
    assert (names(folder, hits), hits[0].matched_by) == (["jobs/worker.py"], ("regex",))
    with pytest.raises(BadRequest):
        engine.search(SearchRequest("(", mode=Mode.REGEX))


def test_filters(engine: Engine, folder: Path) -> None:
    def found(query: str, **filters: object) -> set[str]:
        return set(names(folder, engine.search(SearchRequest(query, **filters)).hits))  # type: ignore[arg-type]

    assert found("worker job", languages=("markdown",)) == {"docs/guide.md"}
    assert found("worker job", include=("docs/**",)) == {"docs/guide.md"}
    assert all(name.startswith("jobs/") for name in found("worker job", exclude=("docs/**", "src/**", ".gitignore")))
    assert found("JobQueue", kinds=(SymbolKind.CLASS,)) == {"jobs/queue.py"}
    assert found("worker job", folder=folder)
    assert found("worker", mode=Mode.LITERAL, include=("docs/*.md",)) == {"docs/guide.md"}
    with pytest.raises(BadRequest, match="not a folder of this workspace"):
        found("worker", folder=folder / "jobs")


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode is not Mode.REGEX])
@pytest.mark.parametrize(
    "query", ["", "   ", "\n", "+-*/", "\0", "\ud800x", "AND OR NOT (", 'a:b "', "*" * 50, "w " * 5000, "é" * 3000]
)
def test_odd_queries_are_no_failures(engine: Engine, mode: Mode, query: str) -> None:
    hits = engine.search(SearchRequest(query, mode=mode)).hits
    if not query.strip():
        assert hits == ()


def test_limits_are_clamped(engine: Engine) -> None:
    assert len(engine.search(SearchRequest("job", limit=1)).hits) == 1
    assert engine.search(SearchRequest("job", limit=0)).hits == ()
    assert engine.search(SearchRequest("job", limit=-5)).hits == ()
    assert engine.search(SearchRequest("job", limit=10**9)).hits


def test_ignored_and_skipped_files_are_never_found(engine: Engine, folder: Path) -> None:
    for mode in (Mode.HYBRID, Mode.SYMBOL, Mode.LITERAL):
        found = names(folder, engine.search(SearchRequest("retry_with_backoff_generated", mode=mode, limit=200)).hits)
        assert "build/generated.py" not in found
        assert "blob.bin" not in found


def test_cancelling(engine: Engine, folder: Path) -> None:
    for ask in (
        lambda: engine.search(SearchRequest("job"), lambda: True),
        lambda: engine.search(SearchRequest("job", mode=Mode.LITERAL), lambda: True),
        lambda: engine.symbols("job", cancelled=lambda: True),
        lambda: engine.completion_context(
            ContextRequest(str(folder / "jobs/worker.py"), Position(0, 0), time_budget_ms=10_000), lambda: True
        ),
    ):
        with pytest.raises(Cancelled):
            ask()


def test_the_tabby_profile_needs_both_routes(tabby: Engine, folder: Path) -> None:
    for request in (SearchRequest("retry_with_backoff call attempts"), SearchRequest("worker")):
        for hit in tabby.search(request).hits:
            assert hit.score.bm25 is not None
            assert hit.score.bm25 > 8.0
            assert hit.score.embedding is not None
            assert hit.score.embedding > 0.75
            assert hit.score.rrf > 0.028
    plain = tabby.search(SearchRequest("retry_with_backoff call attempts", ranking=False)).hits
    assert names(folder, plain)[0] == "jobs/retry.py", "without ranking, fusion alone decides"
    assert {round(256 * (hit.score.embedding or 0), 3) % 1 for hit in plain} == {0}, "a share of 256 bits"


# workspace/symbol


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("parseConfig", ["parseConfig"]),
        ("parse", ["parseConfig"]),
        ("pc", ["pcapOpen", "parseConfig"]),
        ("config parse", ["parseConfig"]),
        ("JobQueue", ["JobQueue"]),
        ("JobQueue.push", ["push"]),
        ("oldest", ["pop_oldest"]),
    ],
)
def test_symbols_by_name(engine: Engine, query: str, first: list[str]) -> None:
    assert [hit.name for hit in engine.symbols(query)][: len(first)] == first


def test_symbols_stand_where_they_say(engine: Engine) -> None:
    for hit in engine.symbols("job"):
        line = Path(hit.document).read_text().splitlines(keepends=True)[hit.name_range.start.line]
        assert hit.text == line
        assert line[hit.name_range.start.column : hit.name_range.end.column] == hit.name


def test_symbols_by_meaning_come_after_those_by_name(engine: Engine) -> None:
    found = [hit.name for hit in engine.symbols("wait and try the call again")]
    assert "retry_with_backoff" in found
    assert len(found) == len(set(found))
    assert engine.symbols("") == engine.symbols("parse", limit=0) == []
    assert len(engine.symbols("p", limit=1)) == 1


# cotext/similar


def test_similar_code_is_elsewhere(engine: Engine, folder: Path) -> None:
    document = str(folder / "jobs/worker.py")
    selection = TextRange(Position(5, 0), Position(7, 0))
    answer = engine.similar(SimilarRequest(document, selection))
    assert answer.hits
    assert not any(hit.document == document and hit.lines.start < 8 and hit.lines.end > 5 for hit in answer.hits)
    assert "jobs/queue.py" in names(folder, answer.hits)
    assert engine.similar(SimilarRequest(document, selection, limit=0)).hits == ()
    far = TextRange(Position(10**6, 10**6), Position(10**6, 10**6))
    engine.similar(SimilarRequest(document, far))
    with pytest.raises(BadRequest, match="neither open nor a file"):
        engine.similar(SimilarRequest(str(folder / "missing.py"), selection))


# cotext/completionContext


def context(engine: Engine, document: Path | str, line: int = 0, **more: object) -> tuple[Hit, ...]:
    request = ContextRequest(str(document), Position(line, 0), time_budget_ms=10_000, **more)  # type: ignore[arg-type]
    return engine.completion_context(request).hits


def test_context_comes_from_other_files(engine: Engine, folder: Path) -> None:
    answer = engine.completion_context(
        ContextRequest(str(folder / "jobs/worker.py"), Position(7, 4), time_budget_ms=10_000)
    )
    found = names(folder, answer.hits)
    assert {"jobs/retry.py", "jobs/queue.py"} <= set(found)
    assert "jobs/worker.py" not in found
    assert all(name.endswith(".py") for name in found), "code of the same language family first"
    assert answer.query_lines == LineRange(0, 8)
    assert not answer.is_incomplete
    again = engine.completion_context(
        ContextRequest(str(folder / "jobs/worker.py"), Position(7, 4), time_budget_ms=10_000)
    )
    assert again.hits == answer.hits
    for hit in answer.hits:
        assert hit.text == whole(hit)


def test_excluded_documents_do_not_appear(engine: Engine, folder: Path) -> None:
    hits = context(
        engine, folder / "jobs/worker.py", 7, exclude=(str(folder / "jobs/retry.py"), "untitled:Untitled-1", "\ud800")
    )
    assert hits
    assert "jobs/retry.py" not in names(folder, hits)


@pytest.mark.parametrize("chunks", [0, 1, 2, 10**9, -1])
def test_the_chunk_budget_is_exact(engine: Engine, folder: Path, chunks: int) -> None:
    hits = context(engine, folder / "jobs/worker.py", 7, max_chunks=chunks)
    assert len(hits) <= max(0, chunks)
    if chunks > 0:
        assert hits


@pytest.mark.parametrize("characters", [0, 1, 100, 300, 500, 10**9])
def test_the_character_budget_is_exact(engine: Engine, folder: Path, characters: int) -> None:
    hits = context(engine, folder / "jobs/worker.py", 7, max_characters=characters)
    assert sum(len(hit.text) for hit in hits) <= characters


@pytest.mark.parametrize("position", [Position(10**6, 10**6), Position(0, 10**6), Position(-3, -3), Position(7, 5)])
def test_positions_are_clamped(engine: Engine, folder: Path, position: Position) -> None:
    answer = engine.completion_context(ContextRequest(str(folder / "jobs/worker.py"), position, time_budget_ms=10_000))
    assert 0 <= answer.query_lines.start < answer.query_lines.end <= 8


def test_no_time_gives_what_is_there(engine: Engine, folder: Path) -> None:
    answer = engine.completion_context(ContextRequest(str(folder / "jobs/worker.py"), Position(7, 4), time_budget_ms=0))
    assert answer.is_incomplete


def test_documents_that_do_not_exist(engine: Engine, folder: Path) -> None:
    with pytest.raises(BadRequest, match="neither open nor a file"):
        context(engine, folder / "missing.py")
    with pytest.raises(BadRequest, match="neither open nor a file"):
        context(engine, "untitled:Untitled-1")


def test_a_document_outside_every_folder(engine: Engine, folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.py"
    outside.write_text("retry_with_backoff(job.run, 5)\n")
    assert "jobs/retry.py" in names(folder, context(engine, outside))


def test_an_ignored_document(engine: Engine, folder: Path) -> None:
    assert "jobs/retry.py" in names(folder, context(engine, folder / "build/generated.py"))


def test_another_language_where_there_is_nothing_of_this_one(engine: Engine, folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.rs"
    outside.write_text("fn main() {\n    retry_with_backoff(job.run, 5)\n}\n")
    assert "jobs/retry.py" in names(folder, context(engine, outside, 1))


# cotext/explain


def test_why_a_chunk_is_found(engine: Engine, folder: Path) -> None:
    answer = engine.explain(ExplainRequest(str(folder / "jobs/retry.py"), 6, query="call again with backoff"))
    assert answer.target is not None
    assert answer.target.document == str(folder / "jobs/retry.py")
    assert answer.returned
    assert answer.reason is None
    assert answer.final_rank == answer.fused_rank == 1
    assert answer.cutoff_rank == 20
    assert answer.routes["bm25"].rank == 1
    assert answer.routes["bm25"].score == answer.target.score.bm25


def test_why_a_chunk_is_not_found(engine: Engine, folder: Path) -> None:
    answer = engine.explain(ExplainRequest(str(folder / "src/pcap.ts"), 0, query="backoff attempts", mode=Mode.KEYWORD))
    assert answer.target is not None
    assert not answer.returned
    assert answer.final_rank is None
    assert answer.routes["bm25"].reason == "noMatch"
    assert answer.reason == "belowCutoff"


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("build/generated.py", 0, "ignored"),
        ("blob.bin", 0, "skipped"),
        ("jobs/retry.py", 10**6, "notIndexed"),
        ("missing.py", 0, "notIndexed"),
        ("\ud800.py", 0, "notIndexed"),
    ],
)
def test_why_there_is_no_chunk(engine: Engine, folder: Path, name: str, line: int, reason: str) -> None:
    answer = engine.explain(ExplainRequest(str(folder / name), line, query="backoff"))
    assert (answer.target, answer.reason, answer.returned) == (None, reason, False)


def test_explaining_a_context(engine: Engine, folder: Path) -> None:
    at = {"document": str(folder / "jobs/worker.py"), "position": Position(7, 4)}
    found = engine.explain(ExplainRequest(str(folder / "jobs/retry.py"), 6, **at))  # type: ignore[arg-type]
    assert found.returned
    assert found.reason is None
    own = engine.explain(ExplainRequest(str(folder / "jobs/worker.py"), 4, **at))  # type: ignore[arg-type]
    assert (own.returned, own.reason) == (False, "currentFile")
    assert {one.reason for one in own.routes.values()} == {"filtered"}
    other = engine.explain(ExplainRequest(str(folder / "src/config.ts"), 0, **at))  # type: ignore[arg-type]
    assert not other.returned
    assert other.routes["embedding"].reason == "filtered"


def test_explaining_badly(engine: Engine, folder: Path) -> None:
    target = str(folder / "jobs/retry.py")
    with pytest.raises(BadRequest, match="either query or at"):
        engine.explain(ExplainRequest(target, 0))
    with pytest.raises(BadRequest, match="no ranking"):
        engine.explain(ExplainRequest(target, 0, query="x", mode=Mode.REGEX))


def test_skipped_files(engine: Engine, folder: Path) -> None:
    answer = engine.skipped_files(folder)
    assert [(one.path, one.reason) for one in answer.files] == [("blob.bin", "binary")]
    assert answer.total == 1
    assert engine.skipped_files(folder, "tooLarge").total == 0
    limited = engine.skipped_files(folder, limit=0)
    assert (limited.files, limited.total) == ((), 1)
    with pytest.raises(BadRequest):
        engine.skipped_files(folder / "jobs")
