"""`window/workDoneProgress` while a folder is first indexed."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cotext.lsp.messages import IndexState
from cotext.lsp.session import Session

__all__ = ["IndexingProgress"]


@dataclass(slots=True)
class Bar:
    """A progress bar: begun once the client has accepted its token."""

    token: str
    begun: bool = False
    percentage: int = 0


class IndexingProgress:
    """A progress bar for each folder that is indexed for the first time in this session and has something to index."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._bars: dict[str, Bar] = {}
        self._finished: set[str] = set()

    def update(self, states: Sequence[IndexState]) -> None:
        """Show where the folders stand now."""
        for folder in self._bars.keys() - {state.folder for state in states}:
            self._end(folder)
        for state in states:
            if state.phase in ("scanning", "indexing"):
                if state.folder in self._bars:
                    self._advance(self._bars[state.folder], state)
                elif state.folder not in self._finished and _worth_showing(state):
                    bar = self._bars[state.folder] = Bar(str(uuid.uuid4()))
                    self._session.in_background(self._begin(bar, state))
            else:
                self._end(state.folder)
                if state.phase == "ready":
                    self._finished.add(state.folder)

    async def _begin(self, bar: Bar, state: IndexState) -> None:
        if not await self._session.client.accepts("window/workDoneProgress/create", {"token": bar.token}):
            return
        if self._bars.get(state.folder) is bar:
            name = state.folder.rstrip("/").rpartition("/")[2]
            self._tell(bar, {"kind": "begin", "title": f"Indexing {name}", "cancellable": False, "percentage": 0})
            bar.begun = True

    def _advance(self, bar: Bar, state: IndexState) -> None:
        if bar.begun:
            files = state.files
            done = files.indexed + files.skipped
            # While the scan goes on, the number of files grows; a bar that runs backwards is worse than one that waits.
            bar.percentage = max(bar.percentage, 100 * done // max(files.found, 1))
            self._tell(
                bar, {"kind": "report", "message": f"{done} of {files.found} files", "percentage": bar.percentage}
            )

    def _end(self, folder: str) -> None:
        bar = self._bars.pop(folder, None)
        if bar is not None and bar.begun:
            self._tell(bar, {"kind": "end"})

    def _tell(self, bar: Bar, value: dict[str, Any]) -> None:
        self._session.client.notify("$/progress", {"token": bar.token, "value": value})


def _worth_showing(state: IndexState) -> bool:
    files = state.files
    return files.found > files.indexed + files.skipped and (state.phase == "indexing" or state.chunks == 0)
