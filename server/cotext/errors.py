"""Every error that Cotext raises on purpose.

    CotextError
    ├── BadRequest            what was asked cannot be asked: a wrong field, a bad pattern
    ├── Cancelled             the asker no longer wants the answer
    ├── WorkspaceError        a folder that cannot be read or is no folder
    ├── FileSkipped           one file stays out of the index; carries its reason
    ├── ConsentError          what the user allows cannot be kept
    ├── InlineModelError      the inline model gives no answer; carries what kind of failure it is
    ├── ModelError            an embedding model cannot be used
    │   └── DownloadNeeded    ... because it is not on this machine and nobody allowed its download
    └── UnusableIndex           the index on disk cannot be used
        ├── IndexUnreadable   ... it is damaged, or not ours
        └── IndexLocked       ... another process writes it

The text of each is one or two sentences for a person: what happened, and what to do about it.
"""

from __future__ import annotations

__all__ = [
    "BadRequest",
    "Cancelled",
    "ConsentError",
    "CotextError",
    "DownloadNeeded",
    "FileSkipped",
    "IndexLocked",
    "IndexUnreadable",
    "InlineModelError",
    "ModelError",
    "UnusableIndex",
    "WorkspaceError",
]


class CotextError(Exception):
    """Base of all errors raised on purpose."""


class BadRequest(CotextError):
    """A request that no state of the workspace could answer."""


class Cancelled(CotextError):
    """The request was cancelled while it was being answered."""


class WorkspaceError(CotextError):
    """A workspace folder that cannot be read, or that is no folder."""


class FileSkipped(CotextError):
    """A file that stays out of the index.

    Attributes:
        reason: one of "binary", "tooLarge", "undecodable", "unreadable", "outsideFolder", "special", "crashed".
        detail: the particular cause, for a person; may be empty.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


class ConsentError(CotextError):
    """What the user allows or takes back cannot be kept."""


class InlineModelError(CotextError):
    """The inline model gives no answer.

    Attributes:
        kind: one of "settings", "unreachable", "late", "refused", "unreadable".
        retry_after: seconds after which the model's server wants to be asked again; None: it does not say.
    """

    def __init__(self, kind: str, text: str, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.retry_after = retry_after


class ModelError(CotextError):
    """An embedding model that cannot be loaded."""


class DownloadNeeded(ModelError):
    """A model that is not on this machine; loading it would download it.

    Attributes:
        model: the model's name as it was asked for.
    """

    def __init__(self, model: str) -> None:
        super().__init__(
            f'The embedding model "{model}" is not on this machine. Allow its download, or set '
            'cotext.embedding.model to "builtin" or to a folder that holds a model.'
        )
        self.model = model


class UnusableIndex(CotextError):
    """An index on disk that cannot be used as it is."""


class IndexUnreadable(UnusableIndex):
    """An index that is damaged, or that something else wrote."""


class IndexLocked(UnusableIndex):
    """An index that another process is writing."""
