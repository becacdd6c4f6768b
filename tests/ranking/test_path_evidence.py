from __future__ import annotations

import pytest

from cotext.ranking.path_evidence import path_evidence
from cotext.ranking.question import Question, read_question


def asked(text: str) -> Question:
    return read_question(text, lambda _: 1.0)


@pytest.mark.parametrize(
    ("path", "aside"),
    [
        ("tests/test_app.py", "test"),
        ("src/app.test.ts", "test"),
        ("pkg/server_test.go", "test"),
        ("src/test/java/shop/TillTest.java", "test"),
        ("Shop.UnitTests/Till.cs", "test"),
        ("shop-test-server/src/run.kt", "test"),
        ("spec/models/user_spec.rb", "test"),
        ("examples/hello.rs", "example"),
        ("benches/parse.rs", "benchmark"),
        ("docs/guide.md", "documentation"),
        ("README.md", "documentation"),
        ("src/legacy/old_api.py", "legacy"),
        ("types/index.d.ts", "types"),
        ("vendor/github.com/x/y.go", "vendored"),
        ("scripts/release.sh", "tooling"),
    ],
)
def test_what_stands_aside_is_told_by_its_path(path: str, aside: str) -> None:
    assert path_evidence(path, asked("session cookies"))[aside] == 1


@pytest.mark.parametrize(
    "path", ["src/attestation.py", "src/contest/rules.py", "latest/app.go", "src/v1/app.kt", "till.c"]
)
def test_ordinary_paths_do_not(path: str) -> None:
    found = path_evidence(path, asked("session cookies"))
    assert not {"test", "example", "benchmark", "documentation", "legacy", "types", "vendored", "tooling"} & set(found)


def test_it_is_not_held_against_a_file_when_it_is_asked_for() -> None:
    assert "test" not in path_evidence("tests/test_app.py", asked("tests for the session cookie"))
    assert "example" in path_evidence("examples/test_app.py", asked("tests for the session cookie"))


def test_words_of_the_name_and_of_the_folders() -> None:
    question = asked("how are session cookies signed")
    found = path_evidence("web/cookies/session_store.py", question)
    assert found["name_asked"] == 0.5
    assert found["name_answers"] == pytest.approx(1 / 3)
    assert found["folders_answer"] == pytest.approx(1 / 3)
    further = path_evidence("cookies/web/session_store.py", question)
    assert 0 < further["folders_answer"] < found["folders_answer"]


def test_a_name_that_is_the_question() -> None:
    assert path_evidence("src/session_cookies.py", asked("session cookies"))["name_is_question"] == 1
    assert "name_is_question" not in path_evidence("src/session.py", asked("session cookies"))


def test_an_entry_file_is_called_after_its_folder() -> None:
    found = path_evidence("src/session/__init__.py", asked("session"))
    assert found["entry_file"] == found["name_asked"] == 1
    assert "folders_answer" not in found


def test_depth_grows_slowly() -> None:
    depths = [path_evidence(path, asked("x"))["depth"] for path in ("a/x.py", "a/b/x.py", "a/b/c/x.py")]
    assert depths == sorted(depths)
    assert depths[1] - depths[0] > depths[2] - depths[1]
