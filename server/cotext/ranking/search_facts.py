"""What the index says of the files that a search found, beside the routes' scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cotext.embedding.binarize import cosines
from cotext.index.file_entry import FileEntry, IndexedFile
from cotext.index.schema import Field
from cotext.index.terms import keyword_terms, weighted_query_terms
from cotext.ranking.defined_words import NamesByStem, names_by_stem
from cotext.ranking.question import Question, QuestionKind
from cotext.routes.bm25 import bm25
from cotext.routes.source import Candidate, Source
from cotext.routes.symbol_match import parse_name

__all__ = [
    "FileKey",
    "best_by_field",
    "chunks_holding_name",
    "kept_names",
    "language_shares",
    "mean_cosines",
    "mentioned_definitions",
    "names_of_file",
]

FileKey = tuple[int, int]
"""A source's number, and the key of a file there."""

_FIELDS = {"symbol": Field.SYMBOL_TERMS, "summary": Field.SUMMARY_TERMS}
_FIELD_DEPTH = 200
_QUERY_TERMS = 64

_MOST_KEPT = 3000
"""Files whose names are kept as stems."""

_MOST_HOLDERS = 2000
_MOST_DEFINERS = 64
"""A name that more chunks define says nothing of where to look."""


def mean_cosines(
    sources: Sequence[Source],
    files: Iterable[FileKey],
    vectors: Sequence[NDArray[np.float32] | None],
) -> dict[FileKey, float]:
    """The cosine of each file's mean vector and the question's, where there are both.

    Args:
        sources, vectors: what is searched, and the question's vector for each; None where it has none.
        files: to look at.
    """
    found: dict[FileKey, float] = {}
    for source, vector in zip(sources, vectors, strict=True):
        if vector is None or not vector.any():
            continue
        keys, rows = [], []
        for key in files:
            if key[0] != source.number:
                continue
            mean = source.file_of_key(key[1]).mean_vector
            if mean is not None and len(mean) == len(vector):
                keys.append(key)
                rows.append(mean)
        if rows:
            found.update(zip(keys, cosines(vector, np.stack(rows)).tolist(), strict=True))
    return found


def best_by_field(sources: Sequence[Source], question: Question) -> dict[str, dict[FileKey, float]]:
    """For each keyword field alone, each file's best chunk, as a share of the best of all."""
    terms = weighted_query_terms(" ".join(word.text for word in question.words), _QUERY_TERMS)
    found = {}
    for name, one in _FIELDS.items():
        best: dict[FileKey, float] = {}
        for source in sources:
            for candidate, score in bm25(source, terms, _FIELD_DEPTH, {one: 1.0}):
                key = (candidate.source, candidate.file)
                best[key] = max(best.get(key, 0.0), score)
        highest = max(best.values(), default=1.0)
        found[name] = {key: score / highest for key, score in best.items()}
    return found


def language_shares(source: Source) -> dict[str, float]:
    """For each language the share of the source's chunks that are written in it."""

    def counted() -> dict[str, float]:
        counts: Counter[str] = Counter()
        if source.snapshot is not None:
            for file in source.snapshot.files.entries():
                counts[file.language] += file.chunk_count
        total = counts.total() or 1
        return {language: count / total for language, count in counts.items()}

    return source.kept("language shares", counted)


def kept_names(source: Source) -> dict[int, NamesByStem]:
    """What `names_of_file` keeps with a source's commit."""
    return source.kept("names by stem", dict)


def names_of_file(entry: FileEntry, kept: dict[int, NamesByStem]) -> NamesByStem:
    """The names that a file defines, by their stems."""
    if not isinstance(entry, IndexedFile):
        return names_by_stem(name for name, _ in entry.names)  # an open document changes at every keystroke
    found = kept.get(entry.key)
    if found is None:
        found = names_by_stem(name for name, _ in entry.names)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[entry.key] = found
    return found


def chunks_holding_name(sources: Sequence[Source], question: Question) -> frozenset[Candidate]:
    """The chunks in which the name stands, as a whole, that a question consists of; case does not count."""
    if question.kind is not QuestionKind.SYMBOL:
        return frozenset()
    _, name = parse_name(question.text)
    whole = keyword_terms(name)[:1]
    terms = [(term, 1.0) for term in whole]
    return frozenset(
        candidate for source in sources for candidate, _ in bm25(source, terms, _MOST_HOLDERS, {Field.BODY_TERMS: 1.0})
    )


def mentioned_definitions(sources: Sequence[Source], question: Question) -> dict[Candidate, set[str]]:
    """The chunks that define names which a question mentions among other words, each with those names."""
    found: dict[Candidate, set[str]] = defaultdict(set)
    if question.kind is not QuestionKind.MIXED:
        return found
    for mentioned in question.names:
        _, name = parse_name(mentioned)
        definers = [candidate for source in sources for candidate in source.defining(name)]
        for candidate in definers if len(definers) <= _MOST_DEFINERS else ():
            found[candidate].add(mentioned)
    return found
