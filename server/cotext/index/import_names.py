"""How code spells what it takes from elsewhere: the last part of a qualified name, a file's path in an import."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["import_name", "import_word", "is_qualified", "name_parts", "path_components", "plain_name"]

_ENTRY_FILES = frozenset({"mod", "index", "init", "lib", "main"})
"""Files that stand for their folder (`mod.rs`, `index.ts`, `__init__.py`, `lib.rs`)."""

_SEPARATORS = re.compile(r"[.:\s\\]+")


def is_qualified(name: str) -> bool:
    """Whether a name has parts."""
    return _SEPARATORS.search(name) is not None


def name_parts(name: str) -> list[str]:
    """The parts of a qualified name, outermost first."""
    return [part for part in _SEPARATORS.split(name) if part]


@lru_cache(maxsize=100_000)
def plain_name(name: str) -> str:
    """The part of a qualified name that code writes by itself: "Config" of "Phoenix.Config"."""
    return _SEPARATORS.split(name)[-1] or name


def import_word(word: str) -> str:
    """A word of a path or an import as both are compared: in lower case, without `_` and `-`."""
    return word.lower().replace("_", "").replace("-", "")


@lru_cache(maxsize=50_000)
def path_components(path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Components of a file's path as imports name them, and those of its folder, each as `import_word` spells it. The
    file's own is its name up to the first "."; one that stands for its folder has none."""
    *folders, name = path.split("/")
    plain = tuple(map(import_word, folders))
    stem = import_word(name.partition(".")[0])
    return (plain if stem in _ENTRY_FILES else (*plain, stem)), plain


def import_name(path: str) -> str:
    """What an import calls a file by: the last of its `path_components`, or its own name where it has none."""
    components, _ = path_components(path)
    return components[-1] if components else import_word(path.partition(".")[0])
