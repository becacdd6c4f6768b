from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.workspace.ignore import glob_matcher, is_ignored, parse_ignore_file


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("**/node_modules", "node_modules", True),
        ("**/node_modules", "a/b/node_modules", True),
        ("**/node_modules", "a/node_modules/x.js", True),
        ("**/node_modules", "a/node_modules2", False),
        ("*.min.js", "a/b.min.js", True),
        ("*.min.js", "b.min.js", True),
        ("*.min.js", "b.minxjs", False),
        ("src/*.py", "src/a.py", True),
        ("src/*.py", "src/a/b.py", False),
        ("src/*.py", "x/src/a.py", False),
        ("src/**", "src/a/b.py", True),
        ("src/**", "src", True),
        ("src/**/test", "src/test", True),
        ("src/**/test", "src/a/b/test/x", True),
        ("src/**/*.py", "src/a.py", True),
        ("/src", "src/a", True),
        ("/src", "x/src/a", False),
        ("./src", "src/a", True),
        ("src/", "a/src/b", True),
        ("{a,b}/*.{js,ts}", "a/x.ts", True),
        ("{a,b}/*.{js,ts}", "c/x.ts", False),
        ("*.{js,{c,m}ts}", "x/y.mts", True),
        ("{**/*.a,b}", "x/y.a", True),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("[ab].c", "a.c", True),
        ("[!ab].c", "a.c", False),
        ("[!ab].c", "c.c", True),
        ("a[b", "a[b", True),
        ("a{b", "a{b", True),
        ("[z-a]", "[z-a]", True),
        ("a.c", "abc", False),
        ("a+(b)", "a+(b)", True),
        ("**", "a/b", True),
        ("a**b", "axb", True),
        ("a**b", "a/b", False),
        ("dir\\sub", "dir/sub/x", True),
        ("a\nb", "a\nb", True),
        ("", "a", False),
        ("/", "a", False),
    ],
)
def test_globs(pattern: str, path: str, matches: bool) -> None:
    assert glob_matcher((pattern,))(path) is matches


def test_several_globs() -> None:
    matcher = glob_matcher(("*.js", "docs"))
    assert matcher("a.js")
    assert matcher("docs/x.md")
    assert not matcher("a.ts")
    assert not glob_matcher(())("a")


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="ab*?[]{},/!^-\\.()", max_size=12))
def test_any_glob_compiles(pattern: str) -> None:
    glob_matcher((pattern,))("a/b.c")


def test_the_last_match_of_the_innermost_file_decides() -> None:
    outer = parse_ignore_file(b"*.log\n!keep.log\n/top\n", "")
    inner = parse_ignore_file(b"\xef\xbb\xbf!*.log\r\nlocal/\r\n", "a/")
    assert is_ignored([outer], "x.log")
    assert not is_ignored([outer], "keep.log")
    assert is_ignored([outer], "top")
    assert not is_ignored([outer], "a/top")
    assert not is_ignored([outer, inner], "a/x.log")
    assert is_ignored([outer, inner], "a/local/")
    assert not is_ignored([outer, inner], "a/local")


def test_bad_lines_are_passed_over() -> None:
    file = parse_ignore_file(b"!\n/\na[\n# comment\n\n\xff\xfe\n*.tmp", "")
    assert is_ignored([file], "x.tmp")
    assert not is_ignored([file], "x")


PATTERNS = [
    "*",
    "*.log",
    "/a",
    "a/",
    "!a/",
    "!*.py",
    "a/b",
    "**/c",
    "a/**",
    "!a/b",
    "\\!x",
    "a b",
    "[ab]",
    "!/a/c",
    "*/c",
]
NAMES = ["a", "b", "c", "a.log", "b.py", "!x", "a b"]


@settings(deadline=None, max_examples=15)
@given(st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=5))
def test_as_git_itself_judges(tmp_path_factory: pytest.TempPathFactory, patterns: list[str]) -> None:
    root = tmp_path_factory.mktemp("tree")
    for name in NAMES:
        (root / "a" / "b").mkdir(parents=True, exist_ok=True)
        for folder in (root, root / "a", root / "a" / "b"):
            if not (folder / name).exists():
                (folder / name).write_text("")
    (root / ".gitignore").write_text("\n".join(patterns))
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True
    ).stdout.decode()
    rules = [parse_ignore_file((root / ".gitignore").read_bytes(), "")]
    assert sorted(walked(root, root, lambda path: is_ignored(rules, path))) == sorted(listed.split("\0")[:-1])


def walked(root: Path, folder: Path, ignored: Callable[[str], bool]) -> list[str]:
    found: list[str] = []
    for entry in folder.iterdir():
        path = entry.relative_to(root).as_posix()
        if entry.name == ".git" or ignored(path + "/" * entry.is_dir()):
            continue
        found += walked(root, entry, ignored) if entry.is_dir() else [path]
    return found


def test_many_patterns_are_one_expression() -> None:
    file = parse_ignore_file("\n".join(f"name{number}" for number in range(300)).encode(), "")
    assert isinstance(file.any_pattern, re.Pattern)
    assert is_ignored([file], "x/name299")
    assert not is_ignored([file], "x/name300")
