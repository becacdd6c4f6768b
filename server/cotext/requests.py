"""What can be asked of the engine, and the shapes of its answers. Like `records`: frozen, slotted, without behaviour.

A document is named by a string: the absolute path of a file in the platform's own spelling, or, where there is no file
(`untitled:`), the URI that the client uses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from cotext.records import Hit, LineRange, Position, SkippedFile, SymbolKind, TextRange

__all__ = [
    "Cancelled",
    "ContextAnswer",
    "ContextRequest",
    "Evidence",
    "ExplainAnswer",
    "ExplainRequest",
    "FolderState",
    "Mode",
    "Phase",
    "RouteExplanation",
    "SearchAnswer",
    "SearchRequest",
    "SimilarRequest",
    "SkippedAnswer",
]

Cancelled = Callable[[], bool]
"""Asked now and then by long work: whether the asker has gone."""


class Mode(StrEnum):
    """The modes of `cotext/search`."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    SYMBOL = "symbol"
    LITERAL = "literal"
    REGEX = "regex"


class Phase(StrEnum):
    """Where the indexing of a folder stands."""

    SCANNING = "scanning"
    INDEXING = "indexing"
    READY = "ready"
    PAUSED = "paused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FolderState:
    """`IndexState` of the protocol, with the folder as a path. `files_found` = indexed + skipped + waiting."""

    folder: Path
    phase: Phase = Phase.SCANNING
    files_found: int = 0
    files_indexed: int = 0
    files_skipped: int = 0
    ignored: int = 0
    chunks: int = 0
    generation: int = 0
    model: str = ""
    message: str | None = None
    skipped_reasons: dict[str, int] = field(default_factory=dict)
    writer: bool = False


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """What an inline model should see of the rest of the workspace for a cursor. None: the setting's default.

    Attributes:
        document: see the module's docstring; its text is that of the open buffer, else of the file.
        position: the cursor; clamped into the document.
        exclude: documents that must not appear, besides `document`.
    """

    document: str
    position: Position
    max_chunks: int | None = None
    max_characters: int | None = None
    time_budget_ms: int | None = None
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """Best first. `query_lines`: what of the document was read as the query."""

    hits: tuple[Hit, ...]
    query_lines: LineRange
    is_incomplete: bool
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search. Empty `languages`, `include`, `kinds` mean no restriction; `folder` None: every folder."""

    query: str
    limit: int = 20
    mode: Mode = Mode.HYBRID
    ranking: bool = True
    languages: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    kinds: tuple[SymbolKind, ...] = ()
    folder: Path | None = None
    prefer_symbol: bool = False


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Hits, best first, and the state of each folder that was searched."""

    hits: tuple[Hit, ...]
    states: tuple[FolderState, ...]
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class SimilarRequest:
    """Code like a selection, elsewhere."""

    document: str
    range: TextRange
    limit: int = 20


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """Why the chunk at `target_document`, line `target_line`, stands where it stands, for a query or a cursor
    (`document`, `position`)."""

    target_document: str
    target_line: int
    query: str | None = None
    document: str | None = None
    position: Position | None = None
    mode: Mode = Mode.HYBRID


@dataclass(frozen=True, slots=True)
class RouteExplanation:
    """A route's word on the target: rank and score, or the reason why it has none."""

    rank: int | None = None
    score: float | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One term of the ranking: contribution = value x weight."""

    name: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class ExplainAnswer:
    """`target` None: no chunk of the index covers the line, and `reason` says why."""

    target: Hit | None
    routes: dict[str, RouteExplanation]
    evidence: tuple[Evidence, ...]
    fused_rank: int | None
    final_rank: int | None
    returned: bool
    cutoff_rank: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class SkippedAnswer:
    """Skipped files of a folder: the first ones, and how many there are."""

    files: tuple[SkippedFile, ...]
    total: int
