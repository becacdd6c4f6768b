"""What a scan changes: each path that is known or found falls into exactly one of five classes. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from cotext.records import FoundFile, KnownFile

__all__ = ["Changes", "classify", "same_content"]

RETRIED = frozenset({"unreadable", "outsideFolder"})
"""Reasons that can pass without the file's size or time changing (a `chmod`, a moved link): tried again each time."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The five classes, each in the order of the scan; `deleted` holds paths, sorted.

    `modified` may hold files whose content turns out to be the same once read (`same_content`): then only the
    recorded size and time are refreshed. `pending` are those that a run before this one began and did not finish.
    """

    unchanged: list[FoundFile] = field(default_factory=list)
    modified: list[FoundFile] = field(default_factory=list)
    added: list[FoundFile] = field(default_factory=list)
    pending: list[FoundFile] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)


def same_content(known: KnownFile | None, blob: str) -> bool:
    """Whether the index already holds exactly this content for the file."""
    return known is not None and known.source.blob == blob


def classify(known: Mapping[str, KnownFile], found: Sequence[FoundFile], pending: Set[str] = frozenset()) -> Changes:
    """Compare what the index knows with what a scan found.

    A found blob decides where there is one. Without one, equal size and modification time mean unchanged.

    Args:
        known: what the index holds, by path.
        found: the scan's files; each path once.
        pending: paths that an interrupted run had begun.
    """
    changes = Changes()
    for file in found:
        record = known.get(file.path)
        if record is not None and _unchanged(record, file):
            changes.unchanged.append(file)
        elif file.path in pending:
            changes.pending.append(file)
        elif record is not None:
            changes.modified.append(file)
        else:
            changes.added.append(file)
    changes.deleted.extend(sorted(known.keys() - {file.path for file in found}))
    return changes


def _unchanged(record: KnownFile, file: FoundFile) -> bool:
    if record.skipped is not None and record.skipped.reason in RETRIED:
        return False
    if file.blob is not None and record.source.blob:
        return same_content(record, file.blob)
    return (record.size, record.modified_ns) == (file.size, file.modified_ns)
