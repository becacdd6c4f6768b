"""The symbol route: definitions whose name answers the query, from the names that chunks define."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import tantivy

from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.index.stored import StoredChunk
from cotext.index.terms import word_parts
from cotext.records import Definition
from cotext.routes.source import Candidate, RankedList, Source
from cotext.routes.symbol_match import QualifiedName, match_score, parse_name
from cotext.workspace.paths import is_indexable_name

__all__ = ["DefinitionMatch", "definitions_named", "symbol"]

_NAMES = 300
_CHUNKS = 300
_LONGEST_INITIALS = 6
_SHORTEST_SUBSTRING, _LONGEST_SUBSTRING = 3, 64
"""Tantivy refuses expressions of more than a thousand states."""


class DefinitionMatch(NamedTuple):
    """One definition that a query names, with the chunk that holds its name."""

    score: float
    candidate: Candidate
    chunk: StoredChunk
    definition: Definition


def symbol(source: Source, query: str, depth: int) -> RankedList:
    """Chunks by how well the best of their definitions' names answers the query, 0 to 1."""
    best: dict[Candidate, float] = {}
    for match in definitions_named(source, query):
        best[match.candidate] = max(best.get(match.candidate, 0.0), match.score)
    return sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))[:depth]


def definitions_named(source: Source, query: str) -> list[DefinitionMatch]:
    """Every definition that the query names, best first; among equals the shorter name, then by path and line."""
    wanted = parse_name(query)
    if not wanted[1] or not is_indexable_name(query):
        return []
    kinds = source.filters.kinds
    matches = [
        DefinitionMatch(score, candidate, stored, definition)
        for candidate, stored in _chunks(source, wanted)
        for definition in stored.definitions
        if (not kinds or definition.kind in kinds) and (score := match_score(wanted, definition)) > 0
    ]
    matches.sort(key=lambda m: (-m.score, len(m.definition.name), m.chunk.path, m.definition.name_range.start))
    return matches


def _chunks(source: Source, wanted: QualifiedName) -> Iterator[tuple[Candidate, StoredChunk]]:
    for candidate, one in source.overlay:
        yield candidate, one.stored
    if source.snapshot is None:
        return
    seen: set[Candidate] = set()
    for query in _queries(source.snapshot, wanted[1]):
        for candidate, _ in source.search(query, _CHUNKS):
            if candidate not in seen:
                seen.add(candidate)
                yield candidate, source.stored(candidate)


def _queries(snapshot: IndexSnapshot, name: str) -> Iterator[tantivy.Query]:
    """Exact and prefix, initials, sub-words, substring: each finds what its kind of match can be among."""
    schema, searcher, low = snapshot.schema, snapshot.searcher, name.lower()
    yield tantivy.Query.const_score_query(tantivy.Query.term_query(schema, Field.NAME_LOWER, low, "basic"), 1.0)
    names = [term for term, _ in searcher.terms_with_prefix(Field.NAME_LOWER, low, limit=_NAMES)]
    if names:
        yield tantivy.Query.term_set_query(schema, Field.NAME_LOWER, names)
    if len(low) <= _LONGEST_INITIALS and low.isalnum():
        heads = [term for term, _ in searcher.terms_with_prefix(Field.INITIALS, low, limit=_NAMES)]
        if heads:
            yield tantivy.Query.term_set_query(schema, Field.INITIALS, heads)
    pieces = list(dict.fromkeys(piece for word in name.split() for piece in word_parts(word)))
    groups = []
    for piece in pieces:
        terms = [term for term, _ in searcher.terms_with_prefix(Field.SYMBOL_TERMS, piece, limit=_NAMES)]
        if not terms:
            break
        groups.append(tantivy.Query.term_set_query(schema, Field.SYMBOL_TERMS, terms))
    else:
        if groups:
            yield tantivy.Query.boolean_query([(tantivy.Occur.Must, group) for group in groups])
    if _SHORTEST_SUBSTRING <= len(low) <= _LONGEST_SUBSTRING and re.fullmatch(r"\w+", low):
        yield tantivy.Query.regex_query(schema, Field.NAME_LOWER, f".*{low}.*")
