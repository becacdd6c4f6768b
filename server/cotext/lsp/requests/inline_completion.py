"""`textDocument/inlineCompletion`: what the model writes at a cursor."""

from __future__ import annotations

from cotext.lsp.inline_completions import InlineCompletions
from cotext.lsp.inline_messages import InlineCompletionList, InlineCompletionParams
from cotext.lsp.session import Session

__all__ = ["METHOD", "answer"]

METHOD = "textDocument/inlineCompletion"


async def answer(
    completions: InlineCompletions, _: Session, params: InlineCompletionParams
) -> InlineCompletionList | None:
    """Null where the model gives nothing, for whatever reason: typing is not interrupted by an error. Why is in the log
    and in `cotext/indexStatus`."""
    return await completions.answer(params)
