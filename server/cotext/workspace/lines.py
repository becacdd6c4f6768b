"""Lines as the language server protocol counts them: a line ends at "\\n", "\\r\\n" or "\\r", and at nothing else.

`str.splitlines` also ends lines at form feeds, U+0085, U+2028 and others, which would put every later position off.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from cotext.records import LineRange

__all__ = ["line_starts", "slice_lines", "split_lines"]

LINE_END = re.compile(r"\r\n?|\n")


def split_lines(text: str) -> list[str]:
    """The lines of a text with their line ends; joined they are the text. No empty last line: "a\\n" is one line."""
    return io.StringIO(text, newline="").readlines()


def line_starts(text: str) -> list[int]:
    """Offset, in code points, of each line's first character, in order.

    Counts as the protocol does: after a final line end there is one more, empty line: "a\\n" gives [0, 2], "" [0].
    """
    return [0, *(match.end() for match in LINE_END.finditer(text))]


def slice_lines(lines: Sequence[str], wanted: LineRange) -> str:
    """The text of whole lines, given `split_lines` of the text. Lines beyond the last are empty."""
    return "".join(lines[max(wanted.start, 0) : max(wanted.end, 0)])
