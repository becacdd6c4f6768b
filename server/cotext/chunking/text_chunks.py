"""Chunks of text that no grammar cuts: prose by its paragraphs, program text by its lines.

The other chunkers build on the pieces here: `line_ranges` (where to cut too long a stretch), `pack_blocks` (which
neighbours to join), `make_chunk` (lines to a chunk) and `identifiers` (names used in a text).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from cotext.chunking.file_quality import LONGEST_LINE
from cotext.records import Chunk, Corpus, Definition, LineRange

__all__ = [
    "TARGET_CHARACTERS",
    "chunk_lines",
    "chunk_paragraphs",
    "code_names",
    "has_long_line",
    "identifiers",
    "line_ranges",
    "make_chunk",
    "pack_blocks",
]

TARGET_CHARACTERS = 1500
"""Characters, line ends included, that a chunk holds at most; only a single line that is longer makes a larger one."""

IDENTIFIER = re.compile(r"[^\W\d]\w+")
# A span or a fence; what follows a fence's opening marks on their line names its language.
CODE_SPAN = re.compile(r"(?<!`)(`++)(?:(?<=```)[^`\r\n]*[\r\n])?([^`]+)\1(?!`)")
# Words that prose may not write; `_is_code` decides.
NAME = re.compile(r"\b[^\W\d]\w*(\(?)")
# So many visible ASCII characters without a space are data (base64, minified JSON), not a sentence.
UNBROKEN_DATA = re.compile(r"(?<![!-~])[!-~]{200}")

CLOSING = tuple(")]}")
NOT_AFTER_BLANK_COST = 3
CLOSING_COST = 8


def chunk_paragraphs(text: str, lines: list[str]) -> tuple[Chunk, ...]:
    """Cut prose (plain text, reStructuredText, a licence) at blank lines.

    Neighbouring paragraphs are joined up to `TARGET_CHARACTERS`; a longer one is cut between lines. The chunks belong
    to the corpus `structured_doc`, because their words are a person's, as those of Markdown are.

    Args:
        text: the file's text.
        lines: its lines, line ends kept.
    """
    whole = [(0, len(lines))] if len(text) <= TARGET_CHARACTERS else pack_blocks(lines, _paragraphs(lines))
    return _chunks(lines, whole, Corpus.STRUCTURED_DOC)


def chunk_lines(lines: list[str], start: int = 0, end: int | None = None) -> tuple[Chunk, ...]:
    """Cut program text by lines, where possible before a line of low indentation that follows a blank one.

    Args:
        lines: all lines of the file, line ends kept.
        start, end: the stretch to cut, the end not included; None: up to the last line.
    """
    end = len(lines) if end is None else min(end, len(lines))
    return _chunks(lines, line_ranges(lines, start, end), Corpus.CODE)


def line_ranges(lines: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    """Cut a stretch of lines into ranges of at most `TARGET_CHARACTERS`; a longer line is a range by itself."""
    offsets = list(accumulate(map(len, lines[start:end]), initial=0))
    count = len(offsets) - 1
    ranges: list[tuple[int, int]] = []
    at = 0
    while at < count:
        fits = bisect_right(offsets, offsets[at] + TARGET_CHARACTERS) - 1
        if fits >= count:
            stop = count
        elif fits <= at:
            stop = at + 1
        else:
            earliest = max(at + 1, bisect_left(offsets, offsets[at] + TARGET_CHARACTERS // 2))
            stop = _best_cut(lines, start + min(earliest, fits), start + fits) - start
        ranges.append((start + at, start + stop))
        at = stop
    return ranges


def pack_blocks(lines: Sequence[str], blocks: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join neighbouring blocks of lines up to `TARGET_CHARACTERS`, and cut those that are longer.

    Args:
        lines: all lines of the file.
        blocks: ascending line ranges that do not overlap; only blank lines may lie between two of them.
    """
    packed: list[tuple[int, int]] = []
    room = 0
    for start, end in blocks:
        size = sum(map(len, lines[start:end]))
        if packed and room > 0:
            gap = sum(map(len, lines[packed[-1][1] : start]))
            if gap + size <= room:
                packed[-1] = (packed[-1][0], end)
                room -= gap + size
                continue
        if size > TARGET_CHARACTERS:
            packed.extend(line_ranges(lines, start, end))
            room = 0
        else:
            packed.append((start, end))
            room = TARGET_CHARACTERS - size
    return packed


def make_chunk(
    lines: Sequence[str],
    start: int,
    end: int,
    *,
    definitions: tuple[Definition, ...] = (),
    references: tuple[str, ...] | None = None,
    breadcrumb: tuple[str, ...] = (),
    context: str = "",
    summary: str = "",
    corpus: Corpus = Corpus.CODE,
    embeddable: bool = True,
) -> Chunk | None:
    """The chunk of the lines `start` to `end` without the blank ones at either end; None where all are blank.

    Args:
        lines: all lines of the file.
        references: None: the identifiers in the text (program text), or the code names in it (prose), without those
            that `definitions` define.
        embeddable: False forbids a vector; otherwise long lines decide, see `Chunk.embeddable`. In prose a line may be
            long, since many people write a paragraph as one line, unless it holds data.
    """
    while start < end and not lines[start].strip():
        start += 1
    while start < end and not lines[end - 1].strip():
        end -= 1
    if start == end:
        return None
    text = "".join(lines[start:end])
    prose = corpus is Corpus.STRUCTURED_DOC
    if references is None:
        defined = {definition.name for definition in definitions}
        references = tuple(name for name in (code_names if prose else identifiers)(text) if name not in defined)
    if embeddable:
        embeddable = not UNBROKEN_DATA.search(text) if prose else not has_long_line(lines, start, end)
    return Chunk(LineRange(start, end), text, definitions, references, breadcrumb, context, summary, corpus, embeddable)


def has_long_line(lines: Sequence[str], start: int, end: int) -> bool:
    """Whether a line of the stretch has more than `LONGEST_LINE` characters, its line end not counted."""
    stretch = lines[start:end]
    return max(map(len, stretch), default=0) > LONGEST_LINE and any(
        len(line.rstrip("\r\n")) > LONGEST_LINE for line in stretch
    )


def identifiers(text: str) -> tuple[str, ...]:
    """Distinct identifiers of two or more characters in program text, keywords too, in order of first use."""
    return tuple(dict.fromkeys(IDENTIFIER.findall(text)))


def code_names(text: str) -> tuple[str, ...]:
    """Distinct names that prose takes from code, in order of first use.

    These are identifiers in `backticks`, snake_case and camelCase words, and words before an opening parenthesis.
    """
    words = ((match.start(), match.group().removesuffix("("), bool(match[1])) for match in NAME.finditer(text))
    found = [(start, word) for start, word, called in words if _is_code(word, called)]
    for span in CODE_SPAN.finditer(text):
        found.extend((span.start(2) + match.start(), match.group()) for match in IDENTIFIER.finditer(span[2]))
    return tuple(dict.fromkeys(name for _, name in sorted(found)))


def _is_code(word: str, called: bool) -> bool:
    """Whether a word has an inner underscore or capital, or is called."""
    return (
        (called and len(word) > 1)
        or "_" in word.strip("_")
        or any(not one.isupper() and other.isupper() for one, other in pairwise(word.lstrip("_")))
    )


def _chunks(lines: list[str], ranges: Iterable[tuple[int, int]], corpus: Corpus) -> tuple[Chunk, ...]:
    made = (make_chunk(lines, start, end, corpus=corpus) for start, end in ranges)
    return tuple(chunk for chunk in made if chunk is not None)


def _paragraphs(lines: Sequence[str]) -> list[tuple[int, int]]:
    paragraphs: list[tuple[int, int]] = []
    start: int | None = None
    for number, line in enumerate(lines):
        if line.strip():
            start = number if start is None else start
        elif start is not None:
            paragraphs.append((start, number))
            start = None
    if start is not None:
        paragraphs.append((start, len(lines)))
    return paragraphs


def _best_cut(lines: Sequence[str], earliest: int, latest: int) -> int:
    """The line from `earliest` to `latest`, both included, before which a cut hurts least."""
    best, best_cost = latest, 1 << 30
    for number in range(latest, earliest - 1, -1):
        line = lines[number]
        bare = line.lstrip()
        if not bare:
            continue
        indentation = line[: len(line) - len(bare)]
        cost = len(indentation) + 3 * indentation.count("\t")
        if lines[number - 1].strip():
            cost += NOT_AFTER_BLANK_COST
        if bare.startswith(CLOSING):
            cost += CLOSING_COST
        if cost < best_cost:
            best, best_cost = number, cost
    return best
