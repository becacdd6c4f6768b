"""Answering a search: routes by mode, fusion, selection, present text."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from cotext.answers.cancelling import check_cancelled
from cotext.answers.search_lists import search_lists
from cotext.answers.sources import Found, Resources, View
from cotext.chunking.languages import language_of_path
from cotext.fusion.profiles import Profile
from cotext.fusion.reciprocal_rank import Fused
from cotext.fusion.selection import limit_per_file
from cotext.index.terms import distinct
from cotext.ranking.rank_search import Ranked
from cotext.records import Hit, Position, Score, Symbol, SymbolKind, TextRange
from cotext.requests import Cancelled, Mode, Phase, SearchAnswer, SearchRequest
from cotext.routes.literal import LiteralHit, search_literal
from cotext.routes.source import Candidate, Filters
from cotext.workspace.ignore import glob_matcher
from cotext.workspace.judge import ScanRules
from cotext.workspace.paths import is_indexable_name, relative_posix

__all__ = [
    "MAXIMUM_LIMIT",
    "filters_of",
    "hit_of",
    "search",
]

MAXIMUM_LIMIT = 200


def search(resources: Resources, request: SearchRequest, profile: Profile, cancelled: Cancelled) -> SearchAnswer:
    """Answer a search. Raises: BadRequest (an unknown folder, a bad regex), errors.Cancelled."""
    started = time.perf_counter()
    limit = max(0, min(request.limit, MAXIMUM_LIMIT))
    if not request.query.strip() or not limit:
        hits: list[Hit] = []
    elif request.mode in (Mode.LITERAL, Mode.REGEX):
        hits = _literal(resources, request, limit, cancelled)
    else:
        view = View(resources, filters_of(request), folder=request.folder)
        ranked = search_lists(view, request, profile, cancelled).ranked
        hits = _hits(view, ranked, request, profile, limit, cancelled)
    states = resources.folders.states()
    if request.folder is not None:
        states = [state for state in states if state.folder == request.folder.absolute()]
    return SearchAnswer(tuple(hits), tuple(states), (time.perf_counter() - started) * 1000)


def filters_of(request: SearchRequest) -> Filters:
    """The filters that a search asks for."""
    return Filters(languages=request.languages, include=request.include, exclude=request.exclude, kinds=request.kinds)


def _hits(
    view: View,
    ranked: Iterable[Ranked],
    request: SearchRequest,
    profile: Profile,
    limit: int,
    cancelled: Cancelled,
) -> list[Hit]:
    per_file = profile.chunks_per_file if request.ranking else 0
    limit = min(limit, (profile.limit if request.ranking else 0) or limit)
    words = _words(request.query)
    hits: list[Hit] = []
    for one in limit_per_file((one.fused for one in ranked), view.file, per_file):
        if len(hits) == limit:
            break
        check_cancelled(cancelled)
        if (found := view.find(one.item)) is not None:
            hits.append(hit_of(found, one, words, request.kinds))
    return hits


def hit_of(
    found: Found, fused: Fused[Candidate], words: re.Pattern[str] | None, kinds: Sequence[SymbolKind] = ()
) -> Hit:
    """The hit that is shown for a candidate, with its first definition, or the first of the kinds that were asked
    for."""
    stored = found.stored
    symbol = next((Symbol(one.name, one.kind, one.container) for one in stored.definitions if one.kind in kinds), None)
    score = Score(fused.rrf, fused.scores.get("bm25"), fused.scores.get("embedding"), dict(fused.ranks))
    matches = tuple(_matches(found.text, found.lines.start, words)) if words else ()
    return Hit(
        found.document,
        found.lines,
        found.text,
        stored.language,
        score,
        tuple(fused.ranks),
        symbol or stored.symbol,
        matches,
    )


_MATCHES = 20


def _words(query: str) -> re.Pattern[str] | None:
    """What to mark in a hit: the query's words of at least three letters, and short ones where there are no others."""
    words = distinct(word.lower() for word in re.findall(r"\w+", query))
    kept = [word for word in words if len(word) >= 3] or words
    return re.compile("|".join(map(re.escape, sorted(kept, key=len, reverse=True))), re.IGNORECASE) if kept else None


def _matches(text: str, first_line: int, words: re.Pattern[str]) -> Iterator[TextRange]:
    line, line_start = first_line, 0
    for match in islice(words.finditer(text), _MATCHES):
        while (end := _line_end(text, line_start)) <= match.start():
            line, line_start = line + 1, end
        yield TextRange(Position(line, match.start() - line_start), Position(line, match.end() - line_start))


_LINE_BREAK = re.compile(r"\r\n|\n|\r")


def _line_end(text: str, start: int) -> int:
    found = _LINE_BREAK.search(text, start)
    return found.end() if found else len(text) + 1


def _literal(resources: Resources, request: SearchRequest, limit: int, cancelled: Cancelled) -> list[Hit]:
    if not is_indexable_name(request.query) and request.mode is Mode.LITERAL:
        return []  # half of a surrogate pair stands in no file
    rules = ScanRules(exclude=resources.folders.exclude)
    hits: list[Hit] = []
    for root in resources.folders.roots() if request.folder is None else [resources.folders.root_of(request.folder)]:
        if root.failure or len(hits) >= limit:
            continue
        snapshot = root.snapshot()
        changed = resources.buffers.changed_in(root.folder, snapshot)
        wanted = _literal_filter(request, root.folder)
        up_to_date = resources.folders.phase_of(root) is Phase.READY
        found = search_literal(
            root.folder,
            request.query,
            regex=request.mode is Mode.REGEX,
            exclude=resources.folders.exclude,
            limit=limit - len(hits),
            buffers={path: buffer.text for path, buffer in changed.items()},
            # An index that is up to date knows the files; without one, they are looked for.
            files=list(filter(wanted, snapshot.text_paths)) if snapshot is not None and up_to_date else None,
            belongs=wanted,
            rules=rules,
            encoding_hint=resources.folders.encoding,
            cancelled=cancelled,
        )
        hits += [_literal_hit(root.folder, one, request.mode) for one in found]
    return hits


def _literal_filter(request: SearchRequest, folder: Path) -> Callable[[str], bool]:
    """Whether the request asks for a relative path: by its folder, globs relative to that, and languages."""
    inner = relative_posix(folder, request.folder) if request.folder is not None else "."
    prefix = "" if inner in (None, ".") else f"{inner}/"
    languages = frozenset(request.languages)
    included, excluded = glob_matcher(request.include), glob_matcher(request.exclude)

    def wanted(path: str) -> bool:
        inside = path.removeprefix(prefix)
        return (
            path.startswith(prefix)
            and (not request.include or included(inside))
            and not excluded(inside)
            and (not languages or language_of_path(path) in languages)
        )

    return wanted


def _literal_hit(folder: Path, hit: LiteralHit, mode: Mode) -> Hit:
    return Hit(
        str(folder / hit.path),
        hit.lines,
        hit.text,
        language_of_path(hit.path),
        Score(0.0),
        (mode.value,),
        None,
        hit.matches,
    )
