"""Where to cut a stretch of lines that holds no definition of its own: at syntax nodes, then at lines."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import pairwise

from tree_sitter import Node

from cotext.chunking.syntax_text import SyntaxText
from cotext.chunking.text_chunks import line_ranges

__all__ = ["LARGEST_CHARACTERS", "SMALL_CHARACTERS", "TARGET_CHARACTERS", "Splitter"]

TARGET_CHARACTERS = 1_500
"""How many characters a chunk should have: neighbours are joined up to this. Measured: 750 finds symbols better, but
answers questions in prose worse."""

LARGEST_CHARACTERS = 2_000
"""A definition up to this long stays whole: half of a function is worth less than a chunk that is a third too long."""

SMALL_CHARACTERS = 200
"""A piece below this (a class's first line, a closing bracket) joins a neighbour even beyond the target."""

_DEPTH = 16
_MOST_CHILDREN = 100_000


@dataclass(slots=True)
class Splitter:
    """Splits stretches of one file.

    Attributes:
        text: the file's text.
        root: the root of its tree.
        children: known child nodes and the lines where they start, by node.
    """

    text: SyntaxText
    root: Node
    children: dict[int, tuple[list[int], list[Node]]] = field(default_factory=dict)

    def split(self, start: int, end: int) -> list[tuple[int, int]]:
        """Cut the lines `start` to `end` into stretches of about `TARGET_CHARACTERS`, of like size."""
        if self.text.size(start, end) <= LARGEST_CHARACTERS:
            return [(start, end)]
        first, last = self.text.byte_starts[start], self.text.byte_starts[end]
        node = self.root.named_descendant_for_byte_range(first, max(first, last - 1)) or self.root
        return self._pack(self._pieces(node, start, end, 0), self.text.size(start, end))

    def _pieces(self, node: Node, start: int, end: int, depth: int) -> list[tuple[int, int]]:
        if self.text.size(start, end) <= TARGET_CHARACTERS:
            return [(start, end)]
        if depth == _DEPTH or node.child_count > _MOST_CHILDREN:
            return line_ranges(self.text.lines, start, end)
        starts, nodes = self._children_of(node)
        inside = range(bisect_right(starts, start), bisect_left(starts, end))
        cuts: list[int] = []
        previous = nodes[inside.start - 1] if inside.start else None
        for number in inside:
            # What is said above a statement stays with it.
            if previous is None or not _belongs_below(previous):
                cuts.append(starts[number])
            previous = nodes[number]
        bounds = [start, *dict.fromkeys(cuts), end]
        pieces: list[tuple[int, int]] = []
        for begin, stop in pairwise(bounds):
            if self.text.size(begin, stop) <= TARGET_CHARACTERS:
                pieces.append((begin, stop))
                continue
            child = self._largest_child(starts, nodes, begin, stop)
            if child is None:
                pieces += line_ranges(self.text.lines, begin, stop)
            else:
                pieces += self._pieces(child, begin, stop, depth + 1)
        return pieces

    def _children_of(self, node: Node) -> tuple[list[int], list[Node]]:
        known = self.children.get(node.id)
        if known is None:
            nodes = node.named_children
            known = self.children[node.id] = ([self.text.line_of(child.start_byte) for child in nodes], nodes)
        return known

    def _largest_child(self, starts: list[int], nodes: list[Node], begin: int, stop: int) -> Node | None:
        """The longest node that starts in the lines, or that began above them and still goes on."""
        low = max(bisect_left(starts, begin) - 1, 0)
        first = self.text.byte_starts[begin]
        best, most = None, 0
        for child in nodes[low : bisect_left(starts, stop)]:
            length = child.end_byte - max(child.start_byte, first)
            if length > most:
                best, most = child, length
        return best

    def _pack(self, pieces: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
        goal = size / -(-size // TARGET_CHARACTERS)
        packed: list[tuple[int, int]] = []
        for start, end in pieces:
            if packed:
                before = packed[-1][0]
                held, added = self.text.size(before, start), self.text.size(start, end)
                # Stop where the stretch comes nearest to its share.
                if held + added <= LARGEST_CHARACTERS and (held + added / 2 <= goal or added < SMALL_CHARACTERS // 4):
                    packed[-1] = (before, end)
                    continue
            packed.append((start, end))
        return packed


def _belongs_below(node: Node) -> bool:
    kind = node.type
    return "comment" in kind or kind in ("attribute_item", "annotation", "decorator", "haddock", "attribute")
