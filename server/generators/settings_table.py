"""Write the table of settings in the VS Code extension's README from its manifest.

    python -m generators.settings_table [README.MD [PACKAGE.JSON]]

The manifest holds the server's settings (`extension_settings` writes them) and the extension's own. A test regenerates
the table and compares.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generators.extension_settings import TARGET as MANIFEST

__all__ = ["BEGIN", "END", "TARGET", "generate", "main", "table"]

TARGET = MANIFEST.parent / "README.md"
BEGIN = "<!-- The settings, made by `python -m generators.settings_table`. -->"
END = "<!-- The end of the settings. -->"


def table(manifest: str) -> str:
    """A Markdown table of every setting in a package.json."""
    properties = json.loads(manifest)["contributes"]["configuration"]["properties"]
    rows = [_row(name, one) for name, one in properties.items()]
    return "\n".join(["| Setting | Default | Meaning |", "| --- | --- | --- |", *rows]) + "\n"


def generate(readme: str, manifest: str) -> str:
    """The README's text with today's table between its two marks.

    Raises: ValueError (it does not have both marks, in this order).
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The README needs the lines {BEGIN!r} and {END!r}.")
    return f"{before}{begin}\n\n{table(manifest)}\n{end}{after}"


def main(arguments: Sequence[str]) -> int:
    """Rewrite the README that is named, or the extension's."""
    readme, manifest = [*map(Path, arguments), *(TARGET, MANIFEST)[len(arguments) :]][:2]
    text = generate(readme.read_text(encoding="utf-8"), manifest.read_text(encoding="utf-8"))
    readme.write_text(text, encoding="utf-8", newline="\n")
    return 0


def _row(name: str, setting: Mapping[str, Any]) -> str:
    # "machine-overridable": a workspace may set it, too.
    level = {"machine": " User level only.", "machine-overridable": " Counts in trusted workspaces only."}
    meaning = str(setting["markdownDescription"]).replace("|", "\\|") + level.get(setting.get("scope", ""), "")
    return f"| `{name}` | `{json.dumps(setting['default'])}` | {meaning} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
