from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from cotext.lsp import consent_messages, messages
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
    shapes = {name: getattr(module, name) for module in (messages, consent_messages) for name in module.__all__}
    declared = interfaces()
    for name, shape in shapes.items():
        if is_dataclass(shape):
            listed = [re.split(r"\??:", field)[0] for field in declared[name]]
            assert listed == [camel(one.name) for one in fields(shape)]


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
