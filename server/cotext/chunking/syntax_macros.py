"""What C and C++ macros hide from a grammar that sees no preprocessor."""

from __future__ import annotations

import re

__all__ = ["without_attribute_macros"]

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
_FAMILY_GRAMMARS = frozenset({"c", "cpp", "cuda", "objc", "arduino"})


def without_attribute_macros(source: bytes, grammar: str) -> bytes:
    """`source` with spaces in place of attribute macros before a type's name or a body; offsets stay what they were."""
    if grammar not in _FAMILY_GRAMMARS:
        return source
    return _TRAILING.sub(_blank, _ATTRIBUTE.sub(_blank, source))


def _blank(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    whole = match.group()
    return whole[:start] + re.sub(rb"[^\s]", b" ", whole[start:end]) + whole[end:]
