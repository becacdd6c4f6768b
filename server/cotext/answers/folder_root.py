"""An open folder with an index of its own, and the state that a client is told of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cotext.index.header import Header
from cotext.index.reader import IndexReader, IndexSnapshot
from cotext.requests import FolderState, Phase
from cotext.workspace.paths import relative_posix

__all__ = ["Root", "inner_state", "is_inside", "outermost", "root_state", "why_unreadable"]


@dataclass(slots=True)
class Root:
    """A folder with an index of its own.

    Attributes:
        folder: absolute path.
        reader: its index.
        told: the indexing process's last state of it.
        ticket: number of the last order given for it; the state's "done" tells which are carried out.
        paused: whether the client paused it.
        clearing: number of the last order to clear it; until it is carried out there is nothing to answer from.
        failure: why it cannot be indexed at all; "" when it can.
    """

    folder: Path
    reader: IndexReader
    told: dict[str, Any] = field(default_factory=dict)
    ticket: int = 0
    paused: bool = False
    clearing: int = 0
    failure: str = ""

    def snapshot(self) -> IndexSnapshot | None:
        """The index to answer from; None while there is none."""
        return None if self.is_clearing else self.reader.snapshot()

    @property
    def is_clearing(self) -> bool:
        """Whether an order to clear it is still to be carried out."""
        return bool(self.told.get("done", 0) < self.clearing)


def outermost(folders: Sequence[Path], covers: Callable[[Path, Path], bool]) -> list[Path]:
    """Folders whose files no other one's index has. One that was opened under two names, through a link, counts under
    the first.

    Args:
        folders: in the order in which they were opened.
        covers: whether a folder's rules take in what lies in another, inner one: an ignored folder that is opened by
            itself is a workspace of its own.
    """
    return [
        one
        for number, one in enumerate(folders)
        if not any(
            is_inside(one, other) and (earlier < number if is_inside(other, one) else covers(other, one))
            for earlier, other in enumerate(folders)
        )
    ]


def is_inside(folder: Path, other: Path) -> bool:
    """Whether a folder lies below another, or is it under another name."""
    return folder != other and relative_posix(other, folder) is not None


def why_unreadable(folder: Path) -> str:
    """Why a folder cannot be indexed at all, for a person; "" when it can."""
    if not folder.exists():
        return f"{folder} does not exist."
    if not folder.is_dir():
        return f"{folder} is not a folder."
    try:
        os.scandir(folder).close()
    except OSError as error:
        return f"{folder} cannot be read: {error.strerror}. Give yourself permission to read it, then open it again."
    return ""


def inner_state(state: FolderState, root: Root, folder: Path) -> FolderState:
    """The state of a root, restricted to an open folder inside it."""
    snapshot, inner = root.snapshot(), relative_posix(root.folder, folder)
    if inner in (None, "."):
        return replace(state, folder=folder)
    found = skipped = chunks = 0
    reasons: Counter[str] = Counter()
    if snapshot is not None:
        below = f"{inner}/"
        found = sum(path.startswith(below) for path in snapshot.paths)
        reasons.update(one.reason for one in snapshot.skipped() if one.path.startswith(below))
        skipped, chunks = reasons.total(), snapshot.chunks_below(inner)
    return replace(
        state,
        folder=folder,
        files_found=found,
        files_indexed=found - skipped,
        files_skipped=skipped,
        chunks=chunks,
        skipped_reasons=dict(reasons),
    )


def root_state(root: Root) -> FolderState:
    """What a client is told of a folder: the indexing process's last word, and what readers can see."""
    if root.failure:
        return FolderState(root.folder, Phase.FAILED, message=root.failure)
    told, snapshot = root.told, root.reader.snapshot()
    header = snapshot.header if snapshot else None
    counts: dict[str, Any] = {} if root.is_clearing else told if "files_found" in told else _counts(header)
    messages = [told.get("error", ""), counts.get("message", "")]
    return FolderState(
        root.folder,
        _phase(root, header),
        counts.get("files_found", 0),
        counts.get("files_indexed", 0),
        counts.get("files_skipped", 0),
        counts.get("ignored", 0),
        counts.get("chunks", 0),
        header.generation if header else 0,
        str(told.get("model") or (header.model if header else "")),
        " ".join(filter(None, messages)) or None,
        dict(counts.get("skipped_reasons", {})),
        bool(told.get("writer", False)),
    )


def _phase(root: Root, header: Header | None) -> Phase:
    told = root.told
    if root.paused:
        return Phase.PAUSED
    if not told:
        return Phase.SCANNING
    if not told["writer"]:
        return Phase.READY if header is not None and header.complete else Phase.INDEXING
    phase = Phase(told["phase"])
    waiting = told["done"] < root.ticket
    # A phase that the last order puts an end to lasts until the indexing process has heard of the order, no longer.
    if phase is Phase.PAUSED or (waiting and phase in (Phase.READY, Phase.FAILED)):
        return Phase.INDEXING
    return phase


def _counts(header: Header | None) -> dict[str, Any]:
    if header is None:
        return {}
    names = ("files_found", "files_indexed", "files_skipped", "ignored", "chunks", "skipped_reasons", "message")
    return {name: getattr(header, name) for name in names}
