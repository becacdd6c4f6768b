"""The definitions of a parsed file: what `definitions_query` found, named, nested and with its lines."""

from __future__ import annotations

from tree_sitter import Node, Query

from cotext.chunking.definitions_comments import (
    CommentStyle,
    head_start,
    is_comment_line,
    leading_comment_start,
    style_of,
)
from cotext.chunking.definitions_names import clean_name, join, plain_path, without_arguments
from cotext.chunking.definitions_query import Found, collect
from cotext.chunking.syntax_text import SyntaxText
from cotext.records import Definition, LineRange, SymbolKind, TextRange

__all__ = ["find_definitions"]

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


def find_definitions(query: Query, root: Node, text: SyntaxText, language: str) -> list[Found]:
    """All definitions and scopes, outer before inner, else in order.

    Args:
        query: the grammar's definition query.
        root: the tree's root.
        text: the parsed text.
        language: language identifier; decides how comments look.
    """
    found = collect(query, root)
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
        name = clean_name(text.text_of(one.name_start, one.name_end), language)
        if one.kind is None:
            name = plain_path(name)
        else:
            name, own = _split_qualified(name, one, text, language)
            container = join(container, own)
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
            one.definition, floor = _definition(one, name, container, text, style, floor)
        one.path = join(container, name.replace("::", "."))
        kept.append(one)
        if one.is_container:
            open_ones.append(one)
    return _merge_equations(kept) if language == "haskell" else kept


def _split_qualified(name: str, one: Found, text: SyntaxText, language: str) -> tuple[str, str]:
    """The last part of a name like C++'s `A<T>::b`, and what it is defined on, if the name or its pattern says so."""
    if one.target is not None:
        own = plain_path(text.text_of(one.target.start_byte, one.target.end_byte))
        return name, "" if own in _MODULE_OBJECTS else own.removesuffix(".prototype")
    if "::" not in name or one.kind is SymbolKind.NAMESPACE or language not in _QUALIFIED:
        return name, ""
    plain = without_arguments(name)
    cut = plain.rfind("::")
    if "operator" in plain:
        cut = plain.rfind("::", 0, plain.index("operator"))
    if cut < 0:
        return name, ""
    last, own = plain[cut + 2 :], plain_path(plain[:cut])
    words = last.split()
    if len(words) > 1 and "operator" not in last:
        # `MACRO ns::Result<T> name(...)`: the macro passes for the type, and the type for the path of the name.
        last, own = words[-1], ""
    one.name_start = one.name_end - len(last.encode("utf-8", "surrogatepass"))
    return last, own


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
    one: Found, name: str, container: str, text: SyntaxText, style: CommentStyle, floor: int
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
    """Haskell gives a function a signature and several equations, in a row: together they are one definition."""
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
