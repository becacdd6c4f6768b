"""Cotext's own messages, each declared once; `structuring` turns them from and into JSON.

Fields are snake_case here and camelCase on the wire. A field with a default may be missing; one whose default is None
is left out of an answer when it is None, while `X | None` without a default is sent as null.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from cotext.lsp.standard_messages import Position, Range, TextDocumentIdentifier, Uinteger, UintegerBounds
from cotext.records import SymbolKind

__all__ = [
    "DEFAULT_SEARCH_LIMIT",
    "DEFAULT_SKIPPED_LIMIT",
    "MAXIMUM_SEARCH_LIMIT",
    "MAXIMUM_SYMBOLS",
    "Chunk",
    "ChunkScore",
    "ChunkSymbol",
    "Command",
    "CompletionContextParams",
    "CompletionContextResult",
    "Evidence",
    "ExplainAt",
    "ExplainParams",
    "ExplainResult",
    "ExplainTarget",
    "IndexState",
    "IndexStateFiles",
    "IndexStatusResult",
    "InlineModelState",
    "QueryRange",
    "RouteExplanation",
    "SearchParams",
    "SearchResult",
    "SimilarParams",
    "SkippedFile",
    "SkippedFilesParams",
    "SkippedFilesResult",
]

DEFAULT_SEARCH_LIMIT = 20
MAXIMUM_SEARCH_LIMIT = 200
DEFAULT_SKIPPED_LIMIT = 1000
MAXIMUM_SYMBOLS = 128

SearchLimit = Annotated[int, UintegerBounds(MAXIMUM_SEARCH_LIMIT)]
ModeName = Literal["hybrid", "keyword", "semantic", "symbol", "literal", "regex"]
PhaseName = Literal["scanning", "indexing", "ready", "paused", "failed"]
SkippedReason = Literal["binary", "tooLarge", "undecodable", "unreadable", "outsideFolder", "special", "crashed"]
RouteReason = Literal["noMatch", "filtered", "belowThreshold", "beyondDepth"]
TargetReason = Literal["notIndexed", "ignored", "skipped", "perFileLimit", "overBudget", "currentFile", "belowCutoff"]


class Command(StrEnum):
    """Commands of `workspace/executeCommand`; each takes the URI of a folder, or nothing for all folders."""

    REBUILD_INDEX = "cotext.rebuildIndex"
    CLEAR_INDEX = "cotext.clearIndex"
    PAUSE_INDEXING = "cotext.pauseIndexing"
    RESUME_INDEXING = "cotext.resumeIndexing"


@dataclass(frozen=True, slots=True)
class ChunkSymbol:
    """The definition that a chunk is shown by."""

    name: str
    kind: SymbolKind
    container: str | None = None


@dataclass(frozen=True, slots=True)
class ChunkScore:
    """Reciprocal rank fusion score; a route's own score is absent where that route did not find the chunk."""

    rrf: float
    ranks: dict[str, int]
    bm25: float | None = None
    embedding: float | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """One retrieved piece of code: exactly the document's text of `range` (or `outline`, if there), as it is now."""

    uri: str
    range: Range
    language_id: str
    text: str
    score: ChunkScore
    matched_by: list[str]
    outline: list[Range] | None = None
    symbol: ChunkSymbol | None = None
    matches: list[Range] | None = None


@dataclass(frozen=True, slots=True)
class IndexStateFiles:
    """found = indexed + skipped + waiting."""

    found: int
    indexed: int
    skipped: int


@dataclass(frozen=True, slots=True)
class IndexState:
    """Where the index of one workspace folder stands."""

    folder: str
    phase: PhaseName
    files: IndexStateFiles
    ignored: int
    chunks: int
    generation: int
    model: str
    skipped_reasons: dict[str, int]
    writer: bool
    message: str | None = None


@dataclass(frozen=True, slots=True)
class CompletionContextParams:
    """`cotext/completionContext`; where a number is missing, the setting of its name counts."""

    text_document: TextDocumentIdentifier
    position: Position
    max_chunks: Uinteger | None = None
    max_characters: Uinteger | None = None
    time_budget_ms: Uinteger | None = None
    exclude_uris: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class QueryRange:
    """What of the document was read as the query."""

    range: Range


@dataclass(frozen=True, slots=True)
class CompletionContextResult:
    """Best first."""

    chunks: list[Chunk]
    query: QueryRange
    is_incomplete: bool
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class SearchParams:
    """`cotext/search`. Empty lists restrict nothing."""

    query: str
    limit: SearchLimit = DEFAULT_SEARCH_LIMIT
    mode: ModeName = "hybrid"
    ranking: bool = True
    languages: list[str] = field(default_factory=list)
    include: list[str] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    kinds: list[SymbolKind] = field(default_factory=list)
    folder: str | None = None
    prefer_symbol: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Answer of `cotext/search` and `cotext/similar`, best first."""

    hits: list[Chunk]
    states: list[IndexState]
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class SimilarParams:
    """`cotext/similar`."""

    text_document: TextDocumentIdentifier
    range: Range
    limit: SearchLimit = DEFAULT_SEARCH_LIMIT


@dataclass(frozen=True, slots=True)
class ExplainAt:
    """A cursor."""

    text_document: TextDocumentIdentifier
    position: Position


@dataclass(frozen=True, slots=True)
class ExplainTarget:
    """The chunk that covers this line."""

    uri: str
    line: Uinteger


@dataclass(frozen=True, slots=True)
class ExplainParams:
    """`cotext/explain`: a query or a cursor."""

    target: ExplainTarget
    query: str | None = None
    at: ExplainAt | None = None
    mode: ModeName = "hybrid"


@dataclass(frozen=True, slots=True)
class RouteExplanation:
    """A route's word on the target."""

    rank: int | None = None
    score: float | None = None
    reason: RouteReason | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One term of the ranking: contribution = value x weight."""

    name: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class ExplainResult:
    """Answer of `cotext/explain`."""

    target: Chunk | None
    routes: dict[str, RouteExplanation]
    evidence: list[Evidence]
    returned: bool
    cutoff_rank: int
    fused_rank: int | None = None
    final_rank: int | None = None
    reason: TargetReason | None = None


@dataclass(frozen=True, slots=True)
class InlineModelState:
    """How the inline model does: "idle" until it has been asked for the first time; `message`: what is wrong and what
    to do about it, where it is "failing" or "needsConsent"."""

    state: Literal["idle", "ready", "failing", "needsConsent"]
    message: str | None = None


@dataclass(frozen=True, slots=True)
class IndexStatusResult:
    """Answer of `cotext/indexStatus`, and what `cotext/indexStatusChanged` carries; `inlineModel` where one is set."""

    folders: list[IndexState]
    memory_bytes: int
    server_version: str
    inline_model: InlineModelState | None = None


@dataclass(frozen=True, slots=True)
class SkippedFilesParams:
    """`cotext/skippedFiles`."""

    folder: str
    reason: SkippedReason | None = None
    limit: Uinteger = DEFAULT_SKIPPED_LIMIT


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that stays out of the index, and why."""

    uri: str
    reason: SkippedReason
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class SkippedFilesResult:
    """The first files, and how many there are."""

    files: list[SkippedFile]
    total: int
