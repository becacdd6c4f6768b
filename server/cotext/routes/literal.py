"""The literal route: what ripgrep finds, in exactly the files that a scan finds, without an index.

ripgrep is handed the scan's files by name and judges none itself, so that one set of rules decides everywhere. It sees
UTF-8, and lines that end at "\\n"; its byte offsets are turned into places in the text as the rest of Cotext reads it.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cotext.errors import BadRequest, Cancelled, FileSkipped
from cotext.records import LineRange, Position, TextRange
from cotext.routes.ripgrep import LineMatch, ripgrep
from cotext.workspace.ignore import glob_matcher
from cotext.workspace.lines import line_starts
from cotext.workspace.reading import HARD_LIMIT, read_source
from cotext.workspace.scan import ScanRules, scan_folder

__all__ = ["LiteralHit", "search_literal"]

FIRST_BATCH = 64
BATCH_GROWTH = 4
COMMAND_LENGTH = 24_000 if os.name == "nt" else 200_000
"""Bytes of file names a process; Windows allows 32,767 characters for a whole command line."""

LONGEST_PATTERN = 4_000 if os.name == "nt" else 20_000
"""Characters; escaped, it must fit into a command line, and on Windows leave room for names there."""

SPECIAL = re.compile(r"([\\.+*?()|\[\]{}^$#&~-])")
LINE_END = re.compile(r"\r\n|\n|\r")
MULTILINE = "--multiline"
DEFAULT_RULES = ScanRules()


@dataclass(frozen=True, slots=True)
class LiteralHit:
    """A matching line, or the lines of one match.

    Attributes:
        path: POSIX path relative to the folder.
        lines: whole lines.
        text: exactly the text of these lines.
        matches: the matching parts, in order.
    """

    path: str
    lines: LineRange
    text: str
    matches: tuple[TextRange, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What is asked of ripgrep, where, and by whom."""

    folder: Path
    expression: str
    options: tuple[str, ...]
    encoding_hint: str | None
    cancelled: Callable[[], bool]


def never() -> bool:
    """The answer of an asker that never goes away."""
    return False


def every(path: str) -> bool:  # noqa: ARG001
    """Any path may appear."""
    return True


def search_literal(
    folder: Path,
    pattern: str,
    *,
    regex: bool = False,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    limit: int = 20,
    buffers: Mapping[str, str] | None = None,
    belongs: Callable[[str], bool] = every,
    files: Collection[str] | None = None,
    rules: ScanRules = DEFAULT_RULES,
    encoding_hint: str | None = None,
    cancelled: Callable[[], bool] = never,
) -> list[LiteralHit]:
    """Search a folder's files for a text or a regular expression.

    A literal pattern without an upper-case letter matches in either case, any other exactly; a line end in it matches
    each kind of line end. A regular expression (ripgrep's syntax) is always case-sensitive, unless it says `(?i)`; it
    spans lines where it names a line end (`\\n`).

    Args:
        folder: the workspace folder.
        pattern: what to look for. Empty, or a literal that no text file holds (a NUL character): no hits.
        regex: whether it is a regular expression.
        include, exclude: globs as in `glob_matcher`, relative to the folder; no include means every file.
        limit: at most so many hits.
        buffers: open changed documents, by relative path: searched instead of the files on disk.
        files: paths of the folder's files where they are known already; None: they are looked for.
        belongs: whether a path may appear; asked of each buffer and of each file with a match.
        rules: the client's rules, as for `scan_folder`.
        encoding_hint: as for `read_source`.
        cancelled: asked many times a second; ripgrep is killed when it answers True.

    Returns:
        Hits by path, then line.

    Raises:
        BadRequest: a bad regular expression, in ripgrep's own words; a pattern too long for a command line; or there
            is no ripgrep on this machine.
        Cancelled: `cancelled` answered True.
        WorkspaceError: the folder cannot be read.
    """
    if not pattern or limit < 1 or ("\0" in pattern and not regex):
        return []
    if len(pattern) > LONGEST_PATTERN:
        raise BadRequest(f"query: at most {LONGEST_PATTERN:,} characters can be searched for as they stand.")
    texts = buffers or {}
    search = Search(folder, pattern, (f"--max-count={limit}",), encoding_hint, cancelled)
    search = _as_expression(search) if regex else _as_literal(search)
    wanted, unwanted = glob_matcher(tuple(include)), glob_matcher(tuple(exclude))
    if files is None:
        files = [file.path for file in scan_folder(folder, rules, cancelled).files if file.size <= HARD_LIMIT]
    paths = [path for path in sorted({*files, *texts}) if (not include or wanted(path)) and not unwanted(path)]
    hits: list[LiteralHit] = []
    for batch in _batches(paths):
        on_disk = [path for path in batch if path not in texts]
        found = ripgrep(search.expression, search.options, on_disk, folder, cancelled) if on_disk else {}
        for path in batch:
            if (path in texts or path in found) and belongs(path):
                hits += _in_document(search, path, texts.get(path), found.get(path, []))
                if len(hits) >= limit:
                    return hits[:limit]
    return hits


def _as_literal(search: Search) -> Search:
    pattern = search.expression
    lines = [SPECIAL.sub(r"\\\1", line) for line in LINE_END.split(pattern)]
    options: tuple[str, ...] = (MULTILINE,) if len(lines) > 1 else ()
    if not any(letter.isupper() or letter.istitle() for letter in pattern):
        options += ("--ignore-case",)
    return replace(search, expression="(?:\r\n|\n|\r)".join(lines), options=search.options + options)


def _as_expression(search: Search) -> Search:
    if "\0" in search.expression:
        raise BadRequest("A regular expression cannot hold a NUL character; write \\x00.")
    # A bad expression is bad even where there is nothing to search; and ripgrep alone knows whether one spans lines.
    try:
        _in_text(search, "")
    except BadRequest as problem:
        if MULTILINE not in str(problem):
            raise
        search = replace(search, options=(*search.options, MULTILINE))
        _in_text(search, "")
    return search


def _batches(paths: Sequence[str]) -> Iterator[list[str]]:
    """Paths in growing batches: a common pattern is done after the first, a rare one takes few processes."""
    batch: list[str] = []
    size, length = FIRST_BATCH, 0
    for path in paths:
        # Each argument also costs a pointer and a quote or two.
        length += len(os.fsencode(path)) + 16
        if batch and (len(batch) >= size or length > COMMAND_LENGTH):
            yield batch
            batch, size, length = [], size * BATCH_GROWTH, len(os.fsencode(path)) + 16
        batch.append(path)
    if batch:
        yield batch


def _in_text(search: Search, text: str) -> list[LineMatch]:
    data = text.encode("utf-8", "replace")
    return ripgrep(search.expression, search.options, data, search.folder, search.cancelled).get("", [])


def _in_document(search: Search, path: str, buffer: str | None, found: Sequence[LineMatch]) -> list[LiteralHit]:
    """The hits in one document; none where it cannot be read as text."""
    if search.cancelled():
        raise Cancelled("The search was cancelled.")
    if buffer is not None:
        return _located(path, buffer, _in_text(search, buffer))
    try:
        source = read_source(search.folder, path, search.encoding_hint)
    except FileSkipped:
        return []
    data = source.text.encode("utf-8", "replace")
    # Where ripgrep saw other bytes than this text's (an old encoding, a changed file), the text itself is searched.
    same = all(data[one.start : one.start + len(one.data)] == one.data for one in found)
    if not source.encoding.startswith("utf") or not same:
        found = _in_text(search, source.text)
    return _located(path, source.text, found)


def _located(path: str, text: str, found: Sequence[LineMatch]) -> list[LiteralHit]:
    """Turn byte offsets into lines and columns, and give each line its own hit (ripgrep's lines may hold several)."""
    if not found:
        return []
    starts = line_starts(text)
    # ripgrep gives no span for an empty match at the very end of a text.
    marked = [bool(one.spans) for one in found for _ in one.spans or (None,)]
    offsets = [one.start + place for one in found for span in one.spans or ((0, 0),) for place in span]
    places = _code_points(text, offsets)
    groups: list[tuple[LineRange, list[TextRange]]] = []
    for start, end, has_match in zip(places[::2], places[1::2], marked, strict=True):
        match = TextRange(_position(starts, start), _position(starts, end))
        new = [match] if has_match else []
        # A match that takes in a line end stops before the next line.
        last = bisect_right(starts, max(start, end - 1)) - 1
        lines = LineRange(match.start.line, last + 1)
        if groups and lines.start < groups[-1][0].end:
            before, matches = groups[-1]
            matches += new  # in place: a minified line may hold a hundred thousand
            groups[-1] = LineRange(before.start, max(before.end, lines.end)), matches
        else:
            groups.append((lines, new))
    ends = [*starts[1:], len(text)]
    return [
        LiteralHit(path, lines, text[starts[lines.start] : ends[lines.end - 1]], tuple(matches))
        for lines, matches in groups
    ]


def _code_points(text: str, offsets: list[int]) -> list[int]:
    """Offsets in code points for ascending offsets in UTF-8 bytes."""
    if text.isascii():
        return offsets
    data = text.encode("utf-8", "replace")
    places: list[int] = []
    byte = point = 0
    for offset in offsets:
        point += len(data[byte:offset].decode("utf-8", "replace"))
        byte = offset
        places.append(point)
    return places


def _position(starts: list[int], offset: int) -> Position:
    line = bisect_right(starts, offset) - 1
    return Position(line, offset - starts[line])
