"""Messages of the language server protocol itself, with the fields that we need, by the rules of `messages`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from cotext.records import SymbolKind

__all__ = [
    "ContentChange",
    "DidChangeConfigurationParams",
    "DidChangeParams",
    "DidChangeWatchedFilesParams",
    "DidChangeWorkspaceFoldersParams",
    "DidCloseParams",
    "DidOpenParams",
    "DidSaveParams",
    "ExecuteCommandParams",
    "FileEvent",
    "Location",
    "NoParams",
    "Position",
    "Range",
    "SymbolInformation",
    "TextDocumentIdentifier",
    "TextDocumentItem",
    "Uinteger",
    "UintegerBounds",
    "WorkspaceFolder",
    "WorkspaceFoldersChange",
    "WorkspaceSymbolParams",
]


@dataclass(frozen=True, slots=True)
class UintegerBounds:
    """Marks an integer from 0 up; a larger one than `maximum` is clamped, not refused."""

    maximum: int = 2**31 - 1


Uinteger = Annotated[int, UintegerBounds()]


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


@dataclass(frozen=True, slots=True)
class NoParams:
    """Parameters of a message that says all by its method."""
