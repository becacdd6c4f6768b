"""The ranked lists of a completion context: similar code by words and by meaning, and definitions about to be used."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cotext.answers.cancelling import check_cancelled
from cotext.answers.query_window import QueryWindow
from cotext.answers.sources import Resources, View
from cotext.chunking.languages import family
from cotext.fusion.profiles import Profile
from cotext.fusion.reciprocal_rank import Fused, fuse
from cotext.fusion.selection import finish
from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.records import Corpus
from cotext.requests import Cancelled, ContextRequest
from cotext.routes.bm25 import bm25
from cotext.routes.definition import CursorQuestion, DefinitionMatch, definitions
from cotext.routes.embedding import embedding, embedding_equal_bits
from cotext.routes.similar_names import SimilarCode, similar_names
from cotext.routes.source import Candidate, Filters, RankedList, Source
from cotext.workspace.paths import relative_posix

__all__ = ["Clock", "ContextLists", "context_filters", "context_lists", "context_view", "with_any_family"]

_TERMS = 28
"""Rarest terms of the window that are looked up; more cost time and find little else."""

_SIMILAR_CHUNKS = 20
"""The most similar chunks whose names are taken up."""

_DEFINITIONS = 160
"""Definitions that a budget of any sensible size cannot hold."""

_FILE_FADE = 5
"""The file of the sixth most similar chunk counts half as much as that of the first."""


_RECENT_GAIN = 0.1
"""Similar code of the file that was edited last counts so much more: a few ranks."""


class Clock:
    """The time budget of one request, from now on."""

    def __init__(self, budget_ms: float) -> None:
        self._started = time.perf_counter()
        self._budget_ms = budget_ms

    @property
    def elapsed_ms(self) -> float:
        return (time.perf_counter() - self._started) * 1000

    @property
    def expired(self) -> bool:
        return self.elapsed_ms > self._budget_ms

    @property
    def left_seconds(self) -> float:
        return max(0.0, (self._budget_ms - self.elapsed_ms) / 1000)


@dataclass(frozen=True, slots=True)
class ContextLists:
    """What the routes found for a cursor.

    Attributes:
        routes: each route's list.
        fused: the lists as one.
        similar: similar code, most similar first, that of recently edited files somewhat sooner, without what the
            profile drops; ranks and scores are those of `fused`.
        definitions: what the definition route's list was made of, the most likely first.
        in_time: whether there was time for all of them.
    """

    routes: Mapping[str, RankedList]
    fused: Sequence[Fused[Candidate]]
    similar: Sequence[Fused[Candidate]]
    definitions: Sequence[DefinitionMatch] = ()
    in_time: bool = True


def context_view(resources: Resources, request: ContextRequest, language: str, encoder_timeout: float | None) -> View:
    """Code of the cursor's language family, without the document itself and what the request excludes."""
    filters = context_filters(language)
    return View(resources, filters, excluded=request.exclude, without=request.document, encoder_timeout=encoder_timeout)


def context_filters(language: str) -> Filters:
    """Code of one language's family."""
    return Filters(corpora=(Corpus.CODE,), families=(family(language),))


def context_lists(
    view: View,
    document: str,
    window: QueryWindow,
    profile: Profile,
    cancelled: Cancelled,
    clock: Clock | None = None,
) -> ContextLists:
    """Ask the routes.

    Args:
        view: what is searched.
        document: where the cursor stands: an absolute path, or a URI.
        window: the code around the cursor.
        profile: as it applies to a completion context.
        cancelled: raises errors.Cancelled.
        clock: the request's time budget; None: as long as it takes.
    """
    depth = profile.depth
    nearest = embedding_equal_bits if profile.equal_bits else embedding

    def by_words() -> RankedList:
        return view.ranked(lambda source: bm25(source, _terms(source, window), depth), depth)

    def by_meaning() -> RankedList:
        return view.by_vector(window.text, lambda source, vector: nearest(source, vector, depth), depth)

    routes: dict[str, RankedList]
    if clock and clock.expired:
        routes = {"bm25": by_words()}
    else:
        routes = dict(zip(("bm25", "embedding"), view.both(by_words, by_meaning), strict=True))
    similar = fuse(routes, k=profile.k)
    check_cancelled(cancelled)
    in_time = not (clock and clock.expired)
    kept = finish(similar, profile, view.file)
    if not profile.definition_weight or not in_time:
        return ContextLists(routes, similar, kept, in_time=in_time)
    found = _definitions(view, document, window, similar, profile)
    check_cancelled(cancelled)
    best = {match.candidate: match.score for match in reversed(found)}
    chunks = list(dict.fromkeys(match.candidate for match in found))[:depth]
    routes["definition"] = [(item, best[item]) for item in chunks]
    fused = fuse(routes, profile.weights, profile.k)
    of_all = {one.item: one for one in fused}
    recent = view.recent_files()
    if recent:
        kept.sort(key=lambda one: -one.rrf * (1 + _RECENT_GAIN * recent.get(view.file(one.item), 0.0)))
    return ContextLists(routes, fused, [of_all[one.item] for one in kept], found)


def _definitions(
    view: View, document: str, window: QueryWindow, similar: Sequence[Fused[Candidate]], profile: Profile
) -> list[DefinitionMatch]:
    """Definitions of names near the cursor, of those that the most similar code uses, and of the files around."""
    nearest = [found for one in similar[:_SIMILAR_CHUNKS] if (found := view.find(one.item))]
    names = similar_names([SimilarCode(one.text, one.stored.references) for one in nearest], window.cursor)
    files: dict[tuple[int, int], float] = {}
    for rank, one in enumerate(similar):
        files.setdefault(view.file(one.item), 1 / (1 + rank / _FILE_FADE))
    own_paths = {source.number: _path_in(source, document) for source in view.sources}
    weights = profile.ranking.of("definition")
    question = CursorQuestion(window.cursor, names, files, own_paths, view.recent_files(), weights)
    lists = [definitions(source, question, _DEFINITIONS) for source in view.sources]
    if len(lists) == 1:
        return lists[0]
    merged = [match for one in lists for match in one]
    merged.sort(key=lambda match: -match.score)
    return merged[:_DEFINITIONS]


def _path_in(source: Source, document: str) -> str:
    """A document's relative path in a source; "" where it lies outside."""
    path = Path(document)
    return (relative_posix(source.folder, path) if path.is_absolute() else None) or ""


def _terms(source: Source, window: QueryWindow) -> list[tuple[str, float]]:
    """The window's terms that are worth most here: near the cursor, and rare in the index."""
    if source.snapshot is None:
        return list(window.terms.items())[:_TERMS]
    entries = max(1, source.snapshot.searcher.num_docs)
    worth = {term: weight * _rarity(source.snapshot, term, entries) for term, weight in window.terms.items()}
    best = sorted(worth, key=lambda term: (-worth[term], term))[:_TERMS]
    return [(term, window.terms[term]) for term in best]


def _rarity(snapshot: IndexSnapshot, term: str, entries: int) -> float:
    frequency = snapshot.doc_freq(Field.BODY_TERMS, term)
    return max(0.0, 1 - frequency / entries) if frequency else 0.1


def with_any_family(view: View) -> View:
    """The same view of code in every language."""
    return view.with_filters(lambda filters: replace(filters, families=()))
