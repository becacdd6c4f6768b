"""Messages of `textDocument/inlineCompletion`, by the rules of `messages`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from cotext.lsp.standard_messages import Position, Range, TextDocumentIdentifier

__all__ = [
    "InlineCompletionContext",
    "InlineCompletionItem",
    "InlineCompletionList",
    "InlineCompletionParams",
    "SelectedCompletion",
    "TriggerKind",
]


class TriggerKind(IntEnum):
    """How a completion came to be asked for: by a command, or while typing."""

    INVOKED = 1
    AUTOMATIC = 2


@dataclass(frozen=True, slots=True)
class SelectedCompletion:
    """What is selected in the editor's list of completions: it will stand in the place of `range`."""

    range: Range
    text: str


@dataclass(frozen=True, slots=True)
class InlineCompletionContext:
    """What happened in the editor."""

    trigger_kind: TriggerKind = TriggerKind.AUTOMATIC
    selected_completion_info: SelectedCompletion | None = None


@dataclass(frozen=True, slots=True)
class InlineCompletionParams:
    """`textDocument/inlineCompletion`."""

    text_document: TextDocumentIdentifier
    position: Position
    context: InlineCompletionContext = field(default_factory=InlineCompletionContext)


@dataclass(frozen=True, slots=True)
class InlineCompletionItem:
    """Text to put in the place of a range."""

    insert_text: str
    range: Range


@dataclass(frozen=True, slots=True)
class InlineCompletionList:
    """What is suggested."""

    items: list[InlineCompletionItem]
