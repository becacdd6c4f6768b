"""Between URIs and paths, for both families of paths: POSIX, and Windows with its drive letters and UNC shares.

Every function takes the family as an argument that defaults to this machine's, so that each is tested everywhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from urllib.parse import quote_from_bytes, unquote_to_bytes

__all__ = ["document_key", "normalise_uri", "path_to_uri", "pure_path_to_uri", "uri_to_path", "uri_to_pure_path"]

NATIVE: type[PurePath] = PureWindowsPath if os.name == "nt" else PurePosixPath
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
DRIVE = re.compile(r"/*([A-Za-z]):(?=/|$)")
ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
UNRESERVED = "-._~"


def uri_to_pure_path(uri: str, flavour: type[PurePath] = NATIVE) -> PurePath | None:
    """The absolute path that a `file:` URI names; None for other URIs, and for one that names no path of this family.

    A drive letter comes out in upper case, however it was written or encoded (`file:///c%3A/x` is `C:\\x`); a server
    gives a UNC path on Windows (`file://server/share/x`) and none elsewhere; `.` and `..` are resolved by name.
    Bytes that are not UTF-8 become surrogates, as in Python's own file names.
    """
    scheme = SCHEME.match(uri)
    if scheme is None or scheme[1].lower() != "file":
        return None
    rest = re.split(r"[?#]", uri[scheme.end() :], maxsplit=1)[0]
    server = ""
    if rest.startswith("//"):
        server, slash, rest = rest[2:].partition("/")
        rest = slash + rest
    if server.lower() == "localhost":
        server = ""
    path = _decode(rest)
    if "\0" in path or not path.startswith("/"):
        return None
    if issubclass(flavour, PureWindowsPath):
        return _windows_path(_decode(server), path)
    return None if server else flavour(_without_dots(path))


def pure_path_to_uri(path: PurePath) -> str:
    """The URI of an absolute path, in the form that Visual Studio Code writes: `file:///c%3A/x` (drive in lower case).

    Raises:
        ValueError: the path is not absolute.
    """
    if not path.is_absolute():
        raise ValueError(f"{path} is not absolute.")
    posix = path.as_posix()
    if isinstance(path, PureWindowsPath):
        if posix.startswith("//"):
            server, _, rest = posix[2:].partition("/")
            return f"file://{_encode(server.lower())}/{_encode(rest)}"
        posix = "/" + posix[0].lower() + posix[1:]
    elif posix.startswith("//"):
        # POSIX lets two leading slashes mean something; as a URI they would be read as a server's name.
        posix = posix[1:]
    return "file://" + _encode(posix)


def uri_to_path(uri: str) -> Path | None:
    """`uri_to_pure_path` for this machine."""
    path = uri_to_pure_path(uri)
    return None if path is None else Path(path)


def path_to_uri(path: Path) -> str:
    """`pure_path_to_uri` of a path made absolute; links are not followed."""
    return pure_path_to_uri(path.absolute())


def normalise_uri(uri: str, flavour: type[PurePath] = NATIVE) -> str:
    """One spelling for all spellings of a URI: scheme in lower case, percent-encoding and drive letter made alike.

    A query or fragment stays, except on `file:` URIs, where it means nothing.
    """
    path = uri_to_pure_path(uri, flavour)
    if path is not None:
        return pure_path_to_uri(path)
    scheme = SCHEME.match(uri)
    if scheme is None:
        return uri
    # Only escapes of unreserved characters may be undone without changing what a foreign URI means (RFC 3986, 6.2.2).
    return scheme[1].lower() + ":" + ESCAPE.sub(_plain_escape, uri[scheme.end() :])


def document_key(uri: str, flavour: type[PurePath] = NATIVE) -> str:
    """What names a document in the engine: its absolute path for a file, else its normalised URI."""
    path = uri_to_pure_path(uri, flavour)
    return normalise_uri(uri, flavour) if path is None else str(path)


def _decode(encoded: str) -> str:
    return unquote_to_bytes(encoded.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def _encode(path: str) -> str:
    # A lone surrogate of another range than the escapes' is possible in a Windows name: "surrogatepass" keeps it.
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = path.encode("utf-8", "surrogatepass")
    return quote_from_bytes(data, safe="/" + UNRESERVED)


def _plain_escape(match: re.Match[str]) -> str:
    character = chr(int(match[0][1:], 16))
    plain = character.isascii() and (character.isalnum() or character in UNRESERVED)
    return character if plain else match[0].upper()


def _without_dots(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def _windows_path(server: str, path: str) -> PureWindowsPath | None:
    path = path.replace("\\", "/")
    if server:
        return PureWindowsPath(f"//{server}{_without_dots(path)}")
    if drive := DRIVE.match(path):
        return PureWindowsPath(f"{drive[1].upper()}:{_without_dots(path[drive.end() :])}")
    # Four slashes are how some clients write a UNC path.
    return PureWindowsPath("/" + _without_dots(path)) if path.startswith("//") else None
