"""Parsing and querying with tree-sitter, both bounded.

What costs, measured with tree-sitter 0.26: parsing is linear but for error recovery, which can be quadratic, so it
gets a time limit. A query visits every node, and at each node looks along the node's later siblings for a named one:
100,000 open brackets in one error node are 5 * 10^9 steps that nothing can interrupt (the query's own progress
callback crashes the interpreter as soon as there are matches, in 0.26.1). Long lists are linear, at 3 microseconds an
element. So a query starts no match below a fixed depth, and a tree with thousands of unnamed children in one node, or
hundreds of thousands of children in long lists, is not queried at all.
"""

from __future__ import annotations

import time
from functools import cache
from importlib import resources
from typing import cast

from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree
from tree_sitter_language_pack import SupportedLanguage, get_language

__all__ = [
    "MATCH_DEPTH",
    "PARSE_SECONDS",
    "UNNAMED_CHILDREN",
    "WIDE_CHILDREN",
    "TreeRefused",
    "parse",
    "query_matches",
    "query_of",
]

PARSE_SECONDS = 2.0
"""How long one file may take to parse."""

MATCH_DEPTH = 32
"""Depth below which no definition is looked for: sixteen classes, functions or namespaces in each other."""

UNNAMED_CHILDREN = 4_000
"""How many unnamed children in excess of its named ones a node may have; as many cost a query about 20 ms."""

WIDE_CHILDREN = 300_000
"""How many children all nodes with thousands of descendants may have together; as many cost a query about a second."""

_READ_BYTES = 1 << 10
"""What is read at a time. Some scanners (Scala's) read anew at every token, and each piece is kept until the parse has
ended: with 64 KiB a file of 400 KB took 900 MB."""

# Grammars whose node types are those of another one, or hold them all.
_SAME_QUERY = {"tsx": "typescript", "cuda": "cpp", "arduino": "cpp", "hlsl": "cpp", "ispc": "c", "luau": "lua"}


class TreeRefused(Exception):
    """A file that is not worth its parsing.

    Attributes:
        reason: `ChunkedFile.degraded`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@cache
def _language(grammar: str) -> Language:
    return get_language(cast(SupportedLanguage, grammar))


@cache
def query_of(grammar: str) -> Query | None:
    """The query that finds a grammar's definitions, or None where nobody has written one."""
    name = _SAME_QUERY.get(grammar, grammar)
    source = resources.files("cotext.chunking").joinpath("queries", f"{name}.scm")
    return Query(_language(grammar), source.read_text("utf-8")) if source.is_file() else None


def parse(grammar: str, source: bytes, seconds: float = PARSE_SECONDS) -> Tree:
    """Parse a file.

    A parser of its own for each file: they cost a microsecond, and are neither safe between threads nor clean after a
    parse that was stopped.

    Raises:
        TreeRefused: it took longer than `seconds` ("parseTimeout"), or the tree must not be walked ("tooDeep").
    """
    end = time.monotonic() + seconds
    late = False

    def read(offset: int, _point: object) -> bytes:
        return source[offset : offset + _READ_BYTES]

    def stop(_offset: int, _has_error: bool) -> bool:
        nonlocal late
        late = time.monotonic() > end
        return late

    try:
        tree = Parser(_language(grammar)).parse(read, progress_callback=stop)
    except ValueError:
        raise TreeRefused("parseTimeout" if late else "parseFailed") from None
    if _has_too_wide_node(tree.root_node):
        raise TreeRefused("tooDeep")
    return tree


def query_matches(query: Query, root: Node) -> list[tuple[int, dict[str, list[Node]]]]:
    """All matches of a query that start at `MATCH_DEPTH` or above."""
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(MATCH_DEPTH)
    return cursor.matches(root)


def _has_too_wide_node(root: Node) -> bool:
    # Only a node with that many descendants can have that many children, and few nodes have.
    level = [root] if root.descendant_count > UNNAMED_CHILDREN else []
    wide = 0
    for _ in range(MATCH_DEPTH + 2):
        following: list[Node] = []
        for node in level:
            named = node.named_child_count
            wide += node.child_count
            if node.child_count - named > UNNAMED_CHILDREN + 2 * named or wide > WIDE_CHILDREN:
                return True
            following += [child for child in node.named_children if child.descendant_count > UNNAMED_CHILDREN]
        if not following:
            break
        level = following
    return False
