"""A file's text as tree-sitter reads it, and the way back from byte offsets to lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from cotext.records import Position

__all__ = ["SyntaxText"]


class SyntaxText:
    """A text, its lines, and its bytes for the parser.

    The bytes have the text's length in UTF-8 but not always its characters: a bare carriage return becomes a line feed,
    because grammars end lines (and count rows) at line feeds only; a byte-order mark and NUL become white space,
    because grammars trip over them. So positions come from byte offsets, never from a node's rows.

    Attributes:
        lines: the lines, with their ends.
        source: what to parse.
        byte_starts: byte offset of each line, and of the end.
        char_starts: code point offset of each line, and of the end.
    """

    __slots__ = ("byte_starts", "char_starts", "lines", "source")

    def __init__(self, text: str, lines: list[str]) -> None:
        self.lines = lines
        self.char_starts = [0, *accumulate(map(len, lines))]
        if text.isascii():
            source = text.encode()
            self.byte_starts = self.char_starts
        else:
            # Lone surrogates take three bytes, as any code point of that plane.
            source = text.encode("utf-8", "surrogatepass")
            self.byte_starts = [0, *accumulate(len(line.encode("utf-8", "surrogatepass")) for line in lines)]
        if b"\r" in source:
            source = re.sub(rb"\r(?!\n)", b"\n", source)
        if b"\0" in source:
            source = source.replace(b"\0", b" ")
        if source.startswith(b"\xef\xbb\xbf"):
            source = b"\n\n\n" + source[3:]
        self.source = source

    def line_of(self, offset: int) -> int:
        """The line that holds a byte offset."""
        return bisect_right(self.byte_starts, offset, 0, len(self.lines)) - 1

    def last_line_of(self, start: int, end: int) -> int:
        """The line that holds the last byte of a non-empty stretch; a line break at its end does not count."""
        return self.line_of(max(end - 1, start))

    def trimmed_end(self, start: int, end: int) -> int:
        """`end` without the white space before it: some grammars let a block reach to the next token."""
        while end > start and self.source[end - 1] in b" \t\r\n\f\v":
            end -= 1
        return end

    def text_of(self, start: int, end: int) -> str:
        """The text between two byte offsets."""
        return self.source[start:end].decode("utf-8", "surrogatepass")

    def position_of(self, offset: int, line: int) -> Position:
        """The position, in code points, of a byte offset on a known line."""
        column = offset - self.byte_starts[line]
        if column and self.byte_starts is not self.char_starts and not (text := self.lines[line]).isascii():
            column = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "surrogatepass"))
        return Position(line, column)

    def size(self, start: int, end: int) -> int:
        """How many code points the lines `start` to `end` have."""
        return self.char_starts[end] - self.char_starts[start]
