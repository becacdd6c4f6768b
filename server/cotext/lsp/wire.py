"""The engine's records as the protocol's messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cotext.consent.store import Grant
from cotext.lsp import messages, standard_messages
from cotext.lsp.consent_messages import ConsentGrant
from cotext.lsp.positions import PositionEncoding, document_lines, lines_to_wire, range_to_wire
from cotext.records import Hit, LineRange, Position, SymbolHit, TextRange
from cotext.requests import ExplainAnswer, FolderState

__all__ = ["Wire", "consent_grant", "index_state"]


def index_state(state: FolderState, uri: str) -> messages.IndexState:
    """`IndexState` of a folder.

    Args:
        uri: the folder's, as the client spells it.
    """
    return messages.IndexState(
        folder=uri,
        phase=state.phase.value,
        files=messages.IndexStateFiles(state.files_found, state.files_indexed, state.files_skipped),
        ignored=state.ignored,
        chunks=state.chunks,
        generation=state.generation,
        model=state.model,
        skipped_reasons=dict(state.skipped_reasons),
        writer=state.writer,
        message=state.message,
    )


def consent_grant(grant: Grant, folder_uri: Callable[[Path], str]) -> ConsentGrant:
    """`ConsentGrant` of a grant."""
    folder = folder_uri(Path(grant.folder)) if grant.folder else None
    return ConsentGrant(grant.purpose.value, grant.host, grant.granted, folder, grant.model or None)


class Wire:
    """Conversion for one client.

    Args:
        encoding: what the client's positions count.
        uri_of: URI of a document, as the client spells it.
        lines_of: lines of a document as it stands now, None if it cannot be read; asked only where a hit does not show
            its own last line.
        folder_uri: URI of a folder, as the client spells it.
    """

    def __init__(
        self,
        encoding: PositionEncoding,
        uri_of: Callable[[str], str],
        lines_of: Callable[[str], Sequence[str] | None],
        folder_uri: Callable[[Path], str],
    ) -> None:
        self._encoding = encoding
        self._uri_of = uri_of
        self._lines_of = lines_of
        self._folder_uri = folder_uri

    def chunk(self, hit: Hit) -> messages.Chunk:
        """`Chunk` of a hit."""
        shown = hit.outline or (hit.lines,)
        lines = document_lines(hit.text)
        if not lines[-1] and len(lines) > 1:
            lines.pop()
        ends = _last_lines(shown, lines)
        numbered = _numbered(shown, lines)
        whole = self._last_line(hit, ends)
        return messages.Chunk(
            uri=self._uri_of(hit.document),
            range=lines_to_wire(hit.lines, whole, self._encoding),
            language_id=hit.language,
            text=hit.text,
            score=messages.ChunkScore(hit.score.rrf, dict(hit.score.ranks), hit.score.bm25, hit.score.embedding),
            matched_by=list(hit.matched_by),
            outline=[lines_to_wire(one, end, self._encoding) for one, end in zip(hit.outline, ends, strict=True)]
            if hit.outline
            else None,
            symbol=messages.ChunkSymbol(hit.symbol.name, hit.symbol.kind, hit.symbol.container or None)
            if hit.symbol
            else None,
            matches=[self._match(one, numbered) for one in hit.matches] or None,
        )

    def chunks(self, hits: Sequence[Hit]) -> list[messages.Chunk]:
        """`Chunk` of each hit."""
        return [self.chunk(hit) for hit in hits]

    def states(self, states: Sequence[FolderState]) -> list[messages.IndexState]:
        """`IndexState` of each folder."""
        return [index_state(state, self._folder_uri(state.folder)) for state in states]

    def symbol(self, hit: SymbolHit) -> standard_messages.SymbolInformation:
        """`SymbolInformation` of a definition."""
        start = hit.name_range.start.line
        numbered = dict(enumerate(document_lines(hit.text), start))
        span = self._match(hit.name_range, numbered)
        return standard_messages.SymbolInformation(
            hit.name, hit.kind, standard_messages.Location(self._uri_of(hit.document), span), hit.container or None
        )

    def explanation(self, answer: ExplainAnswer) -> messages.ExplainResult:
        """Answer of `cotext/explain`."""
        return messages.ExplainResult(
            target=self.chunk(answer.target) if answer.target else None,
            routes={
                name: messages.RouteExplanation(one.rank, one.score, one.reason)  # type: ignore[arg-type]
                for name, one in answer.routes.items()
            },
            evidence=[messages.Evidence(one.name, one.value, one.weight, one.contribution) for one in answer.evidence],
            returned=answer.returned,
            cutoff_rank=answer.cutoff_rank,
            fused_rank=answer.fused_rank,
            final_rank=answer.final_rank,
            reason=answer.reason,  # type: ignore[arg-type]
        )

    def _last_line(self, hit: Hit, ends: Sequence[str]) -> str:
        if not hit.outline or hit.outline[-1].end == hit.lines.end:
            return ends[-1]
        document = self._lines_of(hit.document)
        return document[hit.lines.end - 1] if document and hit.lines.end <= len(document) else "\n"

    def _match(self, span: TextRange, lines: dict[int, str]) -> standard_messages.Range:
        """A range whose columns are converted by the lines that the hit shows."""
        first, last = span.start.line, span.end.line
        context = [lines.get(first, ""), lines.get(last, "")]
        inside = TextRange(Position(0, span.start.column), Position(1, span.end.column))
        converted = range_to_wire(inside, context, self._encoding)
        return standard_messages.Range(
            standard_messages.Position(first, converted.start.character),
            standard_messages.Position(last, converted.end.character),
        )


def _last_lines(shown: Sequence[LineRange], lines: Sequence[str]) -> list[str]:
    """Text of the last line of each shown range, given the lines of all of them."""
    ends, offset = [], 0
    for one in shown:
        offset += one.end - one.start
        ends.append(lines[min(offset, len(lines)) - 1])
    return ends


def _numbered(shown: Sequence[LineRange], lines: Sequence[str]) -> dict[int, str]:
    numbers = (number for one in shown for number in range(one.start, one.end))
    return dict(zip(numbers, lines, strict=False))
