"""The index's header: readable JSON that says what is indexed, when and by which version, and where the data is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cotext.errors import IndexUnreadable
from cotext.workspace.private_files import replace_private

__all__ = ["CHUNKER_VERSION", "HEADER_NAME", "Header", "has_header", "read_header", "write_header"]

HEADER_NAME = "header.json"

CHUNKER_VERSION = 1
"""Raised whenever the same text would be cut into other chunks or give other names; an index with another number is
rebuilt."""


@dataclass(frozen=True, slots=True)
class Header:
    """What one index holds.

    Attributes:
        version: Cotext's version that wrote it.
        schema, chunker: `SCHEMA_VERSION` and `CHUNKER_VERSION` it was written with.
        model, fingerprint, dimension: the encoder's.
        folder: the workspace folder.
        data: name of the data folder in use, beside the header.
        generation: number of commits so far; each is visible to readers.
        vectors: rows of the vector store that the last commit may refer to.
        updated: time of the last commit, seconds since 1970.
        complete: whether a full scan has been carried out to its end.
        files_found, files_indexed, files_skipped, ignored, chunks, skipped_reasons: as in the protocol's `IndexState`.
        message: why the index is degraded, for a person; "" when it is not.
    """

    version: str
    schema: int
    chunker: int
    model: str
    fingerprint: str
    dimension: int
    folder: str
    data: str
    generation: int = 0
    vectors: int = 0
    updated: float = 0.0
    complete: bool = False
    files_found: int = 0
    files_indexed: int = 0
    files_skipped: int = 0
    ignored: int = 0
    chunks: int = 0
    skipped_reasons: Mapping[str, int] = field(default_factory=dict)
    message: str = ""


_KINDS: dict[str, type | tuple[type, ...]] = {
    "str": str,
    "int": int,
    "float": (int, float),
    "bool": bool,
    "Mapping[str, int]": dict,
}

_DATA = re.compile("data-[0-9]+")
"""Nothing else may stand in `data`: a header that something else wrote must not lead out of the cache folder."""


def has_header(folder: Path) -> bool:
    """Whether a cache folder has a header at all."""
    return (folder / HEADER_NAME).exists()


def read_header(folder: Path) -> Header | None:
    """The header in a cache folder; None where there is none yet.

    Raises:
        IndexUnreadable: it cannot be read, or is no header of ours.
    """
    try:
        values: Any = json.loads((folder / HEADER_NAME).read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise IndexUnreadable(f"The index header in {folder} cannot be read ({error}).") from error
    known = Header.__dataclass_fields__
    try:
        header = Header(**{key: value for key, value in values.items() if key in known})
    except (AttributeError, TypeError) as error:
        raise IndexUnreadable(f"{folder / HEADER_NAME} is not a header of Cotext's.") from error
    wrong = [name for name, one in known.items() if not _is_kind(getattr(header, name), str(one.type))]
    if wrong or not _DATA.fullmatch(header.data):
        raise IndexUnreadable(f"{folder / HEADER_NAME} is not a header of Cotext's.")
    return header


def _is_kind(value: object, kind: str) -> bool:
    if isinstance(value, bool) and kind != "bool":
        return False
    if isinstance(value, dict):
        return kind == "Mapping[str, int]" and all(_is_kind(one, "int") for one in value.values())
    return isinstance(value, _KINDS[kind])


def write_header(folder: Path, header: Header) -> None:
    """Replace the header in one step: a reader sees the old one or the new one. Raises OSError."""
    replace_private(folder / HEADER_NAME, json.dumps(asdict(header), indent=1))
