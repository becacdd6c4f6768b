"""The records that travel from files to answers: frozen, slotted, without behaviour.

Lines are numbered from 0 and line ranges are half-open. A line ends at "\\n", "\\r\\n" or "\\r" only, as in the
language
server protocol. Columns count Unicode code points; only `cotext.lsp` converts them to a client's encoding. Paths inside
a folder are POSIX paths relative to it ("src/main.py"), on every platform.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType

__all__ = [
    "Chunk",
    "ChunkedFile",
    "Corpus",
    "Definition",
    "FileQuality",
    "FoundFile",
    "Hit",
    "KnownFile",
    "LineRange",
    "Position",
    "Score",
    "SkippedFile",
    "SourceFile",
    "SourceText",
    "Symbol",
    "SymbolHit",
    "SymbolKind",
    "TextRange",
]


SymbolKind = IntEnum(
    "SymbolKind",
    "FILE MODULE NAMESPACE PACKAGE CLASS METHOD PROPERTY FIELD "
    "CONSTRUCTOR ENUM INTERFACE FUNCTION VARIABLE CONSTANT STRING NUMBER "
    "BOOLEAN ARRAY OBJECT KEY NULL ENUM_MEMBER STRUCT EVENT "
    "OPERATOR TYPE_PARAMETER",
)
"""What a name stands for; the numbers, from 1, are those of the language server protocol's `SymbolKind`."""


class Corpus(StrEnum):
    """The two corpora of an index: program text, and documents with a structure of their own (Markdown, notebooks'
    prose)."""

    CODE = "code"
    STRUCTURED_DOC = "structured_doc"


@dataclass(frozen=True, slots=True)
class LineRange:
    """Whole lines `start` to `end`, the last not included."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place between two characters: line, and column in code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TextRange:
    """A half-open stretch of text."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's identity in the index. Equal identity means nothing to do.

    Attributes:
        path: relative POSIX path.
        language: language identifier of the language server protocol ("python", "typescriptreact").
        blob: git blob hash, SHA-1 of `blob <n>\\0` and the bytes, 40 hexadecimal digits.
    """

    path: str
    language: str
    blob: str


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that a scan found and that belongs into the index.

    Attributes:
        path: relative POSIX path.
        size: bytes.
        modified_ns: modification time in nanoseconds.
        blob: git's own blob hash where its index vouches for the bytes on disk, else None: it must be computed.
        tracked: whether git tracks the file.
    """

    path: str
    size: int
    modified_ns: int
    blob: str | None
    tracked: bool = False


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that stays out of the index, with its reason as in `errors.FileSkipped`."""

    path: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the index holds of a file: its identity, and size and time by which an unchanged file is told without
    reading."""

    source: SourceFile
    size: int
    modified_ns: int
    skipped: SkippedFile | None = None


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as read: its decoded text and the blob hash of its bytes.

    Attributes:
        text: decoded text without byte-order mark, line ends as in the file.
        blob: git blob hash of the bytes.
        encoding: Python name of the encoding used.
        size: bytes; modified_ns: time of the file that was read.
    """

    text: str
    blob: str
    encoding: str
    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition of a name.

    Attributes:
        name: the name as written.
        kind: what it names.
        container: names of the enclosing definitions joined by ".", "" at the top level.
        name_range: where the name stands.
        signature: the lines from the definition's first line to the end of its head (where the body starts).
        whole: all lines of the definition, decorators and doc comment included.
    """

    name: str
    kind: SymbolKind
    container: str
    name_range: TextRange
    signature: LineRange
    whole: LineRange


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a file, in whole lines.

    Attributes:
        lines: the lines it covers.
        text: exactly the file's text of these lines, line ends included.
        definitions: the definitions whose name stands in the chunk, in order.
        references: distinct names used in the chunk and not defined by it, in order of first use.
        breadcrumb: names of the definitions (or headings) around the chunk, outermost first.
        context: signature lines of the long definition that this chunk is a later part of, else "".
        summary: signatures and the first paragraph of the doc comments of its definitions, else "".
        corpus: which corpus it belongs to.
        embeddable: False where a vector would mean nothing (a line over 300 characters, a file of poor quality).
    """

    lines: LineRange
    text: str
    definitions: tuple[Definition, ...] = ()
    references: tuple[str, ...] = ()
    breadcrumb: tuple[str, ...] = ()
    context: str = ""
    summary: str = ""
    corpus: Corpus = Corpus.CODE
    embeddable: bool = True


@dataclass(frozen=True, slots=True)
class FileQuality:
    """What a file's looks say about its worth.

    Attributes:
        poor: beyond Tabby's limits: not embedded, ranked down.
        names_only: minified or huge: only its path and symbols are indexed.
        generated: says of itself that a program wrote it.
        vendored: somebody else's code, kept in the tree.
        reasons: the limits it broke, for a person.
    """

    poor: bool = False
    names_only: bool = False
    generated: bool = False
    vendored: bool = False
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkedFile:
    """All chunks of one file.

    Attributes:
        language: language identifier.
        chunks: in order of their first line. Every non-blank line is in at least one chunk, unless
            `quality.names_only`:
            then the chunks hold definitions and no text of worth.
        degraded: why the file was cut by lines although its language has a grammar ("", "noGrammar", "parseTimeout",
            "tooDeep", "parseFailed").
    """

    language: str
    chunks: tuple[Chunk, ...]
    quality: FileQuality = field(default_factory=FileQuality)
    degraded: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """The name that a hit is shown with."""

    name: str
    kind: SymbolKind
    container: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """How a hit came about.

    Attributes:
        rrf: reciprocal rank fusion score.
        bm25, embedding: the route's own score, None when the route did not find the hit.
        ranks: rank, from 1, in each route that found it.
    """

    rrf: float
    bm25: float | None = None
    embedding: float | None = None
    ranks: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Hit:
    """One retrieved piece of code, with its text as it stands now.

    Attributes:
        document: absolute path of the file, or the URI of a document that has none.
        lines: whole lines in the document as it stands now.
        text: exactly the text of these lines.
        language: language identifier.
        symbol: first definition in the chunk.
        matches: parts to mark.
        score, matched_by: how it was found.
        outline: when not empty, `text` is that of these line ranges joined.
    """

    document: str
    lines: LineRange
    text: str
    language: str
    score: Score
    matched_by: tuple[str, ...]
    symbol: Symbol | None = None
    matches: tuple[TextRange, ...] = ()
    outline: tuple[LineRange, ...] = ()


@dataclass(frozen=True, slots=True)
class SymbolHit:
    """One definition found by name or meaning; `text` holds the lines of `name_range`, to convert its columns."""

    document: str
    name: str
    kind: SymbolKind
    container: str
    name_range: TextRange
    text: str
