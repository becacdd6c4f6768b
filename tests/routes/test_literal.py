"""Literal and regex search: the real ripgrep over real folders."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotext.errors import BadRequest, Cancelled, WorkspaceError
from cotext.records import LineRange, Position, TextRange
from cotext.routes import ripgrep
from cotext.routes.literal import LONGEST_PATTERN, LiteralHit, search_literal
from cotext.workspace.lines import slice_lines, split_lines
from cotext.workspace.scan import ScanRules


@pytest.fixture(autouse=True)
def forget_ripgrep() -> Iterator[None]:
    """Some tests change where ripgrep is looked for."""
    ripgrep.find_ripgrep.cache_clear()
    yield
    ripgrep.find_ripgrep.cache_clear()


def make(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def places(hits: list[LiteralHit]) -> list[tuple[str, int]]:
    return [(hit.path, hit.lines.start) for hit in hits]


def columns(hit: LiteralHit) -> list[tuple[int, int]]:
    return [(match.start.column, match.end.column) for match in hit.matches]


def test_lines_and_columns_count_code_points(tmp_path: Path) -> None:
    make(tmp_path, {"a.txt": "x\n  é😀foo foo\n"})
    assert search_literal(tmp_path, "foo") == [
        LiteralHit(
            "a.txt",
            LineRange(1, 2),
            "  é😀foo foo\n",
            (TextRange(Position(1, 4), Position(1, 7)), TextRange(Position(1, 8), Position(1, 11))),
        )
    ]


def test_upper_case_asks_for_exactness(tmp_path: Path) -> None:
    make(tmp_path, {"a": "Foo\nfoo\nFOO\nÄb\näb\n"})
    assert places(search_literal(tmp_path, "foo")) == [("a", 0), ("a", 1), ("a", 2)]
    assert places(search_literal(tmp_path, "Foo")) == [("a", 0)]
    assert places(search_literal(tmp_path, "äb")) == [("a", 3), ("a", 4)]
    assert places(search_literal(tmp_path, "foo", regex=True)) == [("a", 1)]
    assert places(search_literal(tmp_path, "(?i)foo", regex=True)) == [("a", 0), ("a", 1), ("a", 2)]


@pytest.mark.parametrize(
    "pattern", ["a.b*c", "-e", "--files", "-", "(", "[x", "\\d", "$1", "^", "a|b", "{2}", "x~y&z#", "'\"", "  ", "\\"]
)
def test_a_literal_is_no_expression_and_no_option(tmp_path: Path, pattern: str) -> None:
    make(tmp_path, {"a": f"before\n>{pattern}<\nafter\n", "b": "axbbc d 1 e\n"})
    hits = search_literal(tmp_path, pattern)
    assert places(hits) == [("a", 1)]
    assert columns(hits[0]) == [(1, 1 + len(pattern))]


@pytest.mark.parametrize("pattern", ["-x", "--pre=sh", "-", "--"])
def test_an_expression_is_no_option(tmp_path: Path, pattern: str) -> None:
    make(tmp_path, {"a": f"q{pattern}q\n"})
    assert places(search_literal(tmp_path, pattern, regex=True)) == [("a", 0)]


def test_order_and_limit(tmp_path: Path) -> None:
    make(tmp_path, {f"d{number % 7}/f{number:03}": "foo\nbar\nfoo\n" for number in range(200)})
    hits = search_literal(tmp_path, "foo", limit=1000)
    assert places(hits) == sorted(places(hits))
    assert len(hits) == 400
    assert search_literal(tmp_path, "foo", limit=7) == hits[:7]
    assert search_literal(tmp_path, "foo", limit=151) == hits[:151]
    assert search_literal(tmp_path, "foo", limit=0) == []


def test_an_empty_query_and_an_empty_folder(tmp_path: Path) -> None:
    assert search_literal(tmp_path, "x") == []
    make(tmp_path, {"a": "x"})
    assert search_literal(tmp_path, "") == []
    with pytest.raises(WorkspaceError):
        search_literal(tmp_path / "none", "x")


def test_lone_carriage_returns_end_lines(tmp_path: Path) -> None:
    make(tmp_path, {"cr": "a foo\rb\rfoo foo\r", "mixed": "x\ry\nfoo\r\nfoo"})
    hits = search_literal(tmp_path, "foo")
    assert [(hit.path, hit.lines, hit.text, columns(hit)) for hit in hits] == [
        ("cr", LineRange(0, 1), "a foo\r", [(2, 5)]),
        ("cr", LineRange(2, 3), "foo foo\r", [(0, 3), (4, 7)]),
        ("mixed", LineRange(2, 3), "foo\r\n", [(0, 3)]),
        ("mixed", LineRange(3, 4), "foo", [(0, 3)]),
    ]
    assert places(search_literal(tmp_path, "^foo$", regex=True)) == [("mixed", 2), ("mixed", 3)]
    assert places(search_literal(tmp_path, "^b$", regex=True)) == [("cr", 1)]


def test_no_other_character_ends_a_line(tmp_path: Path) -> None:
    make(tmp_path, {"a": "x\x0cy\u2028z\x85foo\nfoo\n"})
    assert [(hit.lines.start, columns(hit)) for hit in search_literal(tmp_path, "foo")] == [
        (0, [(6, 9)]),
        (1, [(0, 3)]),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("asked", ["\n", "\r\n", "\r"])
def test_a_literal_across_lines(tmp_path: Path, end: str, asked: str) -> None:
    make(tmp_path, {"a": end.join(["1", "foo(", ")bar", "2", ""])})
    (hit,) = search_literal(tmp_path, f"foo({asked})b")
    assert (hit.lines, hit.text) == (LineRange(1, 3), f"foo({end})bar{end}")
    assert hit.matches == (TextRange(Position(1, 0), Position(2, 2)),)


def test_an_expression_across_lines(tmp_path: Path) -> None:
    make(tmp_path, {"a": "one\ntwo\nthree\n"})
    for pattern in (r"e\nt", "e\nt", r"e\x0at"):
        (hit,) = search_literal(tmp_path, pattern, regex=True)
        assert (hit.lines, hit.matches) == (LineRange(0, 2), (TextRange(Position(0, 2), Position(1, 1)),))
    (hit,) = search_literal(tmp_path, r"two\n", regex=True)
    assert (hit.lines, hit.matches) == (LineRange(1, 2), (TextRange(Position(1, 0), Position(2, 0)),))


def test_an_empty_match(tmp_path: Path) -> None:
    make(tmp_path, {"a": "x\n\ny"})
    assert places(search_literal(tmp_path, "^$", regex=True)) == [("a", 1)]
    assert places(search_literal(tmp_path, "$", regex=True)) == [("a", 0), ("a", 1), ("a", 2)]


@pytest.mark.parametrize("pattern", ["(", "[z-a]", "a{2", "*", "(?<x", "\\p{Nonsense}"])
def test_a_bad_expression(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(BadRequest, match="regex parse error") as problem:
        search_literal(tmp_path, pattern, regex=True)
    assert not str(problem.value).startswith("rg:")


def test_a_nul_character(tmp_path: Path) -> None:
    make(tmp_path, {"a": "x"})
    assert search_literal(tmp_path, "a\0", buffers={"b": "x"}) == []
    with pytest.raises(BadRequest):
        search_literal(tmp_path, "a\0", regex=True)


def test_the_scan_s_rules(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], cwd=tmp_path, check=True)
    make(
        tmp_path,
        {
            ".gitignore": "*.log\n",
            ".cotextignore": "hidden/\n",
            ".ignore": "*.py\n",
            ".rgignore": "*.py\n",
            "a.log": "foo",
            "b.log": "foo",
            "hidden/x": "foo",
            "node_modules/x": "foo",
            ".env": "foo",
            ".config/y.py": "foo",
            "c.py": "foo",
            "d.min.js": "foo",
            "e.png": "foo",
            "n.bin2": b"foo\n\0foo\n",
        },
    )
    subprocess.run([*git, "add", "-f", "a.log", ".env"], cwd=tmp_path, check=True)
    hits = search_literal(tmp_path, "foo", rules=ScanRules(exclude=("*.min.js",)))
    assert places(hits) == [(".config/y.py", 0), ("a.log", 0), ("c.py", 0)]


def test_links_do_not_lead_out(tmp_path: Path) -> None:
    make(tmp_path, {"out/secret": "foo", "w/a": "bar"})
    (tmp_path / "w/link").symlink_to(tmp_path / "out/secret")
    (tmp_path / "w/folder").symlink_to(tmp_path / "out")
    assert search_literal(tmp_path / "w", "foo") == []


def test_a_file_that_becomes_a_link_meanwhile(tmp_path: Path) -> None:
    make(tmp_path, {"out/secret": "foo", "w/a": "foo"})

    def swap() -> bool:
        (tmp_path / "w/a").unlink()
        (tmp_path / "w/a").symlink_to(tmp_path / "out/secret")
        return False

    assert search_literal(tmp_path / "w", "foo", cancelled=swap) == []


def test_no_configuration_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, {"rc": "--max-count=1\n--pre=false\n", "w/a": "foo\nfoo\n"})
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "rc"))
    assert places(search_literal(tmp_path / "w", "foo")) == [("a", 0), ("a", 1)]


def test_include_and_exclude(tmp_path: Path) -> None:
    make(tmp_path, {"src/a.py": "foo", "src/b.js": "foo", "test/a.py": "foo", "src/deep/c.py": "foo"})
    assert places(search_literal(tmp_path, "foo", include=["src"])) == [
        ("src/a.py", 0),
        ("src/b.js", 0),
        ("src/deep/c.py", 0),
    ]
    assert places(search_literal(tmp_path, "foo", include=["*.py"], exclude=["**/test", "src/deep/**"])) == [
        ("src/a.py", 0)
    ]


def test_open_documents_hide_their_files(tmp_path: Path) -> None:
    make(tmp_path, {"a": "foo\n", "b": "foo\n", "c": "foo\n"})
    buffers = {"a": "bar\n", "b": "\ufeffé\rfoo\n", "new/x": "foo", "other": "foo", "nul": "a\0foo\n"}
    asked: list[str] = []

    def belongs(path: str) -> bool:
        asked.append(path)
        return path != "other"

    hits = search_literal(tmp_path, "foo", buffers=buffers, belongs=belongs)
    assert [(hit.path, hit.lines.start, hit.text) for hit in hits] == [
        ("b", 1, "foo\n"),
        ("c", 0, "foo\n"),
        ("new/x", 0, "foo"),
        ("nul", 0, "a\0foo\n"),
    ]
    assert columns(hits[-1]) == [(2, 5)]
    assert asked == ["a", "b", "c", "new/x", "nul", "other"]
    assert places(search_literal(tmp_path, "foo", buffers=buffers, include=["new"])) == [("new/x", 0)]
    assert not (tmp_path / "new").exists()


def test_a_file_with_a_match_is_asked_for(tmp_path: Path) -> None:
    make(tmp_path, {"a": "foo", "b": "foo"})
    assert places(search_literal(tmp_path, "foo", belongs=lambda path: path == "b")) == [("b", 0)]


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "latin-1"])
def test_encodings(tmp_path: Path, codec: str) -> None:
    text = "# élève, déjà vu à l'école\r\nfoo é foo\r\n" + "foo\r\n" * 4
    make(tmp_path, {"a": text.encode(codec)})
    hits = search_literal(tmp_path, "foo")
    assert [(hit.lines.start, columns(hit)) for hit in hits] == [
        (1, [(0, 3), (6, 9)]),
        *[(line, [(0, 3)]) for line in range(2, 6)],
    ]


def test_odd_names(tmp_path: Path) -> None:
    names = ["-", "-e", "--", "a b", "😀", "new\nline", "a\\b", "[x]", "%41", "é/ü"]
    make(tmp_path, dict.fromkeys(names, "foo"))
    assert places(search_literal(tmp_path, "foo")) == [(name, 0) for name in sorted(names)]


def test_many_files_with_long_names(tmp_path: Path) -> None:
    names = [f"{'n' * 200}/{'m' * 200}{number:04}" for number in range(1200)]
    make(tmp_path, dict.fromkeys(names, "x"))
    make(tmp_path, {names[-1]: "foo"})
    assert places(search_literal(tmp_path, "foo")) == [(names[-1], 0)]


def children() -> set[int]:
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return {int(child) for child in listed.read_text().split()}


def test_cancelling_kills_and_reaps(tmp_path: Path) -> None:
    # A named pipe that nobody writes to keeps ripgrep waiting for ever.
    os.mkfifo(tmp_path / "fifo")
    before = children()
    started: list[set[int]] = []

    def cancelled() -> bool:
        started.append(children() - before)
        return len(started) > 2

    with pytest.raises(Cancelled):
        ripgrep.ripgrep("x", (), ["fifo"], tmp_path, cancelled)
    assert all(len(one) == 1 for one in started)
    assert children() == before


def test_cancelled_from_the_start(tmp_path: Path) -> None:
    make(tmp_path, {"a": "foo"})
    before = children()
    with pytest.raises(Cancelled):
        search_literal(tmp_path, "foo", cancelled=lambda: True)
    assert children() == before


def test_no_ripgrep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ripgrep, "NAME", "rg-that-is-not-there")
    make(tmp_path, {"a": "foo"})
    with pytest.raises(BadRequest, match="need ripgrep"):
        search_literal(tmp_path, "foo")


def test_ripgrep_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, {"bin/rg2": "#!/bin/sh\n", "rg2": "#!/bin/sh\n", "not-executable/rg2": ""})
    (tmp_path / "bin/rg2").chmod(0o755)
    (tmp_path / "rg2").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ripgrep, "NAME", "rg2")
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", str(tmp_path / "not-executable"), str(tmp_path / "bin")]))
    assert ripgrep.find_ripgrep() == str(tmp_path / "bin/rg2")


def test_the_installed_ripgrep_is_found() -> None:
    found = ripgrep.find_ripgrep()
    assert Path(found).is_absolute()
    assert subprocess.run([found, "--version"], capture_output=True, check=True).stdout.startswith(b"ripgrep")


texts = st.text(alphabet="abAé😀\n\r\x0c\u2028 ", max_size=30)


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(texts, min_size=1, max_size=4), st.sampled_from(["a", "A", "é", "ab", "😀", "b a"]))
def test_as_python_finds_it(tmp_path: Path, contents: list[str], pattern: str) -> None:
    for number in range(4):
        (tmp_path / f"f{number}").unlink(missing_ok=True)
    make(tmp_path, {f"f{number}": text for number, text in enumerate(contents)})
    expected = []
    for number, text in enumerate(contents):
        lines = split_lines(text)
        for row, line in enumerate(lines):
            sought, body = (pattern, line) if pattern != pattern.lower() else (pattern, line.lower())
            found, at = [], body.find(sought)
            while at >= 0:
                found.append((at, at + len(sought)))
                at = body.find(sought, at + len(sought))
            if found:
                expected.append((f"f{number}", row, slice_lines(lines, LineRange(row, row + 1)), found))
    hits = search_literal(tmp_path, pattern, limit=1000)
    assert [(hit.path, hit.lines.start, hit.text, columns(hit)) for hit in hits] == expected


def test_the_client_s_encoding(tmp_path: Path) -> None:
    make(tmp_path, {"a": "да foo\n".encode("cp1251")})
    (hit,) = search_literal(tmp_path, "foo", encoding_hint="windows1251")
    assert (hit.text, columns(hit)) == ("да foo\n", [(3, 6)])


@pytest.mark.parametrize("regex", [False, True])
def test_a_pattern_too_long_for_a_command_line_is_refused_with_words(tmp_path: Path, regex: bool) -> None:
    (tmp_path / "a.txt").write_text("x" * LONGEST_PATTERN, "utf-8")
    assert len(search_literal(tmp_path, "x" * LONGEST_PATTERN, regex=regex)) == 1
    with pytest.raises(BadRequest, match=f"{LONGEST_PATTERN:,} characters"):
        search_literal(tmp_path, "x" * (LONGEST_PATTERN + 1), regex=regex)
