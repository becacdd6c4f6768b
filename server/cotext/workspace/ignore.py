"""Patterns that leave files out: ignore files in gitignore's syntax, and globs as Visual Studio Code writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pathspec import GitIgnoreSpec

__all__ = ["IgnoreFile", "combined", "glob_matcher", "is_ignored", "parse_ignore_file", "pattern_expressions"]

DIRECTORY_MARK = "ps_d"
"""The group in which pathspec's expressions catch the slash after a matched folder, the path's last or an inner one."""
NAMED_GROUP = re.compile(r"\(\?P<\w+>")
ANY_DIRECTORY = f"(?P<{DIRECTORY_MARK}>/)"
NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """The patterns of one ignore file.

    Attributes:
        prefix: the folder that holds it, as "" or "src/", in the walk's own paths.
        patterns: each compiled pattern with whether it leaves out (True) or takes back in (False), in order.
        any_pattern: found where any pattern is: most paths match none, and are done after one call.
    """

    prefix: str
    patterns: tuple[tuple[re.Pattern[str], bool], ...]
    any_pattern: re.Pattern[str]


def parse_ignore_file(data: bytes, prefix: str) -> IgnoreFile:
    """Read an ignore file. A line that is no pattern is passed over, as git does."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    patterns = tuple(pattern_expressions(text.split("\n")))
    return IgnoreFile(prefix, patterns, combined(expression for expression, _ in patterns))


def pattern_expressions(lines: Iterable[str]) -> list[tuple[re.Pattern[str], bool]]:
    """Compile gitignore patterns, one a line, by pathspec; a bad line gives nothing."""
    compiled: list[tuple[re.Pattern[str], bool]] = []
    for line in lines:
        try:
            spec = GitIgnoreSpec.from_lines([line.removesuffix("\r")])
        except (ValueError, re.error):
            continue
        for one in spec.patterns:
            expression = getattr(one, "regex", None)
            if one.include is not None and expression is not None:
                source = expression.pattern
                # The last folder of a path is the one that matters, and pathspec's expression would find the first.
                source = f"^.*{source}" if source == ANY_DIRECTORY else source
                compiled.append((re.compile(source, re.DOTALL), one.include))
    return compiled


def combined(expressions: Iterable[re.Pattern[str]]) -> re.Pattern[str]:
    """One expression to search with, found where any of them is."""
    sources = [NAMED_GROUP.sub("(?:", one.pattern) for one in expressions]
    return re.compile("|".join(f"(?:{source})" for source in sources), re.DOTALL) if sources else NOTHING


def is_ignored(files: Sequence[IgnoreFile], path: str) -> bool:
    """Whether ignore files leave out an entry whose parent folders are not left out.

    The last matching pattern of the innermost file that has one decides.

    Args:
        files: outermost first.
        path: POSIX path of the entry; a folder's ends with "/".
    """
    for file in reversed(files):
        below = path[len(file.prefix) :]
        if file.any_pattern.search(below):
            for expression, leaves_out in reversed(file.patterns):
                if _matches_itself(expression, below):
                    return leaves_out
    return False


def _matches_itself(expression: re.Pattern[str], path: str) -> bool:
    """Whether a pattern matches the entry, not only a folder above it, which was judged before."""
    if DIRECTORY_MARK not in expression.groupindex:
        return expression.search(path.removesuffix("/")) is not None
    match = expression.search(path)
    return match is not None and match.end(DIRECTORY_MARK) in (-1, len(path))


@lru_cache(maxsize=64)
def glob_matcher(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a POSIX path, relative to the workspace folder, matches any of some Visual Studio Code globs.

    `*` and `?` stay within one name, `**` spans any number of folders, `{a,b}` is either, `[a-z]` and `[!a]` are
    classes. A pattern without "/" fits at every level. A pattern that matches a folder matches all that it holds.
    Brackets and braces that are never closed stand for themselves.
    """
    sources = [_glob_source(pattern) for pattern in patterns if pattern.strip("/ ")]
    if not sources:
        return _never
    expression = re.compile("|".join(f"(?:{source})" for source in sources), re.DOTALL)
    return lambda path: expression.fullmatch(path) is not None


def _never(path: str) -> bool:  # noqa: ARG001
    return False


def _glob_source(pattern: str) -> str:
    pattern = pattern.strip().replace("\\", "/").removeprefix("./")
    anywhere = "/" not in pattern.rstrip("/")
    pattern = pattern.strip("/")
    if pattern.endswith("/**"):
        pattern = pattern[:-3]
    body = _translate(pattern)
    return ("(?:.*/)?" if anywhere else "") + f"(?:{body})(?:/.*)?"


def _translate(pattern: str) -> str:
    out: list[str] = []
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == "*":
            end = position
            while end < len(pattern) and pattern[end] == "*":
                end += 1
            whole_name = (position == 0 or pattern[position - 1] in "/{,") and (
                end == len(pattern) or pattern[end] in "/},"
            )
            if end - position < 2 or not whole_name:
                out.append("[^/]*")
            elif pattern[end : end + 1] == "/":
                out.append("(?:.*/)?")
                end += 1
            else:
                out.append(".*")
            position = end
        elif character == "?":
            out.append("[^/]")
            position += 1
        elif character == "[" and (end := pattern.find("]", position + 2)) > 0:
            negated = pattern[position + 1] in "!^"
            body = re.sub(r"([\\\[\]^&~|])", r"\\\1", pattern[position + 1 + negated : end])
            candidate = f"(?!/)[{'^' if negated else ''}{body}]"
            out.append(candidate if _compiles(candidate) else re.escape(pattern[position : end + 1]))
            position = end + 1
        elif character == "{" and (end := _closing(pattern, position)) > 0:
            choices = _split_choices(pattern[position + 1 : end])
            out.append("(?:" + "|".join(_translate(choice) for choice in choices) + ")")
            position = end + 1
        else:
            out.append(re.escape(character))
            position += 1
    return "".join(out)


def _compiles(source: str) -> bool:
    try:
        re.compile(source)
    except re.error:
        return False
    return True


def _closing(pattern: str, opening: int) -> int:
    depth = 0
    for position in range(opening, len(pattern)):
        depth += {"{": 1, "}": -1}.get(pattern[position], 0)
        if depth == 0:
            return position
    return -1


def _split_choices(body: str) -> list[str]:
    choices, depth = [""], 0
    for character in body:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            choices.append("")
        else:
            choices[-1] += character
    return choices
