"""Answering `cotext/similar`: code like a selection, elsewhere."""

from __future__ import annotations

import time

from cotext.answers.cancelling import check_cancelled
from cotext.answers.completion import document_lines
from cotext.answers.query_window import clamp
from cotext.answers.searching import MAXIMUM_LIMIT, hit_of
from cotext.answers.sources import Resources, View
from cotext.fusion.profiles import Profile
from cotext.fusion.reciprocal_rank import fuse
from cotext.fusion.selection import finish, limit_per_file
from cotext.index.terms import distinct, keyword_terms
from cotext.records import Hit, LineRange
from cotext.requests import Cancelled, SearchAnswer, SimilarRequest
from cotext.routes.bm25 import bm25
from cotext.routes.embedding import embedding, embedding_equal_bits
from cotext.routes.source import Filters

__all__ = ["similar"]

_TERMS = 48
"""The first distinct ones. Of 384 methods whose name other files define too, in six repositories, the first hit shows
one of these for 58 %, the first ten for 84 %; with 32 or 96 terms, or the rarest in place of the first, it is no
better."""


def similar(resources: Resources, request: SimilarRequest, profile: Profile, cancelled: Cancelled) -> SearchAnswer:
    """Answer it. Raises: BadRequest (no such document), errors.Cancelled."""
    started = time.perf_counter()
    lines, _ = document_lines(resources, request.document)
    start, end = sorted((clamp(request.range.start, lines), clamp(request.range.end, lines)))
    text = "".join(lines[start.line : end.line + 1])
    if lines and start.line == end.line and start.column < end.column:
        text = lines[start.line][start.column : end.column]
    limit = max(0, min(request.limit, MAXIMUM_LIMIT))
    hits: list[Hit] = []
    if text.strip() and limit:
        view = View(resources, Filters())
        terms = [(term, 1.0) for term in distinct(keyword_terms(text))[:_TERMS]]
        nearest = embedding_equal_bits if profile.equal_bits else embedding
        lists = {
            "bm25": view.ranked(lambda source: bm25(source, terms, profile.depth), profile.depth),
            "embedding": view.by_vector(
                text, lambda source, vector: nearest(source, vector, profile.depth), profile.depth
            ),
        }
        check_cancelled(cancelled)
        fused = finish(fuse(lists, k=profile.k), profile, view.file)
        selection = LineRange(start.line, end.line + 1)
        for one in limit_per_file(fused, view.file, profile.chunks_per_file):
            if len(hits) == limit:
                break
            check_cancelled(cancelled)
            found = view.find(one.item)
            if found is None or (
                found.document == request.document
                and found.lines.start < selection.end
                and selection.start < found.lines.end
            ):
                continue
            hits.append(hit_of(found, one, None))
    return SearchAnswer(tuple(hits), tuple(resources.folders.states()), (time.perf_counter() - started) * 1000)
