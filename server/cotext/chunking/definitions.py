"""The definitions of a parsed file, by one query a language.

Conventions of the query files (`queries/*.scm`). A pattern has one of these captures on the defining node, and the name
as `@name`:

- `@definition.KIND`: a definition; KIND is a key of `KINDS`. Where two patterns find the same name, the earlier one in
  the file decides the kind and the wider node the extent.
- `@scope`: no definition, but it contains some (Rust's `impl`, Swift's `extension`).
- `@outer`, with `@inner` for `@name`: `@inner` extends to `@outer` (decorators, `export`, `template <...>`).

Beside them `@body` (where the head ends; else the node's field "body") and `@container` (what the name is defined on: the
receiver of a Go method). Captures that begin with "_" serve predicates only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node, Query

from cotext.chunking.definitions_comments import (
    CommentStyle,
    head_start,
    is_comment_line,
    leading_comment_start,
    style_of,
)
from cotext.chunking.grammar import query_matches
from cotext.chunking.syntax_text import SyntaxText
from cotext.records import Definition, LineRange, SymbolKind, TextRange

__all__ = ["KINDS", "Found", "find_definitions"]

KINDS = {
    "alias": SymbolKind.CLASS,
    "class": SymbolKind.CLASS,
    "constant": SymbolKind.CONSTANT,
    "constructor": SymbolKind.CONSTRUCTOR,
    "enum": SymbolKind.ENUM,
    "enum_member": SymbolKind.ENUM_MEMBER,
    "event": SymbolKind.EVENT,
    "field": SymbolKind.FIELD,
    "function": SymbolKind.FUNCTION,
    "interface": SymbolKind.INTERFACE,
    "method": SymbolKind.METHOD,
    "module": SymbolKind.MODULE,
    "namespace": SymbolKind.NAMESPACE,
    "object": SymbolKind.OBJECT,
    "operator": SymbolKind.OPERATOR,
    "property": SymbolKind.PROPERTY,
    "struct": SymbolKind.STRUCT,
    "type": SymbolKind.CLASS,
    "variable": SymbolKind.VARIABLE,
}

_TYPES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.STRUCT,
        SymbolKind.INTERFACE,
        SymbolKind.ENUM,
        SymbolKind.OBJECT,
        SymbolKind.ENUM_MEMBER,
    }
)
_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})
_CONSTRUCTOR = SymbolKind.CONSTRUCTOR
_VALUES = frozenset({SymbolKind.VARIABLE, SymbolKind.FIELD})
_CONSTRUCTORS = frozenset({"__init__", "__construct", "constructor", "initialize"})
_MODULE_OBJECTS = frozenset({"exports", "module.exports", "this", "self", "window", "globalThis"})
_QUALIFIED = frozenset({"cpp", "cuda-cpp", "arduino", "hlsl", "ruby", "objective-cpp"})
_SIGNATURE_LINES = 12
_SEPARATORS = re.compile(r"::|->|[:#./\\]+")
_QUOTES = "\"'`"


@dataclass(slots=True)
class Found:
    """A definition, or a scope that only contains some, with its place in the syntax tree.

    Attributes:
        start, end: byte offsets, what wraps the node included.
        node: the defining node.
        name_start, name_end: byte offsets of the name.
        kind: None for a scope.
        is_container: whether definitions inside count as its members.
        body: the node at which the head ends.
        target: the node that the name is defined on, where it is not one around it.
        priority: number of the pattern that found it; the lowest decides.
        definition: what it comes to; None for a scope.
    """

    start: int
    end: int
    node: Node
    name_start: int
    name_end: int
    kind: SymbolKind | None
    is_container: bool
    body: Node | None
    target: Node | None
    priority: int
    definition: Definition | None = None
    path: str = ""


def find_definitions(query: Query, root: Node, text: SyntaxText, language: str) -> list[Found]:
    """All definitions and scopes, outer before inner, else in order.

    Args:
        query: the grammar's definition query.
        root: the tree's root.
        text: the parsed text.
        language: language identifier; decides how comments look.
    """
    found = _collect(query, root)
    found.sort(key=lambda one: (one.start, -one.end, one.name_start))
    style = style_of(language)
    open_ones: list[Found] = []
    kept: list[Found] = []
    floor = 0  # no doc comment starts above the line where the definition before it ends
    for one in found:
        # What has the same extent (`a, b = 1, 2`) stands beside it, not in it.
        while open_ones and (
            open_ones[-1].end <= one.start or (open_ones[-1].start == one.start and open_ones[-1].end == one.end)
        ):
            open_ones.pop()
        around = open_ones[-1] if open_ones else None
        container = around.path if around is not None else ""
        name = _clean_name(text.text_of(one.name_start, one.name_end), language)
        if one.kind is None:
            name = _plain_path(name)
        else:
            name, own = _split_qualified(name, one, text, language)
            container = _join(container, own)
        if not name:
            continue
        if one.kind is not None:
            if (
                one.kind is SymbolKind.FIELD
                and around is not None
                and around.definition
                and around.kind is _CONSTRUCTOR
            ):
                container = around.definition.container  # a constructor's parameter that is a field too
            _refine(one, name, container, around)
            one.definition, floor = _definition(one, name, container, text, style, floor, language)
        one.path = _join(container, name.replace("::", "."))
        kept.append(one)
        if one.is_container:
            open_ones.append(one)
    return _merge_equations(kept) if language == "haskell" else kept


def _collect(query: Query, root: Node) -> list[Found]:
    by_name: dict[int, Found] = {}
    outers: dict[int, tuple[int, int]] = {}
    kinds: dict[int, str] = {}
    for pattern, captures in query_matches(query, root):
        capture = kinds.get(pattern)
        if capture is None:
            capture = next((c for c in captures if c.startswith("definition.") or c in ("scope", "outer")), "")
            kinds[pattern] = capture
        if not capture:
            continue
        node = captures[capture][0]
        start, end = node.start_byte, node.end_byte
        if capture == "outer":
            inner = captures["inner"][0].start_byte
            known = outers.get(inner)
            if inner != start and (known is None or known[0] > start):
                outers[inner] = (start, end)
            continue
        bodies, targets = captures.get("body"), captures.get("container")
        kind = None if capture == "scope" else capture[11:]
        for name in captures["name"]:
            name_start = name.start_byte
            if name_start == name.end_byte:
                continue  # the parser made the name up to repair an error
            before = by_name.get(name_start)
            if before is None or pattern < before.priority:
                one = Found(
                    start,
                    end,
                    node,
                    name_start,
                    name.end_byte,
                    KINDS[kind] if kind is not None else None,
                    kind != "alias",
                    bodies[0] if bodies else None,
                    targets[0] if targets else None,
                    pattern,
                )
                by_name[name_start] = one
                if before is not None:
                    one.start, one.end = min(start, before.start), max(end, before.end)
            else:
                before.start, before.end = min(start, before.start), max(end, before.end)
                if before.body is None and bodies:
                    before.body = bodies[0]
    found = list(by_name.values())
    if outers:
        for one in found:
            while (outer := outers.get(one.start)) is not None:
                one.start, one.end = outer[0], max(one.end, outer[1])
    return found


def _clean_name(name: str, language: str) -> str:
    if language == "haskell" and name.startswith("("):
        return name.strip("() ")
    if name[:1] in _QUOTES and name[-1:] == name[0]:
        return name[1:-1]
    if language == "ruby":
        return name.removeprefix(":")
    if "operator " in name:  # C++'s conversions: "operator bool() const"
        return name.partition("(")[0].rstrip()
    return name if "\n" not in name and "\r" not in name else re.sub(r"\s+", " ", name)


def _split_qualified(name: str, one: Found, text: SyntaxText, language: str) -> tuple[str, str]:
    """The last part of a name like C++'s `A<T>::b`, and what it is defined on, if the name or its pattern says so."""
    if one.target is not None:
        own = _plain_path(text.text_of(one.target.start_byte, one.target.end_byte))
        return name, "" if own in _MODULE_OBJECTS else own.removesuffix(".prototype")
    if "::" not in name or one.kind is SymbolKind.NAMESPACE or language not in _QUALIFIED:
        return name, ""
    plain = _without_arguments(name)
    cut = plain.rfind("::")
    if "operator" in plain:
        cut = plain.rfind("::", 0, plain.index("operator"))
    if cut < 0:
        return name, ""
    last, own = plain[cut + 2 :], _plain_path(plain[:cut])
    words = last.split()
    if len(words) > 1 and "operator" not in last:
        # `MACRO ns::Result<T> name(...)`: the macro passes for the type, and the type for the path of the name.
        last, own = words[-1], ""
    one.name_start = one.name_end - len(last.encode("utf-8", "surrogatepass"))
    return last, own


def _without_arguments(name: str) -> str:
    """`name` without its type arguments: "A<B<C>>::f" is "A::f"."""
    head, operator, tail = name.partition("operator")
    while head != (shorter := re.sub(r"<[^<>]*>", "", head)):
        head = shorter
    return head + operator + tail


def _plain_path(name: str) -> str:
    """The names in a type or path, joined by dots: "*Queue[T]" is "Queue", "&'a Cache<K>" is "Cache"."""
    name = re.sub(r"\[.*\]|\(.*\)", "", _without_arguments(name), flags=re.DOTALL)
    name = re.sub(r"^[\s*&]*('\w+\s+)?((dyn|mut|const|unsafe)\s+)*", "", name)
    return _SEPARATORS.sub(".", name.strip()).strip(".").partition(" ")[0]


def _join(container: str, name: str) -> str:
    return f"{container}.{name}" if container and name else container or name


def _refine(one: Found, name: str, container: str, around: Found | None) -> None:
    """Kinds that follow from where a definition stands: a function in a type is a method."""
    kind = one.kind
    if kind in _FUNCTIONS:
        outer = around.path if around is not None else ""
        in_type = container != outer or (around is not None and (around.kind is None or around.kind in _TYPES))
        if in_type and (name in _CONSTRUCTORS or container.rpartition(".")[2] == name):
            one.kind = _CONSTRUCTOR
        elif kind is SymbolKind.FUNCTION and in_type:
            one.kind = SymbolKind.METHOD
        elif kind is SymbolKind.METHOD and not container:
            one.kind = SymbolKind.FUNCTION
    elif kind in _VALUES and len(name) > 1 and name.isupper():
        one.kind = SymbolKind.CONSTANT


def _definition(
    one: Found, name: str, container: str, text: SyntaxText, style: CommentStyle, floor: int, language: str
) -> tuple[Definition, int]:
    assert one.kind is not None
    lines = text.lines
    first = text.line_of(one.start)
    last = text.last_line_of(one.start, text.trimmed_end(one.start, one.end))
    name_line = text.line_of(one.name_start)
    node_start = one.node.start_byte
    head = text.line_of(node_start) if node_start != one.start else first
    head = head_start(lines, head, name_line)
    body = one.body if one.body is not None else one.node.child_by_field_name("body")
    if body is not None and body.start_byte > one.name_start:
        body_line = text.line_of(body.start_byte)
        # A body that begins its own line leaves that line to the body.
        own_line = not text.source[text.byte_starts[body_line] : body.start_byte].strip()
        head_end = max(body_line if own_line else body_line + 1, name_line + 1)
        while head_end - 1 > name_line and _says_nothing(lines[head_end - 1], style):
            head_end -= 1
    elif last - head < 3:
        head_end = last + 1
    else:
        head_end = name_line + 1
    head_end = min(head_end, name_line + _SIGNATURE_LINES, last + 1)
    whole = LineRange(leading_comment_start(lines, first, floor, style), last + 1)
    position = text.position_of(one.name_start, name_line)
    end_line = text.last_line_of(one.name_start, one.name_end)
    definition = Definition(
        name,
        one.kind,
        container,
        TextRange(position, text.position_of(one.name_end, end_line)),
        LineRange(head, max(head_end, head + 1)),
        whole,
    )
    return definition, (first + 1 if one.is_container and last > first else last + 1)


def _says_nothing(line: str, style: CommentStyle) -> bool:
    return not line.strip() or is_comment_line(line, style)


def _merge_equations(found: list[Found]) -> list[Found]:
    """Haskell gives a function a signature and several equations, one after the other: together they are one definition."""
    # `f, g :: Int` names several: there each function's first equation is its definition, if it has one.
    elsewhere = {one.path for one in found if one.node.child_by_field_name("names") is None}
    merged: list[Found] = []
    for one in found:
        if one.path in elsewhere and one.node.child_by_field_name("names") is not None:
            continue
        before = merged[-1] if merged else None
        if (
            before is not None
            and before.definition is not None
            and one.definition is not None
            and before.path == one.path
            and before.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)
        ):
            whole = LineRange(before.definition.whole.start, one.definition.whole.end)
            d = before.definition
            before.definition = Definition(d.name, d.kind, d.container, d.name_range, d.signature, whole)
            before.end = one.end
        else:
            merged.append(one)
    return merged
