"""Reading an answer while it is written: events of a stream, or one JSON document, whichever the server sends."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cotext.errors import InlineModelError

__all__ = ["AnswerReader", "error_text"]

_LONGEST = 1 << 20
"""Bytes without a line end, and characters of an answer, that no completion has."""
_LONGEST_ERROR = 300

Piece = tuple[str, bool]
"""Text, and whether it was the last."""


class AnswerReader:
    """Takes the bytes of an answer as they come.

    Args:
        kind: of server, as in `cotext.inlineModel.kind`.
        stops: texts at which the answer has ended; they are no part of it.

    Attributes:
        text: what the model has written so far.
        done: nothing more is needed; what follows may be left unread.
    """

    def __init__(self, kind: str, stops: Sequence[str]) -> None:
        self.text = ""
        self.done = False
        self._piece_of = _PIECES[kind]
        self._stops = [stop for stop in stops if stop]
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._line = ""
        self._document: list[str] = []
        self._understood = False

    def feed(self, data: bytes) -> None:
        """Take some bytes.

        Raises:
            InlineModelError: the server tells of an error, or writes what is no answer and does not end.
        """
        *lines, self._line = (self._line + self._decoder.decode(data)).split("\n")
        for line in lines:
            if not self.done:
                self._take(line.strip())
        if len(self._line) > _LONGEST or sum(map(len, self._document)) > _LONGEST or len(self.text) > _LONGEST:
            raise _unreadable()

    def end(self) -> None:
        """No more bytes come.

        Raises:
            InlineModelError: what came was no answer.
        """
        if self.done:
            return
        self._line += self._decoder.decode(b"", final=True)
        self._take(self._line.strip())
        if not self._understood:
            value = _json("\n".join(self._document))
            if value is None:
                raise _unreadable()
            self._understand(value)
        self.done = True

    def _take(self, line: str) -> None:
        name, colon, rest = line.partition(":")
        if colon and name == "error":
            told = _json(rest) or {}
            raise _refused(str(error_text(told) or told.get("message") or rest.strip()))
        if colon and name == "data":
            line = rest.strip()
            if line == "[DONE]":
                self.done = self._understood = True
                return
        elif not line or (colon and name in ("", "event", "id", "retry")):
            return
        value = _json(line)
        if value is not None and not (self._document and not self._understood):
            self._understand(value)
        elif not self._understood:
            # It may be a line of a document that is told over several.
            self._document.append(line)

    def _understand(self, value: Mapping[str, Any]) -> None:
        if (problem := error_text(value)) is not None:
            raise _refused(problem)
        piece = self._piece_of(value)
        if piece is None:
            return
        self._understood = True
        text, self.done = piece
        self._add(text)

    def _add(self, text: str) -> None:
        searched = max(0, len(self.text) - max(map(len, self._stops), default=0))
        self.text += text
        ends = [place for stop in self._stops if (place := self.text.find(stop, searched)) >= 0]
        if ends:
            self.text, self.done = self.text[: min(ends)], True


def error_text(value: Any) -> str | None:
    """What a server's JSON says went wrong; None where it says nothing of the kind."""
    found = value.get("error") if isinstance(value, Mapping) else None
    if isinstance(found, Mapping):
        found = found.get("message") or found.get("type") or "an error without a message"
    if found is None and isinstance(value, Mapping) and value.get("object") == "error":
        found = value.get("message")
    return str(found)[:_LONGEST_ERROR] if found else None


def _json(text: str) -> Mapping[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None


def _refused(problem: str) -> InlineModelError:
    return InlineModelError("refused", f"The model's server says: {problem[:_LONGEST_ERROR]}")


def _unreadable() -> InlineModelError:
    return InlineModelError(
        "unreadable", "The model's server answers with something else than completions; is it of the kind that is set?"
    )


def _llama_cpp(value: Mapping[str, Any]) -> Piece | None:
    text = value.get("content")
    return (text, value.get("stop") is True) if isinstance(text, str) else None


def _openai(value: Mapping[str, Any]) -> Piece | None:
    choices = value.get("choices")
    if not isinstance(choices, list):
        return None
    if not choices:
        # The last event of some servers tells how much was used.
        return "", False
    choice = choices[0] if isinstance(choices[0], Mapping) else {}
    text = choice.get("text")
    return (text if isinstance(text, str) else "", choice.get("finish_reason") is not None)


def _ollama(value: Mapping[str, Any]) -> Piece | None:
    text = value.get("response")
    return (text, value.get("done") is True) if isinstance(text, str) else None


_PIECES: dict[str, Callable[[Mapping[str, Any]], Piece | None]] = {
    "llama.cpp": _llama_cpp,
    "openai": _openai,
    "ollama": _ollama,
}
