"""From a client's `cotext` section to `Settings`: leniently, with a word on what could not be used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from cotext.settings import Settings, camel, described_settings

__all__ = ["from_client"]

KNOWN = dict(described_settings())


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
        return value if isinstance(value, int) and value >= KNOWN[name].minimum else None
    if isinstance(value, str) and (value.strip() or not default):
        value = value.strip()
        return value if value in (KNOWN[name].choices or (value,)) else None
    return None
