"""What a file's looks say about its worth, in one cheap pass that runs on every file.

The limits of `poor` are those by which Tabby drops a file from its index, but for the length of a single line; here
such a file
only loses its vectors.
"""

from __future__ import annotations

import re

from cotext.records import FileQuality

__all__ = ["LONGEST_LINE", "assess"]

LONGEST_LINE = 300
"""Characters, the line end not counted; a longer line is rarely written by hand."""
LARGEST_LONG_LINE_SHARE = 0.1
"""Of a file's characters. Tabby drops a file for a single line over the limit; one long comment or literal in a file
written by
hand costs here only the vector of its own chunk."""
LARGEST_MEAN_LINE = 150
SMALLEST_ALPHANUMERIC_SHARE = 0.25
LARGEST_DIGIT_SHARE = 0.5
MOST_LINES = 100_000
MOST_BYTES = 4 * 1024 * 1024
FEWEST_ORDINARY_LINES = 20

MARKER_LINES = 20
MARKER_CHARACTERS = 4_000

GENERATED_MARKER = re.compile(
    r"@generated\b"
    r"|<auto-?generated"
    r"|\bgenerated\b.{0,200}?\bdo\s+not\s+(?:edit|modify|change)"
    r"|\bdo\s+not\s+(?:edit|modify|change).{0,200}?\bgenerated\b"
    r"|\b(?:auto[- ]?|automatically\s+|machine[- ])generated\s+(?:by|from|with|using|files?|code)\b"
    r"|\bth(?:is|e)\s+(?:file|code|class|module)\s+(?:is|was|has\s+been)\s+"
    r"(?:auto[- ]?|automatically\s+|machine[- ])?generated\b",
    re.IGNORECASE | re.DOTALL,
)
GENERATED_NAME = re.compile(
    r"(?:^|/)(?:[^/]*(?:"
    r"\.pb(?:\.\w+)?\.(?:go|cc|c|h|dart|swift)|_pb2(?:_grpc)?\.pyi?|_pb\.(?:js|d\.ts|rb)"
    r"|\.g\.(?:dart|cs|i\.cs)|\.(?:freezed|mocks)\.dart|\.designer\.(?:cs|vb)"
    r"|[-.]min\.(?:m?js|css)|\.bundle\.js|[._]generated\.\w+|\.(?:js|css)\.map"
    r")|zz_generated[^/]*"
    r"|(?:composer|gemfile|cargo|poetry|pipfile|pdm|uv|yarn|bun|deno|flake|mix|podfile|pubspec|rebar|pixi)\.lock"
    r"|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|packages\.lock\.json|bun\.lockb|gradle\.lockfile"
    r"|go\.(?:work\.)?sum|package\.resolved)$",
    re.IGNORECASE,
)
VENDORED_FOLDER = re.compile(
    r"(?:^|/)(?:_?vendor(?:s|ed)?|(?:third|3rd)[-_]?party|node_modules|bower_components|jspm_packages|externals?|extern"
    r"|deps|godeps|pods|carthage|site-packages)/",
    re.IGNORECASE,
)

# Bytes to delete so that what is left can be counted by its length: translating bytes is a table look-up each in C.
NOT_ALPHANUMERIC = bytes(byte for byte in range(128) if not chr(byte).isalnum())
NOT_DIGIT = bytes(byte for byte in range(128) if not chr(byte).isdigit())
ASCII_RUN = re.compile(r"[\x00-\x7f]+")


def assess(path: str, text: str, lines: list[str]) -> FileQuality:
    """Judge a file by its path and text.

    Args:
        path: relative POSIX path.
        text: decoded text.
        lines: the text's lines, line ends kept, as from `cotext.workspace.lines.split_lines`.

    Returns:
        The verdict. A file without a character other than white space is neither poor nor minified.
    """
    reasons: list[str] = []
    names_only: list[str] = []
    if lines and not text.isspace():
        long_lines = [length for line in lines if len(line) > LONGEST_LINE and (length := _length(line)) > LONGEST_LINE]
        if sum(long_lines) > LARGEST_LONG_LINE_SHARE * len(text):
            reasons.append(f"a line of {max(long_lines)} characters")
        if long_lines and _is_minified(lines):
            names_only.append("minified")
        mean = (len(text) - text.count("\n") - text.count("\r")) / len(lines)
        if mean > LARGEST_MEAN_LINE:
            reasons.append(f"{mean:.0f} characters a line on average")
        alphanumeric, digits = _count(text)
        if alphanumeric / len(text) < SMALLEST_ALPHANUMERIC_SHARE:
            reasons.append(f"only {alphanumeric / len(text):.0%} letters and digits")
        if digits / len(text) > LARGEST_DIGIT_SHARE:
            reasons.append(f"{digits / len(text):.0%} digits")
    if len(lines) > MOST_LINES:
        reasons.append(f"{len(lines)} lines")
        names_only.append("too many lines")
    poor = bool(reasons)
    if _is_huge(text):
        names_only.append(f"more than {MOST_BYTES // 1024**2} MB")
    return FileQuality(
        poor=poor,
        names_only=bool(names_only),
        generated=_is_generated(path, lines),
        vendored=VENDORED_FOLDER.search(path) is not None,
        reasons=(*reasons, *names_only),
    )


def _length(line: str) -> int:
    return len(line.rstrip("\r\n"))


def _count(text: str) -> tuple[int, int]:
    """How many characters are letters or digits, and how many are digits."""
    ascii_bytes = text.encode("ascii", "ignore")
    alphanumeric = len(ascii_bytes.translate(None, NOT_ALPHANUMERIC))
    digits = len(ascii_bytes.translate(None, NOT_DIGIT))
    if len(ascii_bytes) < len(text):
        others = ASCII_RUN.sub("", text)
        alphanumeric += sum(map(str.isalnum, others))
        digits += sum(map(str.isdigit, others))
    return alphanumeric, digits


def _is_minified(lines: list[str]) -> bool:
    ordinary = ordinary_bytes = long_bytes = 0
    for line in lines:
        size = len(line.encode("utf-8", "surrogatepass"))
        if _length(line) > LONGEST_LINE:
            long_bytes += size
        else:
            ordinary_bytes += size
            ordinary += not line.isspace()
    return ordinary < FEWEST_ORDINARY_LINES and long_bytes > ordinary_bytes


def _is_huge(text: str) -> bool:
    # A character takes one to four bytes, so most files need no encoding to be told small.
    if len(text) * 4 <= MOST_BYTES:
        return False
    return len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES


def _is_generated(path: str, lines: list[str]) -> bool:
    if GENERATED_NAME.search(path):
        return True
    return GENERATED_MARKER.search("".join(lines[:MARKER_LINES])[:MARKER_CHARACTERS]) is not None
