"""Answering a completion context: the chunks of other files that an inline model should see for a cursor."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from cotext.answers.cursor_names import SimilarCode, names_of_similar_code
from cotext.answers.query_window import QueryWindow, clamp, query_window
from cotext.answers.searching import check_cancelled, hit_of
from cotext.answers.sources import Found, Resources, View
from cotext.chunking.languages import document_language, family
from cotext.errors import BadRequest
from cotext.fusion.profiles import Profile, for_context
from cotext.fusion.reciprocal_rank import Fused, fuse
from cotext.fusion.selection import finish, limit_per_file
from cotext.index.reader import IndexSnapshot
from cotext.index.schema import Field
from cotext.records import Corpus, Hit, LineRange
from cotext.requests import Cancelled, ContextAnswer, ContextRequest, Phase
from cotext.routes.bm25 import bm25
from cotext.routes.definition import definition
from cotext.routes.embedding import embedding, embedding_equal_bits
from cotext.routes.source import Candidate, Filters, RankedList, Source
from cotext.settings import CompletionSettings

__all__ = ["completion_context", "context_filters", "context_lists", "context_view", "document_lines", "fused_context"]

_TERMS = 28
"""Rarest terms of the window that are looked up; more cost time and find little else."""

_SIMILAR_CHUNKS = 20
"""The most similar chunks whose names are taken up."""

_NEAR_WEIGHT = 4.0
"""Of a name near the cursor, against one in similar code."""

_CONSIDERED = 64
"""Candidates looked at to fill the budget; those further down would be shown only because they are short."""

_SMALLEST_CHUNK = 40
"""Characters; when fewer are left of the budget, nothing worth showing fits."""

MAXIMUM_CHUNKS, MAXIMUM_CHARACTERS = 200, 1_000_000


def document_lines(resources: Resources, document: str) -> tuple[list[str], str]:
    """Lines and language identifier of an open document, else of a file.

    Raises:
        BadRequest: there is no such document.
    """
    buffer = resources.buffers.get(document)
    if buffer is not None:
        return buffer.lines, buffer.language
    path = Path(document)
    if path.is_absolute():
        lines = resources.texts.lines(path.parent, path.name)
        if lines is not None:
            return lines, document_language(document, "plaintext")
    raise BadRequest(f"textDocument.uri: {document} is neither open nor a file that can be read.")


class _Clock:
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


def completion_context(
    resources: Resources, request: ContextRequest, defaults: CompletionSettings, profile: Profile, cancelled: Cancelled
) -> ContextAnswer:
    """Answer a completion context. Raises: BadRequest (no such document), errors.Cancelled."""
    clock = _Clock(defaults.time_budget_ms if request.time_budget_ms is None else request.time_budget_ms)
    profile = for_context(profile)
    lines, language = document_lines(resources, request.document)
    window = query_window(lines, clamp(request.position, lines), language)
    view = context_view(resources, request, language, clock.left_seconds)
    incomplete = view.lacks_encoder or any(state.phase is not Phase.READY for state in resources.folders.states())
    hits: list[Hit] = []
    if view.has_index:
        fused, in_time = fused_context(view, window, profile, cancelled, clock)
        incomplete = incomplete or not in_time
        chunks = defaults.max_chunks if request.max_chunks is None else request.max_chunks
        characters = defaults.max_characters if request.max_characters is None else request.max_characters
        budget = _Budget(min(chunks, MAXIMUM_CHUNKS), min(characters, MAXIMUM_CHARACTERS))
        hits = list(_selected(view, fused, window, profile, budget, cancelled))
    return ContextAnswer(tuple(hits), window.lines, incomplete, clock.elapsed_ms)


def context_view(resources: Resources, request: ContextRequest, language: str, encoder_timeout: float | None) -> View:
    """Code of the cursor's language family, without the document itself and what the request excludes."""
    filters = context_filters(language)
    return View(resources, filters, excluded=request.exclude, without=request.document, encoder_timeout=encoder_timeout)


def context_filters(language: str) -> Filters:
    """Code of one language's family."""
    return Filters(corpora=(Corpus.CODE,), families=(family(language),))


def fused_context(
    view: View, window: QueryWindow, profile: Profile, cancelled: Cancelled, clock: _Clock | None = None
) -> tuple[list[Fused[Candidate]], bool]:
    """The fused list, code of other language families after it, and whether all of it was made within the time."""
    lists, in_time = context_lists(view, window, profile, cancelled, clock)
    fused = finish(fuse(lists, profile.weights, profile.k), profile, view.file)
    if not fused and not (clock and clock.expired):
        # Better code of another language than none.
        others = view.with_filters(lambda filters: replace(filters, families=()))
        lists, in_time = context_lists(others, window, profile, cancelled, clock)
        fused = finish(fuse(lists, profile.weights, profile.k), profile, others.file)
    return fused, in_time


def context_lists(
    view: View, window: QueryWindow, profile: Profile, cancelled: Cancelled, clock: _Clock | None = None
) -> tuple[dict[str, RankedList], bool]:
    """Each route's list, and whether there was time for all of them."""
    depth = profile.depth
    nearest = embedding_equal_bits if profile.equal_bits else embedding

    def by_words() -> RankedList:
        return view.ranked(lambda source: bm25(source, _terms(source, window), depth), depth)

    def by_meaning() -> RankedList:
        return view.by_vector(window.text, lambda source, vector: nearest(source, vector, depth), depth)

    if clock and clock.expired:
        return {"bm25": by_words()}, False
    lists = dict(zip(("bm25", "embedding"), view.both(by_words, by_meaning), strict=True))
    check_cancelled(cancelled)
    if profile.definition_weight:
        if clock and clock.expired:
            return lists, False
        lists["definition"] = _definitions(view, lists, window, profile)
        check_cancelled(cancelled)
    return lists, True


def _definitions(view: View, lists: dict[str, RankedList], window: QueryWindow, profile: Profile) -> RankedList:
    """Definitions of the names near the cursor, and of those that the most similar code uses."""
    heads = {route: ranked[: 2 * _SIMILAR_CHUNKS] for route, ranked in lists.items()}
    similar = [found for one in fuse(heads, k=profile.k)[:_SIMILAR_CHUNKS] if (found := view.find(one.item))]
    names = names_of_similar_code([SimilarCode(one.text, one.stored.references) for one in similar], window.names)
    for name, weight in window.names.weights.items():
        names[name] = names.get(name, 0.0) + weight * _NEAR_WEIGHT
    return view.ranked(lambda source: definition(source, names, profile.depth), profile.depth)


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


class _Budget:
    """How many chunks and characters may still be given; kept exactly."""

    def __init__(self, chunks: int, characters: int) -> None:
        self.chunks, self.characters = chunks, characters

    @property
    def spent(self) -> bool:
        return self.chunks < 1 or self.characters < _SMALLEST_CHUNK

    def take(self, text: str) -> bool:
        if self.chunks < 1 or len(text) > self.characters:
            return False
        self.chunks -= 1
        self.characters -= len(text)
        return True


def _selected(
    view: View,
    fused: Iterable[Fused[Candidate]],
    window: QueryWindow,
    profile: Profile,
    budget: _Budget,
    cancelled: Cancelled,
) -> Iterator[Hit]:
    shown: list[Found] = []
    texts = {_bare(window.text)}
    for one in islice(limit_per_file(fused, view.file, profile.chunks_per_file), _CONSIDERED):
        if budget.spent:
            return
        check_cancelled(cancelled)
        if view.stored(one.item).characters > budget.characters:
            continue  # told without reading the document
        found = view.find(one.item)
        if found is None:
            continue
        bare = _bare(found.text)
        if any(bare in text for text in texts) or any(_overlap(found, other) for other in shown):
            continue  # the model sees it already
        if budget.take(found.text):
            shown.append(found)
            texts.add(bare)
            yield hit_of(found, one, None)


def _bare(text: str) -> str:
    """Text without its white space: equal code in another indentation is equal code."""
    return "".join(text.split())


def _overlap(one: Found, other: Found) -> bool:
    a: LineRange = one.lines
    b: LineRange = other.lines
    return one.document == other.document and a.start < b.end and b.start < a.end
