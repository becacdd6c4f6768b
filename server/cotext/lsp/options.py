"""What a client sends, as against the resolved `Settings`: read leniently, with a word on what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from cotext.fusion.ranking_weights import checked_settings
from cotext.lsp.positions import PositionEncoding, negotiate
from cotext.settings import Settings, camel
from cotext.workspace.decoding import codec_name
from cotext.workspace.uris import path_to_uri, uri_to_path

__all__ = ["ClientOptions", "read_options", "section_of"]


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """What `initialize` said.

    Attributes:
        settings: resolved settings; `has_settings`: whether the client sent any.
        exclude: globs of the editor's own excludes.
        encoding: Python name of the encoding of files that are not Unicode; None: detect it.
        cache_directory: None: the user's cache folder.
        folders: workspace folders with the client's spelling of their URI, in the client's order.
        process_id: process of the client, to end with.
        position_encoding: as negotiated.
        pulls_configuration, watches_files, registers_configuration, registers_inline_completion, shows_progress:
            capabilities of the client.
        problems: a sentence for the user on each value that was not used.
    """

    settings: Settings = field(default_factory=Settings)
    has_settings: bool = False
    exclude: tuple[str, ...] = ()
    encoding: str | None = None
    cache_directory: Path | None = None
    folders: dict[Path, str] = field(default_factory=dict)
    process_id: int | None = None
    position_encoding: PositionEncoding = PositionEncoding.UTF_16
    pulls_configuration: bool = False
    registers_configuration: bool = False
    registers_inline_completion: bool = False
    watches_files: bool = False
    shows_progress: bool = False
    problems: tuple[str, ...] = ()


def read_options(params: Mapping[str, Any]) -> ClientOptions:
    """Read the parameters of `initialize`; nothing in them can make it fail."""
    problems: list[str] = []
    options = params.get("initializationOptions")
    if not isinstance(options, Mapping | None):
        problems.append("cotext: initializationOptions must be an object; it is not used.")
    given: Mapping[str, Any] = options if isinstance(options, Mapping) else {}
    settings, wrong = checked_settings(given.get("settings"))
    problems += wrong
    process_id = params.get("processId")
    return ClientOptions(
        settings=settings,
        has_settings=isinstance(given.get("settings"), Mapping),
        exclude=_globs(given.get("exclude"), problems),
        encoding=_encoding(given.get("encoding"), problems),
        cache_directory=_directory(given.get("cacheDirectory"), problems),
        folders=_folders(params, problems),
        process_id=process_id if isinstance(process_id, int) and not isinstance(process_id, bool) else None,
        position_encoding=negotiate(_list(_at(params, "capabilities", "general", "positionEncodings"))),
        pulls_configuration=_at(params, "capabilities", "workspace", "configuration") is True,
        registers_configuration=_dynamic(params, "didChangeConfiguration"),
        registers_inline_completion=_dynamic(params, "inlineCompletion", "textDocument"),
        watches_files=_dynamic(params, "didChangeWatchedFiles"),
        shows_progress=_at(params, "capabilities", "window", "workDoneProgress") is True,
        problems=tuple(problems),
    )


def section_of(settings: object) -> Mapping[str, Any] | None:
    """The `cotext` section in what `workspace/didChangeConfiguration` carries.

    Clients send it under its name, with dotted names, or by itself.

    None: there is nothing of ours in it.
    """
    if not isinstance(settings, Mapping):
        return None
    own = settings.get("cotext")
    if isinstance(own, Mapping):
        return own
    ours = {camel(one.name) for one in fields(Settings)}
    found = {key: value for key, value in settings.items() if str(key).removeprefix("cotext.").split(".")[0] in ours}
    return found or None


def _at(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dynamic(params: Mapping[str, Any], name: str, group: str = "workspace") -> bool:
    return _at(params, "capabilities", group, name, "dynamicRegistration") is True


def _globs(value: Any, problems: list[str]) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    if value is not None:
        problems.append("exclude must be a list of globs; using none.")
    return ()


def _encoding(value: Any, problems: list[str]) -> str | None:
    if value is None or value in ("", "auto"):
        return None
    name = codec_name(value) if isinstance(value, str) else None
    if name is None:
        problems.append(f"encoding cannot be {value!r}; detecting the encoding of files that are not UTF-8.")
    return name


def _directory(value: Any, problems: list[str]) -> Path | None:
    if value is None or value == "":
        return None
    if isinstance(value, str) and "\0" not in value:
        try:
            directory = Path(value).expanduser()
        except RuntimeError:
            directory = Path(value)
        if directory.is_absolute():
            return directory
    problems.append(f"cacheDirectory must be an absolute path, not {value!r}; using the user's cache folder.")
    return None


def _folders(params: Mapping[str, Any], problems: list[str]) -> dict[Path, str]:
    listed = params.get("workspaceFolders")
    if isinstance(listed, list):
        uris = [_at(one, "uri") for one in listed]
    elif params.get("rootUri") is not None:
        uris = [params["rootUri"]]
    elif isinstance(path := params.get("rootPath"), str) and Path(path).is_absolute():
        uris = [path_to_uri(Path(path))]
    else:
        uris = []
    folders: dict[Path, str] = {}
    for uri in uris:
        path = uri_to_path(uri) if isinstance(uri, str) else None
        if path is None:
            problems.append(f"The workspace folder {uri!r} is no folder on this machine's disk; it is not indexed.")
        else:
            folders.setdefault(path, uri)
    return folders
