"""Write the VS Code extension's `contributes.configuration` from the server's settings.

    python -m generators.extension_settings [PACKAGE.JSON]

Settings of the extension's own, whose names begin otherwise than the server's, are left as they stand. A test
regenerates the file and compares.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from cotext.settings import Setting, Settings, camel, described_settings

__all__ = ["TARGET", "generate", "main", "properties"]

TARGET = Path(__file__).parents[2] / "vscode-extension" / "package.json"
LARGEST = 2**31 - 1


def properties() -> dict[str, dict[str, Any]]:
    """`contributes.configuration.properties` of every setting of the server's."""
    return {name: _property(one) for name, one in described_settings()}


def generate(manifest: str) -> str:
    """The text of package.json with today's settings.

    Args:
        manifest: its text as it is; one object whose `contributes.configuration`, if it is there, is an object too.
    """
    package = json.loads(manifest)
    configuration = package.setdefault("contributes", {}).setdefault("configuration", {"title": "Cotext"})
    present = configuration.get("properties", {})
    own = {name: value for name, value in present.items() if not _is_servers(name)}
    configuration["properties"] = {**own, **properties()}
    return json.dumps(package, indent=_indent(manifest), ensure_ascii=False) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Rewrite the file that is named, or the extension's."""
    target = Path(arguments[0]) if arguments else TARGET
    target.write_text(generate(target.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    return 0


def _is_servers(name: str) -> bool:
    prefix, _, rest = name.partition(".")
    return prefix == "cotext" and rest.split(".")[0] in {camel(one.name) for one in fields(Settings)}


def _indent(text: str) -> int | str:
    second = text.splitlines()[1] if "\n" in text.strip() else "  "
    blank = second[: len(second) - len(second.lstrip())]
    return "\t" if "\t" in blank else len(blank) or 2


def _property(setting: Setting) -> dict[str, Any]:
    # A machine's settings can be set by the user alone, and a workspace is not asked for them.
    described: Mapping[str, Any] = {
        "scope": "machine" if setting.user_level else "window",
        "markdownDescription": setting.description,
    }
    return {**_type(setting), "default": _json(setting.default), **described}


def _type(setting: Setting) -> dict[str, Any]:
    default = setting.default
    if isinstance(default, bool):
        return {"type": "boolean"}
    if isinstance(default, int):
        return {"type": "integer", "minimum": setting.minimum, "maximum": LARGEST}
    if isinstance(default, tuple):
        return {"type": "array", "items": {"type": "string"}}
    return {"type": "string", "enum": list(setting.choices)} if setting.choices else {"type": "string"}


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
