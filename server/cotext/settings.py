"""Every setting and its default; they stand here and nowhere else.

A client sends its `cotext` section as an object; `from_client` resolves it. Settings that can start a program, load a
model or send anything are user-level: `USER_LEVEL` names them, and a client must not pass a workspace's value for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

__all__ = [
    "USER_LEVEL",
    "CompletionSettings",
    "EmbeddingSettings",
    "IndexSettings",
    "RankingSettings",
    "RetrievalSettings",
    "Settings",
    "camel",
    "from_client",
]

USER_LEVEL = frozenset({"cotext.embedding.model", "cotext.embedding.allowDownload", "cotext.ranking.weights"})


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Which model turns text into vectors.

    Attributes:
        model: "builtin", the name of a sentence-transformers model, or a folder that holds one.
        allow_download: whether a model that is not on this machine may be downloaded without asking.
    """

    model: str = "builtin"
    allow_download: bool = False


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What is indexed.

    Attributes:
        exclude: globs, relative to the folder, of files to leave out (besides ignore files and the client's own).
        rescan_seconds: how often a folder is compared with the disk although no event came; 0 switches it off.
    """

    exclude: tuple[str, ...] = ()
    rescan_seconds: int = 600


@dataclass(frozen=True, slots=True)
class CompletionSettings:
    """Defaults of `cotext/completionContext` where a request leaves a field out."""

    max_chunks: int = 8
    max_characters: int = 6000
    time_budget_ms: int = 150


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """How lists are made and joined.

    Attributes:
        profile: "default", or "tabby": the same finish as Tabby's, absolute thresholds included.
    """

    profile: str = "default"


@dataclass(frozen=True, slots=True)
class RankingSettings:
    """How evidence is weighed.

    Attributes:
        weights: path of a file with tables of weights, in place of those that come with the package; "" for none.
    """

    weights: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, resolved."""

    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    completion: CompletionSettings = field(default_factory=CompletionSettings)
    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)
    ranking: RankingSettings = field(default_factory=RankingSettings)
    log_level: str = "info"


CHOICES: Mapping[str, tuple[str, ...]] = {
    "cotext.retrieval.profile": ("default", "tabby"),
    "cotext.logLevel": ("error", "warning", "info", "debug"),
}
MINIMUM: Mapping[str, int] = {"cotext.completion.maxChunks": 1, "cotext.completion.maxCharacters": 1}


def camel(name: str) -> str:
    """The client's spelling of a field: "max_chunks" is "maxChunks"."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def from_client(section: object) -> tuple[Settings, list[str]]:
    """Resolve a client's `cotext` section.

    It may be nested (`{"completion": {"maxChunks": 4}}`) or dotted (`{"completion.maxChunks": 4}`). Unknown keys are
    ignored. A value of the wrong kind falls back to the default and is reported.

    Returns:
        The settings, and one sentence for a person for each value that was not used.
    """
    if section is None:
        return Settings(), []
    if not isinstance(section, Mapping):
        return Settings(), ["cotext: the settings must be an object; using the defaults."]
    problems: list[str] = []
    resolved = _resolve(Settings(), _nest(section), "cotext", problems)
    assert isinstance(resolved, Settings)
    return resolved, problems


def _nest(section: Mapping[Any, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for key, value in section.items():
        *parents, last = str(key).removeprefix("cotext.").split(".")
        level = nested
        for parent in parents:
            inner = level.setdefault(parent, {})
            if not isinstance(inner, dict):
                inner = level[parent] = {}
            level = inner
        if isinstance(value, Mapping):
            present = level.get(last)
            level[last] = {**(present if isinstance(present, dict) else {}), **_nest(value)}
        else:
            level[last] = value
    return nested


def _resolve(defaults: Any, section: Mapping[str, Any], prefix: str, problems: list[str]) -> Any:
    changes: dict[str, Any] = {}
    for one in fields(defaults):
        key, default = camel(one.name), getattr(defaults, one.name)
        if section.get(key) is None:
            continue
        value, name = section[key], f"{prefix}.{key}"
        if hasattr(default, "__dataclass_fields__"):
            if isinstance(value, Mapping):
                changes[one.name] = _resolve(default, value, name, problems)
            else:
                problems.append(f"{name} must be an object; using the default.")
        elif (checked := _checked(default, value, name)) is None:
            problems.append(f"{name} cannot be {value!r}; using {default!r}.")
        else:
            changes[one.name] = checked
    return replace(defaults, **changes)


def _checked(default: Any, value: Any, name: str) -> Any:
    if isinstance(default, tuple):
        return tuple(value) if isinstance(value, list | tuple) and all(isinstance(v, str) for v in value) else None
    if isinstance(default, bool) or isinstance(value, bool):
        return value if isinstance(default, bool) and isinstance(value, bool) else None
    if isinstance(default, int):
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return value if isinstance(value, int) and value >= MINIMUM.get(name, 0) else None
    if isinstance(value, str) and (value.strip() or not default):
        value = value.strip()
        return value if value in CHOICES.get(name, (value,)) else None
    return None
