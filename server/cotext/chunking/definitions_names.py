"""Names as they are shown and joined: without quotes, type arguments and pointers."""

from __future__ import annotations

import re

__all__ = ["clean_name", "join", "plain_path", "without_arguments"]

_SEPARATORS = re.compile(r"::|->|[:#./\\]+")
_QUOTES = "\"'`"


def clean_name(name: str, language: str) -> str:
    """The name that a name node stands for."""
    if language == "haskell" and name.startswith("("):
        return name.strip("() ")
    if name[:1] in _QUOTES and name[-1:] == name[0]:
        return name[1:-1]
    if language == "ruby":
        return name.removeprefix(":")
    if "operator " in name:  # C++'s conversions: "operator bool() const"
        return name.partition("(")[0].rstrip()
    return name if "\n" not in name and "\r" not in name else re.sub(r"\s+", " ", name)


def without_arguments(name: str) -> str:
    """`name` without its type arguments: "A<B<C>>::f" is "A::f"."""
    head, operator, tail = name.partition("operator")
    while head != (shorter := re.sub(r"<[^<>]*>", "", head)):
        head = shorter
    return head + operator + tail


def plain_path(name: str) -> str:
    """The names in a type or path, joined by dots: "*Queue[T]" is "Queue", "&'a Cache<K>" is "Cache"."""
    name = re.sub(r"\[.*\]|\(.*\)", "", without_arguments(name), flags=re.DOTALL)
    name = re.sub(r"^[\s*&]*('\w+\s+)?((dyn|mut|const|unsafe)\s+)*", "", name)
    return _SEPARATORS.sub(".", name.strip()).strip(".").partition(" ")[0]


def join(container: str, name: str) -> str:
    """`container.name`, where both are there."""
    return f"{container}.{name}" if container and name else container or name
