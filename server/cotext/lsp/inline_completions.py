"""Inline completions: from a cursor to what the model writes there, one at a time for each document."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cotext.consent.store import Purpose
from cotext.errors import CotextError
from cotext.inline_model.address import Address
from cotext.inline_model.asking import Question
from cotext.inline_model.pieces import Piece, in_stable_order
from cotext.inline_model.surroundings import Surroundings, after_cursor, before_cursor, one_line_only
from cotext.lsp.consent_questions import ConsentQuestions
from cotext.lsp.inline_messages import (
    InlineCompletionItem,
    InlineCompletionList,
    InlineCompletionParams,
    TriggerKind,
)
from cotext.lsp.positions import position_from_wire, position_to_wire
from cotext.lsp.session import Session, in_worker
from cotext.lsp.standard_messages import Range
from cotext.lsp.workspace_names import Place, WorkspaceNames
from cotext.records import Position
from cotext.requests import Cancelled, ContextRequest
from cotext.workspace.credentials import is_credential

if TYPE_CHECKING:
    from cotext.engine import Engine

__all__ = ["InlineCompletions"]

LOG = logging.getLogger(__name__)
_REMEMBERED = 32
"""Documents whose last context is known, for the order of the next."""


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A question, and whose code is in it."""

    question: Question
    folders: frozenset[Path | None]


class InlineCompletions:
    """Answers `textDocument/inlineCompletion`. Used on the event loop's thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._questions = ConsentQuestions(session)
        self._running: dict[str, asyncio.Task[InlineCompletionList | None]] = {}
        self._sent: OrderedDict[str, tuple[Piece, ...]] = OrderedDict()

    async def answer(self, params: InlineCompletionParams) -> InlineCompletionList | None:
        """What is suggested at a cursor; None: nothing. A newer request on the same document ends an older one, whose
        answer is None.

        Raises:
            WrongField: there is no such document.
        """
        session = self._session
        document, lines = await session.document(params.text_document.uri, "textDocument.uri", session.context_lane)
        if (older := self._running.get(document)) is not None:
            older.cancel()
        task = asyncio.get_running_loop().create_task(self._complete(document, lines, params))
        self._running[document] = task
        try:
            return await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                raise
            return None
        finally:
            if self._running.get(document) is task:
                del self._running[document]

    async def _complete(
        self, document: str, lines: Sequence[str], params: InlineCompletionParams
    ) -> InlineCompletionList | None:
        session, model = self._session, self._session.inline_model
        settings, encoding = session.options.settings.inline_model, session.options.position_encoding
        invoked = params.context.trigger_kind is TriggerKind.INVOKED
        if not invoked:
            await asyncio.sleep(settings.debounce_ms / 1000)
            opened = session.documents.by_key(document)
            if (opened is not None and opened.lines is not lines) or not model.may_be_asked:
                return None
        if (address := model.address()) is None:
            return None
        cursor = position_from_wire(params.position, lines, encoding)
        selected = params.context.selected_completion_info
        start = end = cursor
        if selected is not None:
            start = position_from_wire(selected.range.start, lines, encoding)
            end = max(position_from_wire(selected.range.end, lines, encoding), cursor)
        names = WorkspaceNames(dict(session.folders))
        place = await in_worker(session.context_lane, lambda _: names.place(document))
        if not await self._may_send(address, place):
            return None

        def surroundings(_: Cancelled) -> Surroundings:
            before = before_cursor(lines, start, settings.prefix_characters) + (selected.text if selected else "")
            after = after_cursor(lines, end, settings.suffix_characters)
            return Surroundings(before, after, place.path, self._language(document), place.repository)

        at = await in_worker(session.context_lane, surroundings)
        prepared = await self._prepared(document, at, cursor, one_line_only(lines, end), address, names, place)

        def may_send() -> bool:
            return address.is_loopback or all(self._allows(address, folder) for folder in prepared.folders)

        self._remember(document, prepared.question.pieces)
        text = await model.ask(prepared.question, may_send)
        if not text:
            return None
        span = Range(position_to_wire(start, lines, encoding), position_to_wire(end, lines, encoding))
        if selected is None:
            return InlineCompletionList([InlineCompletionItem(text, span)])
        return InlineCompletionList([InlineCompletionItem(selected.text + text, selected.range)])

    async def _may_send(self, address: Address, place: Place) -> bool:
        """Whether code of the document may go to the model; where nobody has said so yet, the user is asked."""
        if address.is_loopback:
            return True
        if is_credential(place.path):
            return False
        if await in_worker(self._session.context_lane, lambda _: self._allows(address, place.folder)):
            return True
        self._session.inline_model.needs_consent(address.host)
        self._questions.ask(address.host, place.folder)
        return False

    def _allows(self, address: Address, folder: Path | None) -> bool:
        model = self._session.options.settings.inline_model.model
        return self._session.consent.allows(Purpose.INLINE_MODEL, address.host, folder, model)

    async def _prepared(
        self,
        document: str,
        at: Surroundings,
        cursor: Position,
        one_line: bool,
        address: Address,
        names: WorkspaceNames,
        place: Place,
    ) -> _Prepared:
        settings = self._session.options.settings
        budget = settings.completion.time_budget_ms
        folders: set[Path | None] = {place.folder}
        characters = settings.inline_model.context_characters
        if characters == 0:
            return _Prepared(Question(at, (), one_line), frozenset(folders))
        previous = self._sent.get(document, ())

        def context(engine: Engine, cancelled: Cancelled) -> tuple[Piece, ...]:
            request = ContextRequest(document, cursor, max_characters=characters, time_budget_ms=budget)
            wanted = []
            for hit in engine.completion_context(request, cancelled).hits:
                found = names.place(hit.document)
                if found.folder is None or not (address.is_loopback or self._allows(address, found.folder)):
                    continue
                folders.add(found.folder)
                wanted.append(Piece(found.path, hit.text.replace("\r\n", "\n").replace("\r", "\n")))
            return in_stable_order(previous, wanted)

        pieces: tuple[Piece, ...] = ()
        try:
            engine = await self._session.host.settled_within(budget / 1000)
            if engine is not None:
                pieces = await in_worker(self._session.context_lane, lambda gone: context(engine, gone))
        except CotextError as error:
            # Why there is no engine has been told already, once; this would be told at each keystroke.
            LOG.debug("an inline completion has no context: %s", error)
        return _Prepared(Question(at, pieces, one_line), frozenset(folders))

    def _language(self, document: str) -> str:
        from cotext.chunking.languages import document_language

        opened = self._session.documents.by_key(document)
        return document_language(document, opened.language if opened else "plaintext")

    def _remember(self, document: str, pieces: tuple[Piece, ...]) -> None:
        self._sent[document] = pieces
        self._sent.move_to_end(document)
        if len(self._sent) > _REMEMBERED:
            self._sent.popitem(last=False)
