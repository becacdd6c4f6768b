"""Answering `workspace/symbol`: definitions by name, then by meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cotext.answers.cancelling import check_cancelled
from cotext.answers.present import locate
from cotext.answers.sources import Resources, View
from cotext.index.stored import StoredChunk
from cotext.records import Definition, Position, SymbolHit, TextRange
from cotext.requests import Cancelled
from cotext.routes.embedding import embedding
from cotext.routes.source import Candidate, Filters
from cotext.routes.symbol import definitions_named

__all__ = ["MAXIMUM_SYMBOLS", "symbols"]

MAXIMUM_SYMBOLS = 128

_BY_MEANING = 20
"""Hits by meaning alone that are added: a list of names is to be read at a glance."""


def symbols(resources: Resources, query: str, limit: int, cancelled: Cancelled) -> list[SymbolHit]:
    """Definitions that a query names, best first, then the first definitions of chunks near to it in meaning. Raises:
    errors.Cancelled."""
    limit = max(0, min(limit, MAXIMUM_SYMBOLS))
    if not query.strip() or not limit:
        return []
    view = View(resources, Filters())
    matches = [match for source in view.sources for match in definitions_named(source, query)]
    matches.sort(key=lambda match: -match.score)
    check_cancelled(cancelled)
    hits: dict[tuple[str, TextRange], SymbolHit] = {}
    for match in matches:
        if len(hits) == limit:
            break
        _add(hits, view, match.candidate, match.chunk, match.definition)
    for candidate, chunk, definition in _by_meaning(view, query) if len(hits) < limit else ():
        check_cancelled(cancelled)
        if len(hits) == limit:
            break
        _add(hits, view, candidate, chunk, definition)
    return list(hits.values())


def _by_meaning(view: View, query: str) -> Iterator[tuple[Candidate, StoredChunk, Definition]]:
    for candidate, _ in view.by_vector(
        query, lambda source, vector: embedding(source, vector, _BY_MEANING), _BY_MEANING
    ):
        stored = view.stored(candidate)
        for definition in stored.definitions[:1]:
            yield candidate, stored, definition


def _add(
    hits: dict[tuple[str, TextRange], SymbolHit],
    view: View,
    candidate: Candidate,
    chunk: StoredChunk,
    definition: Definition,
) -> None:
    lines = view.lines(candidate, chunk)
    if lines is None:
        return
    name = definition.name_range
    if chunk.characters:
        where = locate(chunk, lines)
    else:
        # Of a huge or minified file there is no text to compare: the name itself must stand where it stood.
        where = chunk.lines if _text_of(name, lines) == definition.name else None
    if where is None:
        return
    moved = where.start - chunk.lines.start
    moved_range = TextRange(
        Position(name.start.line + moved, name.start.column), Position(name.end.line + moved, name.end.column)
    )
    document = view.document(candidate, chunk)
    text = "".join(lines[moved_range.start.line : moved_range.end.line + 1])
    hit = SymbolHit(document, definition.name, definition.kind, definition.container, moved_range, text)
    hits.setdefault((document, moved_range), hit)


def _text_of(place: TextRange, lines: Sequence[str]) -> str | None:
    """The text of a place in one line; None where there is no such line any more, or it has several."""
    if place.start.line != place.end.line or place.start.line >= len(lines):
        return None
    return lines[place.start.line][place.start.column : place.end.column]
