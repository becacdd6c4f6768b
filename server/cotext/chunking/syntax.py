"""Chunks of a file that has a grammar: its definitions, and what lies between them.

A file is a row of segments: definitions and the gaps between them. Segments of one container are joined up to the
target size; a definition that is larger than a chunk may be is cut into segments of its own, and those are never joined
with what stands outside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tree_sitter import Tree

from cotext.chunking.definitions import find_definitions
from cotext.chunking.definitions_comments import CommentStyle, is_comment_line, style_of, summarize
from cotext.chunking.definitions_query import Found
from cotext.chunking.file_quality import LONGEST_LINE
from cotext.chunking.grammar import parse, query_of
from cotext.chunking.references import referenced_names
from cotext.chunking.syntax_source import source_for
from cotext.chunking.syntax_split import LARGEST_CHARACTERS, SMALL_CHARACTERS, TARGET_CHARACTERS, Splitter
from cotext.chunking.syntax_text import SyntaxText
from cotext.chunking.text_chunks import has_long_line
from cotext.records import Chunk, Definition, LineRange

__all__ = ["chunk_syntax", "definitions_of"]

_CONTEXT_CHARACTERS = 500
"""How much of one long definition's signature its later parts carry."""


@dataclass(slots=True)
class _Block:
    """A definition or scope with its whole lines and the blocks inside it."""

    start: int
    end: int
    found: Found | None
    inner: list[_Block] = field(default_factory=list)


@dataclass(slots=True)
class _Piece:
    """Lines of a chunk to be, and the blocks that were cut to get there, outermost first."""

    start: int
    end: int
    around: tuple[_Block, ...]
    is_open: bool = True


def definitions_of(text: SyntaxText, language: str, grammar: str) -> list[Definition]:
    """All definitions of a file, in the order of their names.

    Raises:
        TreeRefused: see `grammar.parse`.
    """
    return _ordered(_found(_tree(text, grammar), text, language, grammar))


def chunk_syntax(text: SyntaxText, language: str, grammar: str) -> tuple[Chunk, ...]:
    """Cut a file by its syntax.

    Args:
        text: the file.
        language: language identifier.
        grammar: name of its grammar.

    Raises:
        TreeRefused: see `grammar.parse`.
    """
    tree = _tree(text, grammar)
    found = _found(tree, text, language, grammar)
    style = style_of(language)
    long_lines = frozenset(at for at, line in enumerate(text.lines) if len(line) > LONGEST_LINE)
    pieces = _Cutter(text, Splitter(text, tree.root_node), style, long_lines).pieces(_nest(found, text))
    return tuple(_chunks(pieces, _ordered(found), text, language, style))


def _tree(text: SyntaxText, grammar: str) -> Tree:
    return parse(grammar, source_for(grammar, text.source))


def _found(tree: Tree, text: SyntaxText, language: str, grammar: str) -> list[Found]:
    query = query_of(grammar)
    return find_definitions(query, tree.root_node, text, language) if query is not None else []


def _ordered(found: Iterable[Found]) -> list[Definition]:
    definitions = [one.definition for one in found if one.definition is not None]
    definitions.sort(key=lambda one: one.name_range.start)
    return definitions


def _nest(found: Sequence[Found], text: SyntaxText) -> list[_Block]:
    top: list[_Block] = []
    path: list[_Block] = []
    for one in found:
        if one.definition is not None:
            start, end = one.definition.whole.start, one.definition.whole.end
        else:
            start, end = text.line_of(one.start), text.last_line_of(one.start, one.end) + 1
        while path and path[-1].end <= start:
            path.pop()
        while path and end > path[-1].end:
            path.pop()
        if path and start == path[-1].start and end == path[-1].end and end - start == 1:
            continue  # several on one line: nothing to cut
        block = _Block(start, end, one)
        (path[-1].inner if path else top).append(block)
        path.append(block)
    return top


@dataclass(slots=True)
class _Cutter:
    text: SyntaxText
    splitter: Splitter
    style: CommentStyle
    long_lines: frozenset[int]

    def pieces(self, blocks: list[_Block]) -> list[_Piece]:
        """All pieces of the file, in order; together they hold every line that is not blank."""
        return self._cut(_Block(0, len(self.text.lines), None, blocks), ())

    def _cut(self, block: _Block, around: tuple[_Block, ...]) -> list[_Piece]:
        pieces: list[_Piece] = []
        size = self.text.size
        for start, end, inner in self._segments(block):
            if inner is not None and size(start, end) > LARGEST_CHARACTERS:
                cut = self._cut(_Block(start, end, inner.found, inner.inner), (*around, inner))
                for piece in cut:
                    piece.is_open = False
                pieces += cut
                continue
            for begin, stop in self.splitter.split(start, end) if inner is None else [(start, end)]:
                last = pieces[-1] if pieces else None
                # A line too long for a vector costs no neighbour its own.
                alike = not self.long_lines or (
                    last is not None and self._is_long(last.start, last.end)
                ) == self._is_long(begin, stop)
                if (
                    last is not None
                    and last.is_open
                    and alike
                    and self._join(size(last.start, begin), size(begin, stop))
                ):
                    last.end = stop
                else:
                    pieces.append(_Piece(begin, stop, around))
        return pieces

    def _is_long(self, start: int, end: int) -> bool:
        return not self.long_lines.isdisjoint(range(start, end))

    @staticmethod
    def _join(held: int, added: int) -> bool:
        total = held + added
        return total <= TARGET_CHARACTERS or (total <= LARGEST_CHARACTERS and min(held, added) < SMALL_CHARACTERS)

    def _segments(self, block: _Block) -> Iterator[tuple[int, int, _Block | None]]:
        """Stretches of lines that are not blank, with the block that each is, if it is one."""
        at = block.start
        waiting: tuple[int, int, _Block | None] | None = None
        for inner in block.inner:
            start, end = max(inner.start, at), min(inner.end, block.end)
            if start >= end:
                continue
            if waiting is not None and inner.start < at:
                # Both have their part of one line.
                waiting = (waiting[0], end, None)
                at = end
                continue
            if waiting is not None:
                yield waiting
            gap = self._gap(at, start)
            if gap is not None:
                if self._is_heading(*gap):
                    start = gap[0]
                else:
                    yield (*gap, None)
            waiting = (start, end, inner)
            at = end
        if waiting is not None:
            yield waiting
        gap = self._gap(at, block.end)
        if gap is not None:
            yield (*gap, None)

    def _gap(self, start: int, end: int) -> tuple[int, int] | None:
        lines = self.text.lines
        while start < end and not lines[start].strip():
            start += 1
        while start < end and not lines[end - 1].strip():
            end -= 1
        return (start, end) if start < end else None

    def _is_heading(self, start: int, end: int) -> bool:
        """Whether a gap is a short comment, which then speaks of what follows."""
        if self.text.size(start, end) > SMALL_CHARACTERS:
            return False
        lines = self.text.lines
        return all(not lines[at].strip() or is_comment_line(lines[at], self.style) for at in range(start, end))


def _chunks(
    pieces: list[_Piece], definitions: list[Definition], text: SyntaxText, language: str, style: CommentStyle
) -> Iterator[Chunk]:
    lines = text.lines
    number = 0
    for piece in pieces:
        start, end = piece.start, piece.end
        while start < end and not lines[start].strip():
            start += 1
        while start < end and not lines[end - 1].strip():
            end -= 1
        if start == end:
            continue
        first = number
        while number < len(definitions) and definitions[number].name_range.start.line < end:
            number += 1
        inside = tuple(definitions[first:number])
        body = "".join(lines[start:end])
        yield Chunk(
            LineRange(start, end),
            body,
            inside,
            referenced_names(body, language, {one.name for one in inside}),
            _breadcrumb(piece, inside),
            _context(piece, start, lines),
            "\n".join(dict.fromkeys([summarize(lines, one, style) for one in inside])),
            embeddable=not has_long_line(lines, start, end),
        )


def _breadcrumb(piece: _Piece, inside: tuple[Definition, ...]) -> tuple[str, ...]:
    """The containers of the chunk's first definition or, without one, the definitions that the chunk is a part of."""
    for block in reversed(piece.around):
        found = block.found
        if found is not None and not (found.definition in inside and found.definition is not None):
            return tuple(found.path.split("."))
    if inside and not piece.around:
        return tuple(inside[0].container.split(".")) if inside[0].container else ()
    return ()


def _context(piece: _Piece, start: int, lines: list[str]) -> str:
    signatures: list[str] = []
    for block in piece.around:
        found = block.found
        if found is None:
            continue
        if found.definition is not None:
            signature = found.definition.signature
            head = (signature.start, signature.end)
        else:
            head = (block.start, block.start + 1)
        if head[0] < start:
            signatures.append("".join(lines[head[0] : min(head[1], start)])[:_CONTEXT_CHARACTERS])
    return "".join(signatures)
