"""How searches and contexts are ordered, over one workspace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cotext.engine import Engine
from cotext.records import Hit, Position
from cotext.requests import ContextRequest, ExplainRequest, Mode, SearchRequest
from cotext.settings import RankingSettings, Settings

SESSION = '''"""Sessions."""


class SessionStore:
    """Keeps sessions of signed cookies."""

    def open_session(self, cookie):
        """Open the session of a signed cookie."""
        return self.sessions[cookie]

    def save_session(self, session):
        """Save a session and sign its cookie."""
        self.sessions[session.cookie] = session


''' + "\n\n".join(f"def session_helper_{number}(session):\n    return session.part_{number}" for number in range(40))
FILES = {
    "web/sessions.py": SESSION,
    "web/cookies.py": 'def sign_cookie(cookie, key):\n    """Sign a cookie with a key."""\n    return key + cookie\n',
    "web/app.py": "from web.sessions import SessionStore\n\n\ndef start(store: SessionStore):\n    store.\n",
    "tests/test_sessions.py": (
        "from web.sessions import SessionStore\n\n\ndef test_open_session():\n"
        '    """Open the session of a signed cookie."""\n    assert SessionStore().open_session("cookie")\n'
    ),
    "vendor/sessions/store.py": 'class SessionBackend:\n    """Sessions of signed cookies."""\n',
    "docs/sessions.md": "# Sessions\n\nOpen the session of a signed cookie.\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ranking") / "workspace"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def engine(folder: Path, open_engine: Callable[..., Engine]) -> Engine:
    return open_engine(folder)


def paths(folder: Path, hits: tuple[Hit, ...]) -> list[str]:
    return [Path(hit.document).relative_to(folder).as_posix() for hit in hits]


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.KEYWORD, Mode.SEMANTIC])
def test_code_stands_before_its_tests_and_what_others_wrote_unless_it_is_asked_for(
    engine: Engine, folder: Path, mode: Mode
) -> None:
    found = paths(folder, engine.search(SearchRequest("how a signed cookie opens a session", mode=mode)).hits)
    assert found[0] == "web/sessions.py"
    asked = paths(folder, engine.search(SearchRequest("tests for opening a signed session", mode=mode)).hits)
    assert asked.index("tests/test_sessions.py") < found.index("tests/test_sessions.py")


def test_several_chunks_of_one_file_are_shown_where_they_are_the_best(engine: Engine, folder: Path) -> None:
    found = paths(folder, engine.search(SearchRequest("session helper part", limit=3)).hits)
    assert found.count("web/sessions.py") > 1


@pytest.mark.parametrize("query", ["SessionStore", "sessionstore", "sessions.SessionStore"])
def test_a_bare_name_shows_its_definition_first(engine: Engine, query: str) -> None:
    assert "class SessionStore" in engine.search(SearchRequest(query)).hits[0].text


def test_a_name_among_words_shows_its_definition(engine: Engine) -> None:
    assert "def sign_cookie" in engine.search(SearchRequest("where sign_cookie gets its key")).hits[0].text


def test_without_ranking_the_fused_score_decides(engine: Engine) -> None:
    hits = engine.search(SearchRequest("signed session", ranking=False)).hits
    scores = [hit.score.rrf for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_every_contribution_is_told(engine: Engine, folder: Path) -> None:
    query = "how a signed cookie opens a session"
    first, *_ = engine.search(SearchRequest(query)).hits
    answers = [
        engine.explain(ExplainRequest(str(folder / name), line, query=query))
        for name, line in (("web/sessions.py", 5), ("docs/sessions.md", 0))
    ]
    assert answers[0].final_rank == 1
    for answer in answers:
        sizes = [abs(one.contribution) for one in answer.evidence]
        assert sizes == sorted(sizes, reverse=True)
        assert all(one.contribution == pytest.approx(one.value * one.weight) for one in answer.evidence)
    by_name = [{one.name: one.contribution for one in answer.evidence} for answer in answers]
    assert by_name[0]["best_name"] > 0
    assert by_name[1]["documentation"] < 0
    assert sum(by_name[0].values()) > sum(by_name[1].values())
    assert first.document == str(folder / "web/sessions.py")


def test_weights_of_ones_own_decide(folder: Path, tmp_path: Path, open_engine: Callable[..., Engine]) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text('["search hybrid prose"]\ntest = 100.0\n')
    engine = open_engine(folder, settings=Settings(ranking=RankingSettings(weights=str(weights))))
    hits = engine.search(SearchRequest("how a signed cookie opens a session")).hits
    assert paths(folder, hits)[0] == "tests/test_sessions.py"


def test_an_open_document_is_ranked_as_it_is_now(engine: Engine, folder: Path) -> None:
    document = str(folder / "web/cookies.py")
    engine.set_buffer(document, FILES["web/cookies.py"] + "\n\ndef bake_biscuit():\n    pass\n", "python")
    try:
        hits = engine.search(SearchRequest("bake_biscuit")).hits
        assert "def bake_biscuit" in hits[0].text
    finally:
        engine.close_buffer(document)


def test_members_of_the_receivers_type_are_in_the_context(engine: Engine, folder: Path) -> None:
    request = ContextRequest(str(folder / "web/app.py"), Position(4, 10), time_budget_ms=10_000)
    answer = engine.completion_context(request)
    assert answer.hits[0].document == str(folder / "web/sessions.py")
    assert "def open_session" in answer.hits[0].text
    assert "def save_session" in answer.hits[0].text
    assert len({hit.document for hit in answer.hits}) == len(answer.hits), "one hit a document"
    assert engine.completion_context(request).hits == answer.hits


def test_what_is_being_edited_comes_sooner(tmp_path: Path, open_engine: Callable[..., Engine]) -> None:
    """Two files that are alike in all but their names: the one edited last is shown first."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    for name in ("alpha", "bravo", "delta"):
        (folder / f"{name}.py").write_text(f"def {name}_total(order):\n    return order.amount * order.rate\n")
    (folder / "own.py").write_text("def own_total(order):\n    return order.amount *\n")
    engine = open_engine(folder)
    own = str(folder / "own.py")
    for edited in ("bravo", "delta", "alpha", "bravo"):
        document = str(folder / f"{edited}.py")
        engine.set_buffer(document, Path(document).read_text(), "python")
        engine.set_buffer(own, Path(own).read_text(), "python")
        answer = engine.completion_context(ContextRequest(own, Position(1, 25), time_budget_ms=10_000))
        assert paths(folder, answer.hits)[0] == f"{edited}.py"
        engine.close_buffer(document)


def test_a_long_type_is_shown_by_its_head_and_those_of_its_members(
    tmp_path: Path, open_engine: Callable[..., Engine]
) -> None:
    folder = tmp_path / "workspace"
    folder.mkdir()
    body = "\n".join(f"        step_{number} = self.find({number})" for number in range(30))
    methods = "\n\n".join(f"    def method_{number}(self):\n{body}" for number in range(4))
    (folder / "ledger.py").write_text(f'class Ledger:\n    """Keeps accounts."""\n\n{methods}\n')
    (folder / "own.py").write_text("from ledger import Ledger\n\n\ndef run():\n    return \n")
    engine = open_engine(folder)
    request = ContextRequest(str(folder / "own.py"), Position(4, 11), max_characters=900, time_budget_ms=10_000)
    [hit] = engine.completion_context(request).hits
    shown = hit.text.splitlines()
    assert shown[:2] == ["class Ledger:", '    """Keeps accounts."""']
    assert [line for line in shown if "def " in line] == [f"    def method_{number}(self):" for number in range(4)]


@pytest.mark.parametrize("characters", [150, 300, 500])
def test_a_small_budget_is_for_the_likeliest_definition(engine: Engine, folder: Path, characters: int) -> None:
    request = ContextRequest(
        str(folder / "web/app.py"), Position(4, 10), max_characters=characters, time_budget_ms=10_000
    )
    answer = engine.completion_context(request)
    assert "def open_session" in answer.hits[0].text
    assert sum(len(hit.text) for hit in answer.hits) <= characters


@pytest.mark.parametrize("query", ["sessions.py", "web/sessions.py", "web\\sessions.py", "tests/test_sessions.py"])
def test_a_path_finds_its_file(engine: Engine, folder: Path, query: str) -> None:
    wanted = "tests/test_sessions.py" if "test" in query else "web/sessions.py"
    assert paths(folder, engine.search(SearchRequest(query)).hits)[0] == wanted


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.KEYWORD])
def test_a_name_that_nothing_defines_is_found_where_it_stands(
    tmp_path: Path, mode: Mode, open_engine: Callable[..., Engine]
) -> None:
    """Names that differ in a number, one a file; the file's path and everything else speaks for another one."""
    folder = tmp_path / "workspace"
    for number in range(30):
        place = "tests/deep/down/here" if number % 2 else "src"
        (folder / place).mkdir(parents=True, exist_ok=True)
        (folder / place / f"part_{number}.rs").write_text(f"fn work_{number}() {{}}\n\n// zqx77push{number} = 1\n")
    engine = open_engine(folder)
    for number in range(30):
        hits = engine.search(SearchRequest(f"zqx77push{number}", mode=mode, limit=1)).hits
        assert f"zqx77push{number} " in hits[0].text


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.KEYWORD, Mode.SEMANTIC])
def test_preferring_symbols_lifts_those_that_the_words_name(engine: Engine, mode: Mode) -> None:
    query = "helper 7 session"
    preferred = engine.search(SearchRequest(query, mode=mode, prefer_symbol=True)).hits
    assert "def session_helper_7(" in preferred[0].text
    assert "symbol" in preferred[0].matched_by
    plain = engine.search(SearchRequest(query, mode=mode)).hits
    assert {hit.document for hit in plain} <= {hit.document for hit in preferred}, "a route more, none less"
