"""Context as comments."""

from __future__ import annotations

import pytest

from cotext.inline_model.comments import as_comments, comment_marks
from cotext.inline_model.pieces import Piece


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("python", "# Path: a/b\n# one\n#\n#   two\n"),
        ("typescript", "// Path: a/b\n// one\n//\n//   two\n"),
        ("lua", "-- Path: a/b\n-- one\n--\n--   two\n"),
        ("html", "<!-- Path: a/b -->\n<!-- one -->\n<!--  -->\n<!--   two -->\n"),
        ("css", "/* Path: a/b */\n/* one */\n/*  */\n/*   two */\n"),
        ("no-such-language", "// Path: a/b\n// one\n//\n//   two\n"),
    ],
)
def test_each_line_is_a_comment(language: str, expected: str) -> None:
    assert as_comments([Piece("a/b", "one\n\n  two\n")], language) == expected


def test_nothing_gives_nothing() -> None:
    assert as_comments([], "python") == ""


@pytest.mark.parametrize("language", ["html", "css", "ocaml"])
def test_code_cannot_end_the_comment(language: str) -> None:
    end = comment_marks(language)[1]
    line = as_comments([Piece("p", f"before {end} after")], language).splitlines()[1]
    assert line.count(end) == 1
    assert line.endswith(end)
