"""The documents that the client has open, as it has them: text synchronisation by the protocol's own line rules."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from cotext.lsp import standard_messages
from cotext.lsp.positions import PositionEncoding, document_lines, position_from_wire
from cotext.workspace.uris import document_key

__all__ = ["Documents", "OpenDocument"]

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """An open document. Immutable, so that a worker may read one while the client goes on typing.

    Attributes:
        uri: as the client spells it.
        key: name by which the engine knows it.
        lines: with line ends; after a last line end comes an empty line.
        version: None from clients that do not count.
    """

    uri: str
    key: str
    language: str
    lines: list[str]
    version: int | None

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.lines)


class Documents:
    """All open documents. Used on the event loop's thread; `uri_of` from any.

    Args:
        encoding: what the client's positions count.
    """

    def __init__(self, encoding: PositionEncoding) -> None:
        self._encoding = encoding
        self._open: dict[str, OpenDocument] = {}

    def get(self, uri: str) -> OpenDocument | None:
        """The open document that a URI names, however it is spelled."""
        return self._open.get(document_key(uri))

    def uri_of(self, key: str) -> str | None:
        """The client's spelling of an open document's URI."""
        document = self._open.get(key)
        return document.uri if document else None

    def by_key(self, key: str) -> OpenDocument | None:
        """The open document of that name."""
        return self._open.get(key)

    def open(self, item: standard_messages.TextDocumentItem) -> OpenDocument:
        """A document was opened; one that was open already is replaced."""
        key = document_key(item.uri)
        opened = OpenDocument(item.uri, key, item.language_id, document_lines(item.text), item.version)
        self._open[key] = opened
        return opened

    def change(
        self, identifier: standard_messages.TextDocumentIdentifier, changes: Iterable[standard_messages.ContentChange]
    ) -> OpenDocument | None:
        """Apply a client's changes in their order.

        Returns:
            The document as it is now; None where nothing was done, because the document is not open or the changes are
            to an older version than ours.
        """
        document = self.get(identifier.uri)
        if document is None:
            LOG.warning("a change to %s, which is not open, was ignored", identifier.uri)
            return None
        version = identifier.version
        if version is not None and document.version is not None and version < document.version:
            LOG.warning("a change to version %d of %s came after version %d", version, document.uri, document.version)
            return None
        lines = document.lines
        for change in changes:
            lines = (
                document_lines(change.text) if change.range is None else self._edited(lines, change.range, change.text)
            )
        changed = replace(document, lines=lines, version=document.version if version is None else version)
        self._open[document.key] = changed
        return changed

    def close(self, uri: str) -> OpenDocument | None:
        """A document was closed; None if it was not open."""
        return self._open.pop(document_key(uri), None)

    def _edited(self, lines: list[str], span: standard_messages.Range, text: str) -> list[str]:
        start, end = sorted(position_from_wire(one, lines, self._encoding) for one in (span.start, span.end))
        # The lines around are split anew as well: a "\r" and a "\n" that come to stand side by side are one line end.
        first, last = max(start.line - 1, 0), min(end.line + 1, len(lines) - 1)
        before = "".join(lines[first : start.line]) + lines[start.line][: start.column]
        after = lines[end.line][end.column :] + "".join(lines[end.line + 1 : last + 1])
        edited = document_lines(before + text + after)
        if last < len(lines) - 1 and edited[-1] == "":
            edited.pop()
        return [*lines[:first], *edited, *lines[last + 1 :]]
