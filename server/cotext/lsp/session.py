"""What the handlers of one connection share."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from cotext import __version__
from cotext.consent.store import ConsentStore
from cotext.errors import FileSkipped
from cotext.fusion.ranking_weights import checked_settings
from cotext.logs import set_level
from cotext.lsp import messages
from cotext.lsp.client import Client, MessageType
from cotext.lsp.documents import Documents
from cotext.lsp.engine_host import EngineHost
from cotext.lsp.inline_model import InlineModel
from cotext.lsp.options import ClientOptions
from cotext.lsp.positions import document_lines
from cotext.lsp.secrets import Secrets
from cotext.lsp.structuring import WrongField
from cotext.lsp.wire import Wire
from cotext.requests import Cancelled, FolderState, Phase
from cotext.settings import Settings
from cotext.workspace.reading import read_source
from cotext.workspace.uris import document_key, normalise_uri, path_to_uri, uri_to_path

__all__ = ["Session", "in_worker"]

T = TypeVar("T")


async def in_worker(lane: ThreadPoolExecutor, work: Callable[[Cancelled], T]) -> T:
    """Run work off the event loop; when the request is cancelled meanwhile, the work is told so."""
    gone = Event()
    try:
        return await asyncio.get_running_loop().run_in_executor(lane, work, gone.is_set)
    except asyncio.CancelledError:
        gone.set()
        raise


class Session:
    """State of a connection. Changed on the event loop's thread only.

    Attributes:
        options: what the client sent, with the settings as they are now.
        folders: workspace folders, with the client's spelling of their URI.
        documents: what is open.
        host: the engine.
        wire: conversion of answers.
        consent: what may leave the machine; secrets: keys that the client has given.
        inline_model: the model that completes code, and how it does.
        context_lane, search_lane, status_lane: threads that answer; completion context has its own, so that a slow
            search never delays it.
        answering: the requests that are being answered.
        shut_down: `shutdown` was asked for.
        stop: set when the connection is to end.
    """

    def __init__(self, options: ClientOptions, client: Client, host: EngineHost) -> None:
        self.options = options
        self.client = client
        self.host = host
        self.folders = dict(options.folders)
        self.documents = Documents(options.position_encoding)
        self.wire = Wire(options.position_encoding, self.uri_of, self.lines_of, self.folder_uri)
        self.consent = ConsentStore()
        self.secrets = Secrets()
        self.inline_model = InlineModel(options.settings.inline_model)
        self.context_lane = ThreadPoolExecutor(1, "cotext-context")
        self.search_lane = ThreadPoolExecutor(2, "cotext-search")
        self.status_lane = ThreadPoolExecutor(1, "cotext-status")
        self.answering: set[asyncio.Task[Any]] = set()
        self.shut_down = False
        self.stop = asyncio.Event()
        self._background: set[asyncio.Task[None]] = set()
        self._shown: tuple[str, ...] = ()
        self._allowed_downloads: set[str] = set()

    def uri_of(self, document: str) -> str:
        """URI of a document of the engine's: the client's spelling where it is open."""
        if (open_uri := self.documents.uri_of(document)) is not None:
            return open_uri
        path = Path(document)
        return path_to_uri(path) if path.is_absolute() else document

    def folder_uri(self, folder: Path) -> str:
        """URI of a folder, in the client's spelling where it is a workspace folder."""
        return self.folders.get(folder) or path_to_uri(folder)

    def real_folder_uri(self, real: Path) -> str:
        """URI of a folder that is named by its real path, in the client's spelling where it is a workspace folder."""
        same = (path for path in self.folders if os.path.normcase(os.path.realpath(path)) == str(real))
        return self.folder_uri(next(same, real))

    def folder_of(self, uri: str, field: str) -> Path:
        """The workspace folder that a request names.

        Raises:
            WrongField: it is none of the workspace's.
        """
        wanted = normalise_uri(uri)
        for path, known in self.folders.items():
            if normalise_uri(known) == wanted:
                return path
        raise WrongField(field, f"{uri} is not a folder of this workspace.")

    def lines_of(self, document: str) -> Sequence[str] | None:
        """Lines of a document as it stands now, None if it cannot be read. Reads the disk where it is not open."""
        if (opened := self.documents.by_key(document)) is not None:
            return opened.lines
        path = Path(document)
        if not path.is_absolute():
            return None
        try:
            real = path.resolve(strict=True)
            return document_lines(read_source(real.parent, real.name, self.options.encoding).text)
        except (OSError, RuntimeError, FileSkipped):
            return None

    async def document(self, uri: str, field: str, lane: ThreadPoolExecutor) -> tuple[str, Sequence[str]]:
        """Name and lines of the document that a request names.

        Raises:
            WrongField: it is neither open nor a readable file.
        """
        if (opened := self.documents.get(uri)) is not None:
            return opened.key, opened.lines
        key = document_key(uri)
        lines = None if uri_to_path(uri) is None else await in_worker(lane, lambda _: self.lines_of(key))
        if lines is None:
            raise WrongField(field, f"{uri} is neither open nor a text file that can be read.")
        return key, lines

    def states(self) -> list[FolderState]:
        """One state a folder, also before there is an engine."""
        if (engine := self.host.engine) is not None:
            return engine.states()
        failure = self.host.failure
        phase = Phase.FAILED if failure else Phase.SCANNING
        return [FolderState(folder, phase, message=failure) for folder in self.folders]

    def status(self) -> messages.IndexStatusResult:
        """Answer of `cotext/indexStatus`."""
        engine = self.host.engine
        memory = engine.memory_bytes() if engine is not None else 0
        states = self.wire.states(self.states())
        return messages.IndexStatusResult(states, memory, __version__, self.inline_model.state)

    def use_settings(self, section: object) -> None:
        """Use a client's `cotext` section from now on."""
        settings, problems = checked_settings(section)
        self.options = replace(self.options, problems=tuple(problems))
        self.show_problems()
        self._apply(settings)

    def allow_download(self, model: str) -> None:
        """The user wants this embedding model downloaded. Holds for the session, whatever settings come later."""
        self._allowed_downloads.add(model)
        self._apply(self.options.settings)

    def _apply(self, settings: Settings) -> None:
        if settings.embedding.model in self._allowed_downloads:
            settings = replace(settings, embedding=replace(settings.embedding, allow_download=True))
        if settings != self.options.settings:
            self.options = replace(self.options, settings=settings)
            set_level(settings.log_level)
            self.inline_model.use(settings.inline_model)
            self.host.change(lambda engine: engine.update_settings(settings))

    def refusal(self, method: str) -> str | None:
        """Why a request of this method is not answered; None: it is."""
        if self.shut_down:
            return "The server is shutting down."
        return "The server is initialized already." if method == "initialize" else None

    def show_problems(self) -> None:
        """Tell the user of the values that were not used, in one message, unless that is what the last one said."""
        if self.options.problems and self.options.problems != self._shown:
            self.client.show(MessageType.WARNING, "\n".join(self.options.problems))
        self._shown = self.options.problems

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Go on with something that no answer waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def close_lanes(self) -> None:
        """Give up everything that waits for a thread."""
        for lane in (self.context_lane, self.search_lane, self.status_lane):
            lane.shutdown(wait=False, cancel_futures=True)
