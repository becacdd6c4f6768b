"""The names that a piece of code uses, by regular expressions.

A query would cost ten times as much: half of a file's nodes are identifiers. What is lost is the difference between a
local variable and the rest, which rarity tells as well.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache

from cotext.chunking.languages import family
from cotext.chunking.references_keywords import KEYWORDS, OTHER_KEYWORDS

__all__ = ["referenced_names"]

# What is skipped: comments and strings. Each alternative runs to the end when it is not closed, so that no text makes
# the scan quadratic; a string that is not closed ends with its line.
_SLASH_COMMENTS = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_HASH_COMMENTS = r"\#[^\n]*"
_DASH_COMMENTS = r"--[^\n]*"
_DOUBLE_QUOTED = r'"(?:[^"\\\n]|\\.)*"?'
_SINGLE_QUOTED = r"'(?:[^'\\\n]|\\.)*'?"
_TRIPLE_QUOTED = r'"""(?:[^"]|"(?!""))*+(?:""")?' + r"|'''(?:[^']|'(?!''))*+(?:''')?"
_NAME = r"([^\W\d]\w*)"

_SKIPPED = {
    "python": (_HASH_COMMENTS, _TRIPLE_QUOTED, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "starlark": (_HASH_COMMENTS, _TRIPLE_QUOTED, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "elixir": (_HASH_COMMENTS, _TRIPLE_QUOTED, _DOUBLE_QUOTED),
    "ruby": (_HASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "shellscript": (r"(?<![^\s;])\#[^\n]*", _SINGLE_QUOTED),
    "haskell": (_DASH_COMMENTS, r"\{-.*?(?:-\}|\Z)", _DOUBLE_QUOTED),
    "lua": (r"--\[\[.*?(?:\]\]|\Z)", _DASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    # An apostrophe starts a lifetime as well as a character.
    "rust": (_SLASH_COMMENTS, _DOUBLE_QUOTED),
    "php": (_SLASH_COMMENTS, r"\#(?!\[)[^\n]*", _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "zig": (r"//[^\n]*", r"\\\\[^\n]*", _DOUBLE_QUOTED),
}
_DEFAULT_SKIPPED = (_SLASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED)
_HASH_FAMILIES = frozenset(
    [
        "cmake",
        "dockerfile",
        "fish",
        "gdscript",
        "julia",
        "makefile",
        "nim",
        "nix",
        "perl",
        "powershell",
        "r",
        "tcl",
        "terraform",
        "toml",
        "yaml",
    ]
)
_NAMES = {"ruby": r"([^\W\d]\w*(?:[?!](?!=))?)", "elixir": r"([^\W\d]\w*(?:[?!](?!=))?)", "haskell": r"([^\W\d][\w']*)"}


def referenced_names(text: str, language: str, defined: Container[str] = ()) -> tuple[str, ...]:
    """Distinct names used in program text, in order of first use, without keywords and without `defined`.

    Args:
        text: whole lines of a file. Where they start or end inside a comment or string, its words count as names or
            names are missed; a stretch cut inside a triple-quoted string has its strings read as code.
        language: language identifier.
        defined: names to leave out.
    """
    name = family(language)
    whole_strings = text.count('"""') % 2 == 0 and text.count("'''") % 2 == 0
    names = _scanner(name, whole_strings, text.isascii()).findall(text)
    keywords = _keywords(name)
    return tuple([one for one in dict.fromkeys(names) if one not in keywords and one not in defined])


@cache
def _scanner(name: str, triple: bool, only_ascii: bool) -> re.Pattern[str]:
    skipped = _SKIPPED.get(name)
    if skipped is None:
        skipped = (_HASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED) if name in _HASH_FAMILIES else _DEFAULT_SKIPPED
    if not triple:
        skipped = tuple(one for one in skipped if one is not _TRIPLE_QUOTED)
    pattern = "|".join((*skipped, _NAMES.get(name, _NAME)))
    return re.compile(pattern, re.DOTALL | re.ASCII if only_ascii else re.DOTALL)


@cache
def _keywords(name: str) -> frozenset[str]:
    # "" stands for what was skipped, "_" for what is thrown away.
    return frozenset(("", "_", *KEYWORDS.get(name, OTHER_KEYWORDS).split()))
