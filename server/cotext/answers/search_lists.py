"""The ranked lists of a search: those of the routes, fused, without what is far below the best, ranked by evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cotext.answers.cancelling import check_cancelled
from cotext.answers.sources import View
from cotext.fusion.profiles import Profile
from cotext.fusion.reciprocal_rank import Fused, fuse
from cotext.fusion.selection import finish, limit_per_file
from cotext.index.terms import weighted_query_terms
from cotext.ranking.question import Question, is_name
from cotext.ranking.rank_search import Ranked, ask, rank_search
from cotext.requests import Cancelled, Mode, SearchRequest
from cotext.routes.bm25 import bm25
from cotext.routes.embedding import embedding, embedding_equal_bits
from cotext.routes.source import Candidate, RankedList
from cotext.routes.symbol import symbol
from cotext.routes.symbol_match import EXACT_OTHER_CASE

__all__ = ["SearchLists", "route_lists", "search_lists", "table_of"]

_QUERY_TERMS = 64
"""Terms of a query that are looked up: a pasted page must not take seconds."""

_DEEPEST = 2000
_PER_HIT, _FEWEST = 5, 50
"""So many candidates a hit that can be shown, and at least so many, are enough to rank."""

_BY_MEANING = (Mode.HYBRID, Mode.SEMANTIC)


@dataclass(frozen=True, slots=True)
class SearchLists:
    """What was found for a query.

    Attributes:
        depth: how many candidates each route was asked for.
        routes: each route's list.
        fused: the lists as one.
        kept: what the profile keeps of it.
        ranked: the same in the order in which it is shown.
        weights: what each piece of evidence counted; empty where the fused score alone decides.
    """

    depth: int
    routes: Mapping[str, RankedList]
    fused: Sequence[Fused[Candidate]]
    kept: Sequence[Fused[Candidate]]
    ranked: Sequence[Ranked]
    weights: Mapping[str, float] = field(default_factory=dict)


def search_lists(view: View, request: SearchRequest, profile: Profile, cancelled: Cancelled) -> SearchLists:
    """Ask the routes of the request's mode, and rank what they find.

    Each route gives its best 200 (`Profile.depth`); twice as many, up to 2,000, while one of them has more to give and
    fewer candidates are left than five times the limit, and 50. Without ranking nothing is dropped, and the fused score
    decides.
    """
    while True:
        routes = route_lists(view, request, profile, cancelled)
        fused = fuse(routes, profile.weights, profile.k)
        kept = finish(fused, profile, view.file) if request.ranking else fused
        if profile.depth >= _DEEPEST or not _wants_more(view, request, routes, kept, profile):
            break
        profile = replace(profile, depth=min(2 * profile.depth, _DEEPEST))
    question = ask(view.sources, request.query)
    weights = profile.ranking.of(table_of(request.mode, question)) if request.ranking and profile.ranked else {}
    if not weights:
        return SearchLists(profile.depth, routes, fused, kept, [Ranked(one, one.rrf) for one in kept])
    vectors = view.vectors(request.query) if request.mode in _BY_MEANING else [None] * len(view.sources)
    check_cancelled(cancelled)
    words = request.mode is not Mode.SEMANTIC
    ranked = rank_search(view.sources, question, kept, vectors, weights, words=words, most=request.limit)
    return SearchLists(profile.depth, routes, fused, kept, ranked, weights)


def _wants_more(
    view: View,
    request: SearchRequest,
    routes: Mapping[str, RankedList],
    kept: Sequence[Fused[Candidate]],
    profile: Profile,
) -> bool:
    """Whether a route that gave all it was asked for, down to one that is kept, may have more that is wanted."""
    enough = max(_PER_HIT * request.limit, _FEWEST)
    if len(kept) >= enough and sum(1 for _ in limit_per_file(kept, view.file, profile.chunks_per_file)) >= enough:
        return False
    left = {one.item for one in kept}
    return any(len(one) >= profile.depth and one[-1][0] in left for one in routes.values())


def table_of(mode: Mode, question: Question) -> str:
    """The table of weights for a question: each mode knows other evidence, and a bare name asks for other things than
    prose."""
    return f"search {mode.value} {question.table}"


def route_lists(view: View, request: SearchRequest, profile: Profile, cancelled: Cancelled) -> dict[str, RankedList]:
    """Each route of the mode, side by side, with its ranked list."""
    depth = profile.depth
    nearest = embedding_equal_bits if profile.equal_bits else embedding
    terms = weighted_query_terms(request.query, _QUERY_TERMS)

    def by_words() -> RankedList:
        return view.ranked(lambda source: bm25(source, terms, depth), depth)

    def by_meaning() -> RankedList:
        return view.by_vector(request.query, lambda source, vector: nearest(source, vector, depth), depth)

    lists: dict[str, RankedList] = {}
    if request.mode is Mode.HYBRID:
        lists["bm25"], lists["embedding"] = view.both(by_words, by_meaning)
    elif request.mode is Mode.KEYWORD:
        lists["bm25"] = by_words()
    elif request.mode is Mode.SEMANTIC:
        lists["embedding"] = by_meaning()
    check_cancelled(cancelled)
    if request.mode is Mode.SYMBOL or request.prefer_symbol:
        lists["symbol"] = view.ranked(lambda source: symbol(source, request.query, depth), depth)
    elif request.ranking and profile.exact_symbols and is_name(request.query) and request.mode is not Mode.SEMANTIC:
        named = view.ranked(lambda source: symbol(source, request.query, depth), depth)
        lists["symbol"] = [pair for pair in named if pair[1] >= EXACT_OTHER_CASE]
    check_cancelled(cancelled)
    return lists
