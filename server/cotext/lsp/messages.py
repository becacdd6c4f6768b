"""The protocol's types, each declared once; `structuring` turns them from and into JSON.

Fields are snake_case here and camelCase on the wire. A field with a default may be missing; one whose default is None
is left out of an answer when it is None, while `X | None` without a default is sent as null.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal

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
    "ContentChange",
    "DidChangeConfigurationParams",
    "DidChangeParams",
    "DidChangeWatchedFilesParams",
    "DidChangeWorkspaceFoldersParams",
    "DidCloseParams",
    "DidOpenParams",
    "DidSaveParams",
    "Evidence",
    "ExecuteCommandParams",
    "ExplainAt",
    "ExplainParams",
    "ExplainResult",
    "ExplainTarget",
    "FileEvent",
    "IndexState",
    "IndexStateFiles",
    "IndexStatusResult",
    "Location",
    "NoParams",
    "Position",
    "QueryRange",
    "Range",
    "RouteExplanation",
    "SearchParams",
    "SearchResult",
    "SimilarParams",
    "SkippedFile",
    "SkippedFilesParams",
    "SkippedFilesResult",
    "SymbolInformation",
    "TextDocumentIdentifier",
    "TextDocumentItem",
    "Uinteger",
    "UintegerBounds",
    "WorkspaceFolder",
    "WorkspaceFoldersChange",
    "WorkspaceSymbolParams",
]

DEFAULT_SEARCH_LIMIT = 20
MAXIMUM_SEARCH_LIMIT = 200
DEFAULT_SKIPPED_LIMIT = 1000
MAXIMUM_SYMBOLS = 128


class Command(StrEnum):
    """Commands of `workspace/executeCommand`; each takes the URI of a folder, or nothing for all folders."""

    REBUILD_INDEX = "cotext.rebuildIndex"
    CLEAR_INDEX = "cotext.clearIndex"
    PAUSE_INDEXING = "cotext.pauseIndexing"
    RESUME_INDEXING = "cotext.resumeIndexing"


@dataclass(frozen=True, slots=True)
class UintegerBounds:
    """Marks an integer from 0 up; a larger one than `maximum` is clamped, not refused."""

    maximum: int = 2**31 - 1


Uinteger = Annotated[int, UintegerBounds()]
SearchLimit = Annotated[int, UintegerBounds(MAXIMUM_SEARCH_LIMIT)]
ModeName = Literal["hybrid", "keyword", "semantic", "symbol", "literal", "regex"]
PhaseName = Literal["scanning", "indexing", "ready", "paused", "failed"]
SkippedReason = Literal["binary", "tooLarge", "undecodable", "unreadable", "outsideFolder", "special", "crashed"]
RouteReason = Literal["noMatch", "filtered", "belowThreshold", "beyondDepth"]
TargetReason = Literal["notIndexed", "ignored", "skipped", "perFileLimit", "overBudget", "currentFile", "belowCutoff"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place between two characters, in the negotiated encoding."""

    line: Uinteger
    character: Uinteger


@dataclass(frozen=True, slots=True)
class Range:
    """A half-open stretch of a document."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class TextDocumentIdentifier:
    """A document, and the version of it that the client has; an answer is made from the version the server has."""

    uri: str
    version: int | None = None


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
class NoParams:
    """Parameters of a message that says all by its method."""


@dataclass(frozen=True, slots=True)
class IndexStatusResult:
    """Answer of `cotext/indexStatus`, and what `cotext/indexStatusChanged` carries."""

    folders: list[IndexState]
    memory_bytes: int
    server_version: str


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


@dataclass(frozen=True, slots=True)
class Location:
    """A range in a document."""

    uri: str
    range: Range


@dataclass(frozen=True, slots=True)
class SymbolInformation:
    """A definition, as `workspace/symbol` answers it."""

    name: str
    kind: SymbolKind
    location: Location
    container_name: str | None = None


@dataclass(frozen=True, slots=True)
class WorkspaceSymbolParams:
    """`workspace/symbol`."""

    query: str


@dataclass(frozen=True, slots=True)
class ExecuteCommandParams:
    """`workspace/executeCommand`."""

    command: str
    arguments: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TextDocumentItem:
    """A document as it is opened."""

    uri: str
    text: str
    language_id: str = "plaintext"
    version: int | None = None


@dataclass(frozen=True, slots=True)
class DidOpenParams:
    """`textDocument/didOpen`."""

    text_document: TextDocumentItem


@dataclass(frozen=True, slots=True)
class ContentChange:
    """A replaced range, or, without `range`, the whole new text."""

    text: str
    range: Range | None = None


@dataclass(frozen=True, slots=True)
class DidChangeParams:
    """`textDocument/didChange`; each change counts on the text that the one before left."""

    text_document: TextDocumentIdentifier
    content_changes: list[ContentChange]


@dataclass(frozen=True, slots=True)
class DidCloseParams:
    """`textDocument/didClose`."""

    text_document: TextDocumentIdentifier


@dataclass(frozen=True, slots=True)
class DidSaveParams:
    """`textDocument/didSave`."""

    text_document: TextDocumentIdentifier


@dataclass(frozen=True, slots=True)
class FileEvent:
    """A file or folder was created, changed or deleted."""

    uri: str


@dataclass(frozen=True, slots=True)
class DidChangeWatchedFilesParams:
    """`workspace/didChangeWatchedFiles`."""

    changes: list[FileEvent]


@dataclass(frozen=True, slots=True)
class WorkspaceFolder:
    """A folder that the client has open."""

    uri: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class WorkspaceFoldersChange:
    """Folders that came and went."""

    added: list[WorkspaceFolder] = field(default_factory=list)
    removed: list[WorkspaceFolder] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DidChangeWorkspaceFoldersParams:
    """`workspace/didChangeWorkspaceFolders`."""

    event: WorkspaceFoldersChange


@dataclass(frozen=True, slots=True)
class DidChangeConfigurationParams:
    """`workspace/didChangeConfiguration`; some clients send no settings and wait to be asked."""

    settings: Any = None
