"""The grants that a user has given, kept in one file of the user's data folder, for every Cotext on the machine.

Whoever sends bytes asks `ConsentStore.allows` right before, and every time: a grant that another process took back is
gone with the next question. What cannot be read, or could have been written by somebody else, grants nothing.
"""

from __future__ import annotations

import json
import logging
import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import platformdirs
from filelock import FileLock, Timeout

from cotext.consent.hosts import host_name
from cotext.errors import ConsentError
from cotext.workspace.private_files import make_private, replace_private

__all__ = ["ConsentStore", "Grant", "GrantFilter", "Purpose"]

LOG = logging.getLogger(__name__)
FILE_NAME = "consent.json"
FORMAT = 1
PATIENCE = 5.0


class Purpose(StrEnum):
    """What code is sent for."""

    INLINE_MODEL = "inlineModel"
    EMBEDDING = "embedding"


@dataclass(frozen=True, slots=True)
class Grant:
    """Code of one folder may be sent to one host.

    Attributes:
        host: as `host_name` gives it.
        folder: real path of a workspace folder; "" for documents outside every folder.
        model: the only model it holds for; "" for any.
        granted: when, as ISO 8601 in UTC.
    """

    purpose: Purpose
    host: str
    folder: str
    model: str = ""
    granted: str = ""


@dataclass(frozen=True, slots=True)
class GrantFilter:
    """Which grants are meant; None: whatever it is. `folder` may be any spelling of a path."""

    purpose: Purpose | None = None
    host: str | None = None
    folder: Path | None = None
    model: str | None = None

    def chosen(self, grants: Iterable[Grant]) -> tuple[Grant, ...]:
        """Those of the grants that are meant. Raises: BadRequest (no host)."""
        host = None if self.host is None else host_name(self.host)
        folder = None if self.folder is None else _real(self.folder)
        return tuple(
            one
            for one in grants
            if self.purpose in (None, one.purpose)
            and host in (None, one.host)
            and folder in (None, one.folder)
            and self.model in (None, one.model)
        )


class ConsentStore:
    """The grants on this machine. Safe to use from any thread, and beside other processes.

    Args:
        directory: where the file is; None: the user's data folder (`$XDG_DATA_HOME/cotext` on Linux).
    """

    def __init__(self, directory: Path | None = None) -> None:
        self._directory = directory or platformdirs.user_data_path("cotext", appauthor=False)
        self._path = self._directory / FILE_NAME
        self._read: tuple[object, tuple[Grant, ...] | None] | None = None

    def grants(self) -> tuple[Grant, ...]:
        """All grants there are now, oldest first; none where the file cannot be trusted."""
        return self._trusted() or ()

    def _trusted(self) -> tuple[Grant, ...] | None:
        """What the file holds; None where that does not count."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return ()
        except OSError as error:
            LOG.warning("%s cannot be read (%s); nothing in it counts", self._path, error)
            return None
        identity = (found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_mode, found.st_uid)
        kept = self._read
        if kept is None or kept[0] != identity:
            kept = self._read = (identity, self._load(found))
        return kept[1]

    def allows(self, purpose: Purpose, host: str, folder: Path | None, model: str = "") -> bool:
        """Whether code of a folder (None: of documents outside every folder) may be sent to a host now."""
        place = "" if folder is None else _real(folder)
        return any(
            one.purpose is purpose and one.host == host and one.folder == place and one.model in ("", model)
            for one in self.grants()
        )

    def grant(self, purpose: Purpose, host: str, folders: Iterable[Path | None], model: str = "") -> None:
        """Allow it for these folders (None: documents outside every folder). What is allowed already stays as it is.

        Raises:
            BadRequest: `host` is no host.
            ConsentError: the grants cannot be written.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        name = host_name(host)
        places = dict.fromkeys("" if folder is None else _real(folder) for folder in folders)
        wanted = [Grant(purpose, name, place, model, now) for place in places]

        def with_these(present: tuple[Grant, ...]) -> list[Grant]:
            known = {(one.purpose, one.host, one.folder, one.model) for one in present}
            added = [one for one in wanted if (one.purpose, one.host, one.folder, one.model) not in known]
            return [*present, *added]

        self._change(with_these)

    def revoke(self, meant: GrantFilter) -> int:
        """Take grants back.

        Returns:
            How many there were.

        Raises:
            BadRequest: the host that is meant is no host.
            ConsentError: the grants cannot be written.
        """
        gone: tuple[Grant, ...] = ()

        def without(present: tuple[Grant, ...]) -> list[Grant]:
            nonlocal gone
            gone = meant.chosen(present)
            return [one for one in present if one not in gone]

        self._change(without)
        return len(gone)

    def _change(self, change: Callable[[tuple[Grant, ...]], list[Grant]]) -> None:
        try:
            make_private(self._directory)
            if os.name != "nt":
                self._directory.chmod(0o700)
            with FileLock(self._path.with_suffix(".lock"), timeout=PATIENCE, mode=0o600):
                if (present := self._trusted()) is None:
                    self._path.replace(self._path.with_suffix(".unusable"))
                    present = ()
                changed = change(present)
                if changed != list(present):
                    rows = [{"purpose": one.purpose.value, **_rest(one)} for one in changed]
                    replace_private(self._path, json.dumps({"format": FORMAT, "grants": rows}, indent=1))
        except (OSError, Timeout) as error:
            raise ConsentError(f"What may be sent cannot be written to {self._path}: {error}.") from error

    def _load(self, found: os.stat_result) -> tuple[Grant, ...] | None:
        if os.name != "nt" and (found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o022):
            LOG.warning("%s could have been written by another user; nothing in it counts", self._path)
            return None
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise ValueError(f"format {content['format']!r} is not known")
            return tuple(_grant(row) for row in content["grants"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            LOG.warning("%s cannot be read (%s); nothing in it counts", self._path, error)
            return None


def _rest(grant: Grant) -> dict[str, str]:
    return {"host": grant.host, "folder": grant.folder, "model": grant.model, "granted": grant.granted}


def _grant(row: Any) -> Grant:
    values = {name: row[name] for name in ("host", "folder", "model", "granted")}
    if not all(isinstance(value, str) for value in values.values()):
        raise ValueError("a grant's fields must be strings")
    return Grant(Purpose(row["purpose"]), **values)


def _real(folder: Path) -> str:
    return os.path.normcase(os.path.realpath(folder))
