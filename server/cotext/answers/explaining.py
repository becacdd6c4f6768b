"""Answering `cotext/explain`: where a line's chunk stands in each route and in the end, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cotext.answers.completion import completion_context, context_of_cursor, document_lines
from cotext.answers.context_lists import context_filters, context_lists
from cotext.answers.present import locate
from cotext.answers.query_window import clamp, query_window
from cotext.answers.search_lists import route_lists, search_lists
from cotext.answers.searching import filters_of, hit_of, search
from cotext.answers.sources import Resources, View
from cotext.errors import BadRequest
from cotext.fusion.profiles import Profile, for_context
from cotext.fusion.reciprocal_rank import Fused
from cotext.records import Hit, LineRange
from cotext.requests import (
    Cancelled,
    ContextRequest,
    Evidence,
    ExplainAnswer,
    ExplainRequest,
    Mode,
    RouteExplanation,
    SearchRequest,
)
from cotext.routes.source import Candidate, RankedList
from cotext.settings import CompletionSettings
from cotext.workspace.judge import ScanRules
from cotext.workspace.paths import is_indexable_name, relative_posix
from cotext.workspace.scan import belongs

__all__ = ["explain"]

_DEEP = 20_000
"""How far down a route is read to tell "beyond the depth" from "no match"."""

_SEARCH_LIMIT = 20


@dataclass(frozen=True, slots=True)
class _Lists:
    """Each route's list as it was used, the same read further down, and that without the request's filters; the fused
    list before and after the profile's cuts; what speaks for a chunk, as an answer to the query or, for a cursor, as
    the likeliest wanted definition, and what each piece of it counts; and how deep the routes were asked."""

    usual: Mapping[str, RankedList]
    deep: Mapping[str, RankedList]
    unfiltered: Mapping[str, RankedList]
    fused: Sequence[Fused[Candidate]]
    kept: Sequence[Fused[Candidate]]
    evidence: Mapping[Candidate, Mapping[str, float]]
    weights: Mapping[str, float]
    depth: int


def explain(
    resources: Resources, request: ExplainRequest, defaults: CompletionSettings, profile: Profile, cancelled: Cancelled
) -> ExplainAnswer:
    """Answer it. Raises: BadRequest (neither query nor cursor, a mode without an index, no such document),
    errors.Cancelled."""
    if request.mode in (Mode.LITERAL, Mode.REGEX):
        raise BadRequest(f"mode: {request.mode.value} search has no ranking to explain.")
    view, hits, limit = _asked(resources, request, defaults, profile, cancelled)
    if request.query is None:
        profile = for_context(profile)
    target = _target(view, request)
    if target is None:
        return ExplainAnswer(None, {}, (), None, None, False, limit, _why_no_chunk(resources, request))
    lists = _lists(resources, view, request, profile, cancelled)
    one = next((one for one in lists.fused if one.item == target), Fused(target, 0.0))
    found = view.find(target)
    hit = hit_of(found, one, None) if found is not None else None
    final = next((rank for rank, other in enumerate(hits, 1) if hit and _shows(other, hit)), None)
    fused_rank = _rank([other.item for other in lists.fused], target)
    kept_rank = _rank([other.item for other in lists.kept], target)
    routes = {
        route: _route(target, lists, route, dropped=fused_rank is not None and kept_rank is None)
        for route in lists.usual
    }
    reason = None if final is not None else _why_not(view, request, target, hits, fused_rank, kept_rank, limit, profile)
    evidence = _evidence(lists, target)
    return ExplainAnswer(hit, routes, evidence, fused_rank, final, final is not None, limit, reason)


def _shows(hit: Hit, chunk: Hit) -> bool:
    """Whether a hit shows some of a chunk."""
    shown = hit.outline or (hit.lines,)
    return hit.document == chunk.document and any(
        one.start < chunk.lines.end and chunk.lines.start < one.end for one in shown
    )


def _evidence(lists: _Lists, target: Candidate) -> tuple[Evidence, ...]:
    """What speaks for a chunk, the largest contribution first."""
    found = [
        Evidence(name, value, lists.weights.get(name, 0.0), value * lists.weights.get(name, 0.0))
        for name, value in lists.evidence.get(target, {}).items()
    ]
    return tuple(sorted(found, key=lambda one: (-abs(one.contribution), one.name)))


def _asked(
    resources: Resources, request: ExplainRequest, defaults: CompletionSettings, profile: Profile, cancelled: Cancelled
) -> tuple[View, Sequence[Hit], int]:
    """The view without the asker's filters, the hits that were given, and how many there can be."""
    if request.query is not None:
        asked = SearchRequest(request.query, limit=_SEARCH_LIMIT, mode=request.mode)
        return View(resources, filters_of(asked)), search(resources, asked, profile, cancelled).hits, _SEARCH_LIMIT
    if request.document is None or request.position is None:
        raise BadRequest("query: either query or at is needed.")
    context = ContextRequest(request.document, request.position, time_budget_ms=60_000)
    answer = completion_context(resources, context, defaults, profile, cancelled)
    return View(resources, filters_of(SearchRequest(""))), answer.hits, defaults.max_chunks


def _lists(resources: Resources, view: View, request: ExplainRequest, profile: Profile, cancelled: Cancelled) -> _Lists:
    deep = replace(profile, depth=_DEEP)
    if request.query is not None:
        asked = SearchRequest(request.query, limit=_SEARCH_LIMIT, mode=request.mode)
        found = search_lists(view, asked, profile, cancelled)
        further = route_lists(view, asked, deep, cancelled)
        evidence = {one.fused.item: one.evidence for one in found.ranked}
        return _Lists(found.routes, further, {}, found.fused, found.kept, evidence, found.weights, found.depth)
    assert request.document is not None, "checked when the request was read"
    assert request.position is not None, "checked when the request was read"
    lines, language = document_lines(resources, request.document)
    window = query_window(lines, clamp(request.position, lines), language)
    # Not `context_view`: it lacks the chunks of the document itself, and would number those of other open ones anew.
    narrow = View(resources, context_filters(language), excluded=[request.document])
    usual, narrow = context_of_cursor(narrow, request.document, window, profile, cancelled)
    beyond = context_lists(narrow, request.document, window, deep, cancelled)
    unfiltered = context_lists(view, request.document, window, deep, cancelled)
    similar = {one.item for one in usual.similar}
    kept = [one for one in usual.fused if one.item in similar or "definition" in one.ranks]
    evidence = {match.candidate: match.evidence for match in reversed(usual.definitions)}
    return _Lists(
        usual.routes,
        beyond.routes,
        unfiltered.routes,
        usual.fused,
        kept,
        evidence,
        profile.ranking.of("definition"),
        profile.depth,
    )


def _target(view: View, request: ExplainRequest) -> Candidate | None:
    """The chunk that covers the line as the document stands now."""
    for source in view.sources:
        path = relative_posix(source.folder, Path(request.target_document))
        if path is None or not is_indexable_name(path):
            continue
        for candidate, one in source.overlay:
            if one.stored.path == path and _covers(one.stored.lines, request.target_line):
                return candidate
        if source.snapshot is None or path in source.hidden:
            continue
        file = source.snapshot.files.of_path(path)
        if file is None:
            continue
        for ordinal, stored in enumerate(file.chunks):
            candidate = Candidate(source.number, file.key, ordinal)
            lines = view.lines(candidate, stored)
            where = locate(stored, lines) if lines is not None else None
            if where is not None and _covers(where, request.target_line):
                return candidate
    return None


def _covers(lines: LineRange, line: int) -> bool:
    return lines.start <= line < lines.end


def _why_no_chunk(resources: Resources, request: ExplainRequest) -> str:
    for root in resources.folders.roots():
        path = relative_posix(root.folder, Path(request.target_document))
        if path is None or not is_indexable_name(path):
            continue
        snapshot = root.snapshot()
        document = snapshot.document(path) if snapshot else None
        if document is not None:
            return "skipped" if document.known.skipped else "notIndexed"
        rules = ScanRules(exclude=resources.folders.exclude)
        return "notIndexed" if belongs(root.folder, rules, Path(request.target_document)) else "ignored"
    return "notIndexed"


def _route(target: Candidate, lists: _Lists, route: str, *, dropped: bool) -> RouteExplanation:
    for rank, (candidate, score) in enumerate(lists.usual[route], 1):
        if candidate == target:
            return RouteExplanation(rank, score, "belowThreshold" if dropped else None)
    for rank, (candidate, score) in enumerate(lists.deep[route], 1):
        if candidate == target:
            return RouteExplanation(rank, score, "beyondDepth" if rank > lists.depth else "belowThreshold")
    for candidate, score in lists.unfiltered.get(route, ()):
        if candidate == target:
            return RouteExplanation(None, score, "filtered")
    return RouteExplanation(reason="noMatch")


def _why_not(
    view: View,
    request: ExplainRequest,
    target: Candidate,
    hits: Sequence[Hit],
    fused_rank: int | None,
    kept_rank: int | None,
    limit: int,
    profile: Profile,
) -> str:
    document = view.document(target, view.stored(target))
    if request.document is not None and document == request.document:
        return "currentFile"
    if fused_rank is None or kept_rank is None:
        return "belowCutoff"
    same_file = sum(hit.document == document for hit in hits)
    if profile.chunks_per_file and same_file >= profile.chunks_per_file:
        return "perFileLimit"
    return "overBudget" if request.document is not None and len(hits) < limit else "belowCutoff"


def _rank(items: Sequence[object], wanted: object) -> int | None:
    return items.index(wanted) + 1 if wanted in items else None
