"""What the definition query of a language finds, before it is named and nested.

Conventions of the query files (`queries/*.scm`). A pattern has one of these captures on the defining node, and the name
as `@name`:

- `@definition.KIND`: a definition; KIND is a key of `KINDS`. Where two patterns find the same name, the earlier one
  in the file decides the kind and the wider node the extent.
- `@scope`: no definition, but it contains some (Rust's `impl`, Swift's `extension`).
- `@outer`, with `@inner` for `@name`: `@inner` extends to `@outer` (decorators, `export`, `template <...>`).

Beside them `@body` (where the head ends; else the node's field "body") and `@container` (what the name is defined on:
the receiver of a Go method). Captures that begin with "_" serve predicates only.
"""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node, Query

from cotext.chunking.grammar import query_matches
from cotext.records import Definition, SymbolKind

__all__ = ["KINDS", "Found", "collect"]

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


def collect(query: Query, root: Node) -> list[Found]:
    """All definitions and scopes below a node, in no particular order."""
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
