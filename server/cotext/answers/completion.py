"""Answering a completion context: the code of other files that an inline model should see for a cursor."""

from __future__ import annotations

from pathlib import Path

from cotext.answers.context_lists import Clock, ContextLists, context_lists, context_view, with_any_family
from cotext.answers.context_selection import Budget, Wanted, select
from cotext.answers.query_window import QueryWindow, clamp, query_window
from cotext.answers.sources import Resources, View
from cotext.chunking.languages import document_language
from cotext.errors import BadRequest
from cotext.fusion.profiles import Profile, for_context
from cotext.fusion.reciprocal_rank import Fused
from cotext.fusion.selection import limit_per_file
from cotext.records import Hit
from cotext.requests import Cancelled, ContextAnswer, ContextRequest, Phase
from cotext.routes.source import Candidate
from cotext.settings import CompletionSettings

__all__ = ["completion_context", "context_of_cursor", "document_lines"]

MAXIMUM_CHUNKS, MAXIMUM_CHARACTERS = 200, 1_000_000

_SEEN_LINES = 300
"""So many lines of the document beyond the query window on either side are taken to be before the model's eyes too."""


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


def completion_context(
    resources: Resources, request: ContextRequest, defaults: CompletionSettings, profile: Profile, cancelled: Cancelled
) -> ContextAnswer:
    """Answer a completion context. Raises: BadRequest (no such document), errors.Cancelled."""
    clock = Clock(defaults.time_budget_ms if request.time_budget_ms is None else request.time_budget_ms)
    profile = for_context(profile)
    lines, language = document_lines(resources, request.document)
    window = query_window(lines, clamp(request.position, lines), language)
    view = context_view(resources, request, language, clock.left_seconds)
    incomplete = view.lacks_encoder or any(state.phase is not Phase.READY for state in resources.folders.states())
    hits: list[Hit] = []
    if view.has_index:
        found, view = context_of_cursor(view, request.document, window, profile, cancelled, clock)
        incomplete = incomplete or not found.in_time
        chunks = defaults.max_chunks if request.max_chunks is None else request.max_chunks
        characters = defaults.max_characters if request.max_characters is None else request.max_characters
        budget = Budget(min(chunks, MAXIMUM_CHUNKS), min(characters, MAXIMUM_CHARACTERS))
        known = lines[max(0, window.lines.start - _SEEN_LINES) : window.lines.end + _SEEN_LINES]
        hits = _selected(view, found, "".join(known), profile, budget, cancelled)
    return ContextAnswer(tuple(hits), window.lines, incomplete, clock.elapsed_ms)


def context_of_cursor(
    view: View,
    document: str,
    window: QueryWindow,
    profile: Profile,
    cancelled: Cancelled,
    clock: Clock | None = None,
) -> tuple[ContextLists, View]:
    """What the routes find, see `context_lists`, and the view in which they found it: better code of another language
    family than none."""
    found = context_lists(view, document, window, profile, cancelled, clock)
    if not any(found.routes.values()) and not (clock and clock.expired):
        view = with_any_family(view)
        found = context_lists(view, document, window, profile, cancelled, clock)
    return found, view


def _selected(
    view: View, found: ContextLists, known: str, profile: Profile, budget: Budget, cancelled: Cancelled
) -> list[Hit]:
    by_chunk: dict[Candidate, Fused[Candidate]] = {one.item: one for one in found.fused}
    wanted = [
        Wanted(by_chunk[match.candidate], match.place) for match in found.definitions if match.candidate in by_chunk
    ]
    similar = limit_per_file(found.similar, view.file, profile.chunks_per_file)
    return select(view, wanted, similar, budget, known, cancelled)
