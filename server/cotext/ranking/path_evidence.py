"""What a file's path says for or against it. Pure functions."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

from cotext.index.terms import word_parts
from cotext.ranking.question import Question
from cotext.ranking.words import same_family

__all__ = ["path_evidence"]


def _in_folder(names: str) -> str:
    return rf"(?:^|/)(?:{names})/"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_ASIDES = {
    "test": _any(
        _in_folder(r"(?:[\w.-]*[._-])?tests?(?:[._-][\w.-]*)?|(?-i:[\w.-]*[a-z0-9]Tests?)|testing|testdata"),
        _in_folder(r"specs?|__tests__|fixtures?|mocks?|__mocks__|e2e|t"),
        r"(?:^|/)(?:test_|conftest|spec_helper)[^/]*$",
        r"[_.-](?:tests?|spec)\.\w+$",
        r"(?-i:[a-z0-9](?:Tests?|Spec|TestCase)\.\w+$)",
    ),
    "example": _any(_in_folder(r"(?:[\w-]*[_-])?examples?|samples?|demos?|playgrounds?|tutorials?|templates?")),
    "benchmark": _any(_in_folder(r"(?:[\w-]*[_-])?bench(?:es|marks?|marking)?"), r"[_.-]bench(?:mark)?s?\.\w+$"),
    "documentation": _any(
        _in_folder("docs?|documentation|website|guides?|man"),
        r"\.(?:md|mdx|rst|txt|adoc|html?)$",
        r"(?:^|/)(?:changelog|readme)[^/]*$",
    ),
    "legacy": _any(
        _in_folder(r"legacy|deprecated|compat|old|obsolete"), r"(?:^|[_/.-])(?:legacy|deprecated|compat)[^/]*$"
    ),
    "types": _any(r"\.d\.[cm]?ts$", r"\.pyi$"),
    "vendored": _any(_in_folder("vendor|vendored|third[_-]?party|node_modules|deps|external|extern|contrib")),
    "tooling": _any(
        _in_folder(r"scripts?|tools?|ci|hack|build|cmake|\.[\w-]+"),
        r"(?:^|/)(?:setup|Makefile|CMakeLists|build\.gradle|\w+\.config)[^/]*$",
    ),
}
_ENTRY = _any(
    r"(?:^|/)(?:__init__\.pyi?|__main__\.py|index\.\w+|mod\.rs|lib\.rs|main\.\w+|package-info\.java|init\.lua)$"
)
_FOLDERS = 4
_NEARLY_ALL = 0.99


class _PathWords(NamedTuple):
    name: tuple[str, ...]
    folders: tuple[tuple[str, ...], ...]
    asides: tuple[str, ...]
    entry: bool
    depth: int


@lru_cache(maxsize=100_000)
def _read(path: str) -> _PathWords:
    *folders, name = path.split("/")
    stem = name.split(".")[0] or name.strip(".")
    entry = _ENTRY.search(path) is not None
    return _PathWords(
        tuple(dict.fromkeys(word_parts(stem))),
        tuple(tuple(word_parts(folder)) for folder in reversed(folders)),
        tuple(aside for aside, pattern in _ASIDES.items() if pattern.search(path)),
        entry,
        len(folders),
    )


def path_evidence(path: str, question: Question) -> dict[str, float]:
    """Evidence of a path.

    Args:
        path: relative, "/" between its parts.
        question: what is asked.

    Returns:
        `test`, `example`, `benchmark`, `documentation`, `legacy`, `types` (stubs), `vendored`, `tooling`: what the path
        looks like, each left out when the question asks for it; `entry_file` (`__init__.py`, `index.ts`, ...); `depth`
        (log(1 + folders)); `name_asked`: share of the file name's words that the question has; `name_answers`: the
        summed shares of the question's words that the file name has; `name_is_question`: the name, or the question, is
        all of the other; `folders_answer`: the same of the folders, the nearest folder most.
    """
    read = _read(path)
    found = {aside: 1.0 for aside in read.asides if aside not in question.asides}
    if read.entry:
        found["entry_file"] = 1.0
    if read.depth:
        found["depth"] = math.log1p(read.depth)
    names = read.folders[0] if read.entry and read.folders else read.name
    asked = [word for word in names if any(same_family(one.text, word) for one in question.words)]
    if asked:
        found["name_asked"] = len(asked) / len(names)
        answers = sum(one.share for one in question.words if any(same_family(one.text, word) for word in asked))
        found["name_answers"] = answers
        if len(asked) == len(names) and answers > _NEARLY_ALL:
            found["name_is_question"] = 1.0
    folders = read.folders[1:] if read.entry else read.folders
    best: dict[str, float] = {}
    for distance, words in enumerate(folders[:_FOLDERS]):
        for one in question.words:
            if any(same_family(one.text, word) for word in words):
                best[one.stem] = max(best.get(one.stem, 0.0), one.share / (1 + distance))
    if best:
        found["folders_answer"] = sum(best.values())
    return found
