"""Which tracked files git converts between its store and the disk, so that its hash is not that of the bytes on disk.

Read conservatively: a file that any rule might convert counts as converted. It costs a reading, not a wrong id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cotext.workspace.ignore import combined, pattern_expressions

__all__ = ["conversion_matcher", "converting_patterns"]

MACRO = "[attr]"
CONVERTING = re.compile(r"(text|crlf|eol|filter|ident|working-tree-encoding)(=.*)?")
LINE = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\S+)\s+(.*)')


def converting_patterns(data: bytes) -> list[str]:
    """The patterns of one attributes file whose line may switch a conversion on.

    `-text`, `!eol` and the like switch one off and do not count; a line that uses a macro of the file's own does.
    """
    patterns: list[str] = []
    lines = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").split("\n")
    own_macros = {line.strip()[len(MACRO) :].split(maxsplit=1)[0] for line in lines if _is_macro(line)}
    for line in lines:
        if line.lstrip().startswith("#") or _is_macro(line) or not (match := LINE.fullmatch(line.rstrip())):
            continue
        if any(CONVERTING.fullmatch(one) or one in own_macros for one in match[2].split()):
            patterns.append(_unquoted(match[1]))
    return patterns


def conversion_matcher(files: Iterable[tuple[str, bytes]]) -> Callable[[str], bool]:
    """Whether git may convert the file at a path, given all attributes files.

    Args:
        files: each file's folder ("" or "src/", relative to the work tree) and bytes. A macro that one file defines and
            another uses makes every file of the work tree count as converted.
    """
    files = list(files)
    everything = shared_macros(files)
    rules: list[tuple[str, re.Pattern[str]]] = []
    for prefix, data in files:
        patterns = converting_patterns(data)
        if "*" in patterns or "**" in patterns:
            rules.append((prefix, re.compile("(?s:.*)")))
        elif patterns:
            rules.append((prefix, combined(expression for expression, _ in pattern_expressions(patterns))))
    if everything:
        return lambda path: True  # noqa: ARG005
    return lambda path: any(path.startswith(prefix) and rule.search(path[len(prefix) :]) for prefix, rule in rules)


def shared_macros(files: list[tuple[str, bytes]]) -> bool:
    """Whether a macro that switches conversions on is defined while there is more than one file that could use it."""
    if len(files) < 2:
        return False
    for _, data in files:
        for line in data.decode("utf-8", "replace").split("\n"):
            if _is_macro(line) and any(CONVERTING.fullmatch(one) for one in line.split()[1:]):
                return True
    return False


def _is_macro(line: str) -> bool:
    return line.lstrip().startswith(MACRO) and len(line.strip()) > len(MACRO)


def _unquoted(pattern: str) -> str:
    if not pattern.startswith('"'):
        return pattern
    # Octal escapes and the like are rare; "**" takes such a pattern for one that matches everything.
    return "**" if "\\" in pattern else pattern[1:-1]
