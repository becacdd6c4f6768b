"""What a grammar is given in place of a file's own bytes, so that it neither errs nor crashes; offsets do not move."""

from __future__ import annotations

import re

__all__ = ["source_for"]

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

# Scanners that ask C's `isdigit` and its like about a code point read far outside the tables of these, which know bytes
# only: `{` and a character beyond U+10000 kill bash's. They see é in place of letters, and spaces in place of spaces.
_WIDE_SPACE = re.compile(rb"\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe3\x80\x80|\xef\xbb\xbf")
_WIDE_2 = re.compile(rb"[\xc4-\xdf][\x80-\xbf]")
_WIDE_3 = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")
_WIDE_4 = re.compile(rb"[\xf0-\xf7][\x80-\xbf]{3}")

# Whose operators are Unicode, and whose scanners have tables of their own.
_UNICODE_GRAMMARS = frozenset({"agda", "haskell", "julia", "purescript"})

# Whose scanners wait for ever for the end of a last line: Perl's at `n#`.
_NEED_LINE_END = frozenset({"perl"})


def source_for(grammar: str, source: bytes) -> bytes:
    """The bytes to parse: as long as `source` (or one line end longer), with spaces and letters in place of trouble.

    In C and its kin, attribute macros before a type's name or a function's body are blanked. In Haskell, the lines of
    directives, for its grammar takes what follows `#else` for no code at all. Names must be read from `source`.
    """
    if grammar == "haskell":
        source = _DIRECTIVE.sub(_blank, source)
    elif grammar in _C_GRAMMARS:
        source = _TRAILING.sub(_blank, _ATTRIBUTE.sub(_blank, source))
    if grammar not in _UNICODE_GRAMMARS and not source.isascii():
        source = _WIDE_SPACE.sub(b"   ", source)
        source = _WIDE_2.sub(b"\xc3\xa9", source)
        source = _WIDE_3.sub(b"\xc3\xa9a", source)
        source = _WIDE_4.sub(b"\xc3\xa9\xc3\xa9", source)
    if grammar in _NEED_LINE_END and not source.endswith(b"\n"):
        source += b"\n"
    return source


def _blank(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    whole = match.group()
    return whole[:start] + re.sub(rb"[^\s]", b" ", whole[start:end]) + whole[end:]
