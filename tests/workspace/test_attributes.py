from __future__ import annotations

import pytest

from cotext.workspace.attributes import conversion_matcher, converting_patterns


@pytest.mark.parametrize(
    ("line", "patterns"),
    [
        (b"* text=auto", ["*"]),
        (b"*.sh eol=lf", ["*.sh"]),
        (b"*.png binary", []),
        (b"*.png -text", []),
        (b"*.png !text -diff", []),
        (b"*.psd filter=lfs diff=lfs merge=lfs -text", ["*.psd"]),
        (b"*.c ident", ["*.c"]),
        (b"*.txt working-tree-encoding=UTF-16", ["*.txt"]),
        (b"*.py linguist-generated", []),
        (b"# * text", []),
        (b'"a b" text', ["a b"]),
        (b"*.js  text\r", ["*.js"]),
        (b"[attr]mine text\n*.x mine", ["*.x"]),
        (b"[attr]\n[attr]mine", []),
    ],
)
def test_lines(line: bytes, patterns: list[str]) -> None:
    assert converting_patterns(line) == patterns


def test_where_rules_hold() -> None:
    converted = conversion_matcher([("", b"*.sh text\n"), ("win/", b"* text=auto\n")])
    assert converted("a/b.sh")
    assert converted("win/x.c")
    assert not converted("x.c")


def test_a_shared_macro_counts_everywhere() -> None:
    assert conversion_matcher([("", b"[attr]mine text\n"), ("a/", b"*.c mine\n")])("a/x.c")
    assert not conversion_matcher([("", b"[attr]mine diff=c\n"), ("a/", b"*.c mine\n")])("a/x.c")
