"""What holds for the chunks of any chunker."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cotext.records import Chunk
from cotext.workspace.lines import split_lines


def check_chunks(text: str, chunks: tuple[Chunk, ...]) -> None:
    """Whole lines, in order, without overlap; none blank; no line with text left out; definitions where they say."""
    lines = split_lines(text)
    left_out = {number for number, line in enumerate(lines) if line.strip()}
    at = 0
    for chunk in chunks:
        assert at <= chunk.lines.start < chunk.lines.end <= len(lines)
        at = chunk.lines.end
        assert chunk.text == "".join(lines[chunk.lines.start : chunk.lines.end])
        assert chunk.text.strip()
        left_out -= set(range(chunk.lines.start, chunk.lines.end))
        assert len(set(chunk.references)) == len(chunk.references)
        for definition in chunk.definitions:
            start, end = definition.name_range.start, definition.name_range.end
            assert start.line == end.line
            assert lines[start.line][start.column : end.column] == definition.name != ""
            assert chunk.lines.start <= start.line < chunk.lines.end
            assert definition.whole.start <= definition.signature.start <= start.line
            assert start.line < definition.signature.end <= definition.whole.end <= len(lines)
            assert definition.name not in chunk.references
    assert not left_out


@pytest.fixture(scope="session")
def check() -> Callable[[str, tuple[Chunk, ...]], None]:
    """The check of a text's chunks, `check_chunks`."""
    return check_chunks
