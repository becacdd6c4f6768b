from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from cotext.lsp import messages
from cotext.settings import camel
from generators.protocol_types import TARGET, generate, main


def interfaces() -> dict[str, list[str]]:
    """Fields of each interface, as they are declared."""
    found = re.findall(r"^export interface (\w+) \{\n(.*?)^\}", generate(), re.DOTALL | re.MULTILINE)
    return {name: [line.strip(" ;") for line in body.splitlines()] for name, body in found}


def test_the_extension_has_todays_types() -> None:
    """Else run `make generate`."""
    assert TARGET.read_text(encoding="utf-8") == generate()


def test_every_shape_of_the_protocol_is_there() -> None:
    shapes = [name for name in messages.__all__ if name[0].isupper() and name.upper() != name and name != "Command"]
    declared = interfaces()
    assert [name for name in shapes if name not in declared] == []
    for name in shapes:
        listed = [re.split(r"\??:", field)[0] for field in declared[name]]
        assert listed == [camel(one.name) for one in fields(getattr(messages, name))]


def test_what_may_be_left_out_is_optional_and_what_may_be_null_says_so() -> None:
    declared = interfaces()
    assert "query: string" in declared["SearchParams"]
    assert "kinds?: SymbolKind[]" in declared["SearchParams"]
    assert "symbol?: ChunkSymbol" in declared["Chunk"]
    assert "target: Chunk | null" in declared["ExplainResult"]
    assert 'logLevel: "error" | "warning" | "info" | "debug"' in declared["Settings"]
    assert '"cotext/search": { params: SearchParams; result: SearchResult }' in declared["Requests"]
    assert '"cotext/indexStatusChanged": IndexStatusResult' in declared["Notifications"]


def test_a_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "protocol.gen.ts")]) == 0
    assert (tmp_path / "protocol.gen.ts").read_bytes() == generate().encode()
    assert capsys.readouterr().out == ""
