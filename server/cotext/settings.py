"""Every setting: its default, what it means, and what it may be; they stand here and nowhere else.

The settings of the VS Code extension and the table in the README are made from these. Settings that can start a
program, load a model or send anything are user-level: a client must not pass a workspace's value for them.
`settings_from_client` reads what a client sends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

__all__ = [
    "USER_LEVEL",
    "CompletionSettings",
    "EmbeddingSettings",
    "IndexSettings",
    "InlineModelSettings",
    "RankingSettings",
    "RetrievalSettings",
    "Setting",
    "Settings",
    "camel",
    "described_settings",
]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of one setting beside its type.

    Attributes:
        default: its value where a client says nothing.
        description: what it means, in Markdown.
        choices: the values that it can have; none: any of its type.
        minimum: the smallest number that it can be.
        user_level: whether a workspace's value must not be passed.
    """

    default: Any
    description: str
    choices: tuple[str, ...] = ()
    minimum: int = 0
    user_level: bool = False


def _setting(
    default: Any, description: str, *, choices: tuple[str, ...] = (), minimum: int = 0, user_level: bool = False
) -> Any:
    known = Setting(default, description, choices, minimum, user_level)
    return field(default=default, metadata={"setting": known})


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Which model turns text into vectors."""

    model: str = _setting(
        "builtin",
        "The model that turns text into vectors: the one that ships with Cotext, a sentence-transformers model by name "
        '(`"owner/name"`), or the absolute path of a folder that holds one.',
        user_level=True,
    )
    allow_download: bool = _setting(
        False, "Whether a named model that is not on this machine may be downloaded without asking.", user_level=True
    )


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What is indexed."""

    exclude: tuple[str, ...] = _setting(
        (),
        "Globs, relative to the folder, of files to leave out, besides ignore files and the editor's own excludes.",
    )
    rescan_seconds: int = _setting(
        600, "How often a folder is compared with the disk although no event came, in seconds; 0 switches it off."
    )


@dataclass(frozen=True, slots=True)
class CompletionSettings:
    """Defaults of `cotext/completionContext` where a request leaves a field out."""

    max_chunks: int = _setting(
        8,
        "How many pieces of code a completion context has at most, where the request does not say.",
        minimum=1,
    )
    max_characters: int = _setting(6000, "How many characters those pieces have together at most.", minimum=1)
    time_budget_ms: int = _setting(150, "When an answer is due, in milliseconds: with what is there by then.")


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """How lists are made and joined."""

    profile: str = _setting(
        "default",
        '`"tabby"` finishes lists as [Tabby](https://github.com/TabbyML/tabby) does, with absolute thresholds; meant '
        "for comparison.",
        choices=("default", "tabby"),
    )


@dataclass(frozen=True, slots=True)
class RankingSettings:
    """How evidence is weighed."""

    weights: str = _setting(
        "",
        "Path of a file with weights of the ranking evidence, in place of those that come with Cotext: a TOML table a "
        "kind of question, as in `server/cotext/fusion/ranking_weights.toml`.",
        user_level=True,
    )


@dataclass(frozen=True, slots=True)
class InlineModelSettings:
    """The model that completes code inline, and what is sent to it."""

    kind: str = _setting(
        "none",
        "What serves the model that completes code as you type: `llama.cpp` (its server's `/infill`), `openai` (any "
        "server with `/v1/completions`), `ollama`, or `none`.",
        choices=("none", "llama.cpp", "openai", "ollama"),
        user_level=True,
    )
    url: str = _setting(
        "",
        "Address of that server; empty for `http://127.0.0.1:8080` (`llama.cpp`) or `http://127.0.0.1:11434` "
        "(`ollama`). Code is sent to an address on another machine only after you allowed it, for each workspace.",
        user_level=True,
    )
    model: str = _setting("", "Name of the model, for servers that have several.", user_level=True)
    template: str = _setting(
        "",
        "For `openai`: the fill-in-the-middle format that the model was trained with, where the server does not put "
        "it together from `prompt` and `suffix` itself.",
        choices=("", "qwen2.5-coder", "starcoder2", "deepseek-coder", "codellama", "codestral"),
        user_level=True,
    )
    context_characters: int = _setting(
        6000, "How many characters of code from other places the model is shown at most; 0 for none."
    )
    prefix_characters: int = _setting(
        6000, "How many characters of the document before the cursor the model is shown at most.", minimum=1
    )
    suffix_characters: int = _setting(2000, "How many characters after the cursor it is shown at most.")
    max_tokens: int = _setting(128, "How many tokens a completion has at most.", minimum=1)
    debounce_ms: int = _setting(75, "How long typing must rest before the model is asked, in milliseconds.")
    timeout_ms: int = _setting(
        5000,
        "How long the model is given for an answer, in milliseconds; what it has written by then counts.",
        minimum=1,
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, resolved."""

    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    completion: CompletionSettings = field(default_factory=CompletionSettings)
    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)
    ranking: RankingSettings = field(default_factory=RankingSettings)
    inline_model: InlineModelSettings = field(default_factory=InlineModelSettings)
    log_level: str = _setting(
        "info", "What the log tells: `error` least, `debug` most.", choices=("error", "warning", "info", "debug")
    )


def camel(name: str) -> str:
    """The client's spelling of a field: "max_chunks" is "maxChunks"."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def described_settings(settings: Any = None, prefix: str = "cotext") -> Iterator[tuple[str, Setting]]:
    """Each setting by its full name ("cotext.completion.maxChunks"), in their order."""
    for one in fields(Settings() if settings is None else settings):
        name = f"{prefix}.{camel(one.name)}"
        if "setting" in one.metadata:
            yield name, one.metadata["setting"]
        else:
            inner = one.default_factory
            assert is_dataclass(inner)
            yield from described_settings(inner, name)


USER_LEVEL = frozenset(name for name, one in described_settings() if one.user_level)
