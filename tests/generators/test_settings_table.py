from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generators.extension_settings import TARGET as MANIFEST
from generators.settings_table import BEGIN, END, TARGET, generate, main, table


def test_the_readme_has_todays_settings() -> None:
    """Else run `make generate`."""
    text = TARGET.read_text(encoding="utf-8")
    assert text == generate(text, MANIFEST.read_text(encoding="utf-8"))


def test_each_setting_has_a_row_of_three_cells() -> None:
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    rows = table(json.dumps(manifest)).splitlines()[2:]
    assert [re.findall(r"`(.*?)`", row)[0] for row in rows] == list(
        manifest["contributes"]["configuration"]["properties"]
    )
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 4 for row in rows)


def test_a_description_cannot_break_the_table() -> None:
    one = {"default": ["a"], "markdownDescription": "x | y", "scope": "machine"}
    written = table(json.dumps({"contributes": {"configuration": {"properties": {"cotext.x": one}}}}))
    assert written.splitlines()[2] == '| `cotext.x` | `["a"]` | x \\| y User level only. |'


@pytest.mark.parametrize("readme", ["", f"# T\n{BEGIN}\n", f"# T\n{END}\n", f"{END}\n{BEGIN}\n"])
def test_a_readme_without_its_marks_is_left_alone(readme: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(readme)
    with pytest.raises(ValueError, match="needs the lines"):
        main([str(tmp_path / "README.md")])
    assert (tmp_path / "README.md").read_text() == readme


def test_what_stands_around_the_table_stays(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(f"# Title\n\n{BEGIN}\nSTALE\n{END}\n\nMore.\n")
    assert main([str(tmp_path / "README.md")]) == 0
    text = (tmp_path / "README.md").read_text()
    assert text.startswith(f"# Title\n\n{BEGIN}\n\n| Setting |")
    assert text.endswith(f"|\n\n{END}\n\nMore.\n")
    assert "STALE" not in text
    assert main([str(tmp_path / "README.md")]) == 0
    assert (tmp_path / "README.md").read_text() == text
