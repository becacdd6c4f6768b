"""What a C preprocessor hides from grammars that have none: attribute macros in C and C++, conditions in Haskell."""

from __future__ import annotations

import re

__all__ = ["without_preprocessor"]

# `class EXPORTED Name {`, `struct LOCKABLE(x) Name final : Base`: read as it stands, the macro becomes the name and the
# body a mistake. A variable (`struct TAG name = {`) is left alone, as its name is followed by something else.
_ATTRIBUTE = re.compile(
    rb"\b(?:class|struct|union)[ \t]+((?:[A-Z][A-Z0-9_]+(?:\([^()\n]*\))?[ \t\n]+)+)"
    rb"(?=[A-Za-z_][\w:]*(?:\s+final)?\s*(?::(?!:)|\{))"
)
# `T* begin() const LIFETIME_BOUND {`: an attribute between a function's head and its body.
_TRAILING = re.compile(
    rb"(?:\)|\bconst|\bnoexcept|\boverride)((?:\s+[A-Z][A-Z0-9]*_[A-Z0-9_]*(?:\([^()\n]*\))?)+)(?=\s*\{)"
)
_DIRECTIVE = re.compile(
    rb"^(#[ \t]*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|error)\b[^\n]*)", re.MULTILINE
)
_C_GRAMMARS = frozenset({"c", "cpp", "cuda", "objc", "arduino"})


def without_preprocessor(source: bytes, grammar: str) -> bytes:
    """`source` with spaces in place of what would mislead its grammar; offsets stay what they were.

    In C and its kin: attribute macros before a type's name or a function's body. In Haskell: the lines of directives,
    for its grammar takes what follows `#else` for no code at all.
    """
    if grammar == "haskell":
        return _DIRECTIVE.sub(_blank, source)
    if grammar not in _C_GRAMMARS:
        return source
    return _TRAILING.sub(_blank, _ATTRIBUTE.sub(_blank, source))


def _blank(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    whole = match.group()
    return whole[:start] + re.sub(rb"[^\s]", b" ", whole[start:end]) + whole[end:]
