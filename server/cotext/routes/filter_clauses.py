"""Filters as clauses of a Tantivy query."""

from __future__ import annotations

from collections.abc import Iterator, Set

import tantivy

from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.records import Corpus
from cotext.routes.filters import Filters
from cotext.workspace.ignore import glob_matcher

__all__ = ["filter_clauses"]


def filter_clauses(
    snapshot: IndexSnapshot, filters: Filters, hidden: Set[str]
) -> list[tuple[tantivy.Occur, tantivy.Query]]:
    """Filters, and documents that open ones hide, as clauses that add nothing to a score.

    Args:
        snapshot: what is searched.
        filters: of the request.
        hidden: relative paths.
    """
    required = [tantivy.Query.const_score_query(one, 0.0) for one in _required(snapshot, filters)]
    refused = _refused(snapshot, filters, hidden)
    return [*((tantivy.Occur.Must, one) for one in required), *((tantivy.Occur.MustNot, one) for one in refused)]


def _required(snapshot: IndexSnapshot, filters: Filters) -> Iterator[tantivy.Query]:
    for name, values in (
        (Field.LANGUAGE, list(filters.languages)),
        (Field.FAMILY, list(filters.families)),
        (Field.KIND, [str(int(kind)) for kind in filters.kinds]),
        (Field.FOLDER, [filters.folder] if filters.folder else []),
    ):
        if values:
            yield _any_of(snapshot.schema, name, values)
    if filters.include:
        included = glob_matcher(filters.include)
        paths = [path for path in snapshot.paths if included(filters.inside(path))]
        yield _any_of(snapshot.schema, Field.PATH, paths)


def _refused(snapshot: IndexSnapshot, filters: Filters, hidden: Set[str]) -> Iterator[tantivy.Query]:
    paths = {*hidden, *filters.excluded_paths}
    if filters.left_out:
        paths.update(snapshot.paths_like(filters.left_out))
    if filters.exclude:
        excluded = glob_matcher(filters.exclude)
        paths.update(path for path in snapshot.paths if excluded(filters.inside(path)))
    if paths:
        yield _any_of(snapshot.schema, Field.PATH, sorted(paths))
    if filters.corpora:
        # Refusing the other corpus costs less than requiring this one: most chunks are code.
        for corpus in set(Corpus) - set(filters.corpora):
            yield _any_of(snapshot.schema, Field.CORPUS, [str(corpus)])


def _any_of(schema: tantivy.Schema, name: Field, values: list[str]) -> tantivy.Query:
    """Entries with any of these values. One term is looked up several times faster than a set of one."""
    if len(values) == 1:
        return tantivy.Query.term_query(schema, name, values[0], "basic")
    return tantivy.Query.term_set_query(schema, name, values)
