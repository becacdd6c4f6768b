from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.chunking.notebook import chunk_notebook
from cotext.chunking.text_chunks import TARGET_CHARACTERS, chunk_lines
from cotext.records import Chunk, Corpus, SymbolKind
from cotext.workspace.lines import split_lines

Check = Callable[[str, tuple[Chunk, ...]], None]


def cell(kind: str, source: str, **more: Any) -> dict[str, Any]:
    outputs = {"execution_count": 1, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, **outputs, **more, "source": source.splitlines(keepends=True)}


def notebook(*cells: Any, language: str = "python", **layout: Any) -> str:
    whole = {
        "cells": list(cells),
        "metadata": {"language_info": {"name": language}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, **{"indent": 1, "ensure_ascii": False, **layout}) + "\n"


PLOT = """import pandas as pd

def load_rows(path,
              limit=10):
    table = pd.read_csv(path)

    return table

load_rows('x')
"""
IMAGE = {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo" * 400}, "metadata": {}}
SMALL = notebook(
    cell("markdown", "# Sales\n\nHow `load_rows` reads.\n"),
    cell("code", PLOT, outputs=[IMAGE]),
    cell("markdown", "## Größe 😀\n"),
    cell("code", "class Model:\n\tdef fit(self): return 1\n\nmodel = Model()"),
    cell("code", ""),
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["source", "cell_type", "cells", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
cells = st.one_of(
    st.builds(
        cell, st.sampled_from(["code", "markdown", "raw"]), st.text() | st.just(PLOT) | st.just("# a # \n## \\n\n" * 30)
    ),
    json_values,
)
notebooks = st.builds(
    lambda content, indent, ascii_only: notebook(*content, indent=indent, ensure_ascii=ascii_only),
    st.lists(cells, max_size=5),
    st.sampled_from([None, 0, 1, 4]),
    st.booleans(),
)


@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(), notebooks, json_values.map(json.dumps)), cut=st.none() | st.integers(0, 400))
def test_every_text_is_covered_once(check: Check, text: str, cut: int | None) -> None:
    text = text[:cut]
    chunks = chunk_notebook(text)
    check(text, chunks)
    assert chunks == chunk_notebook(text)


def test_sources_are_chunks_and_the_rest_has_no_vector(check: Check) -> None:
    chunks = chunk_notebook(SMALL)
    check(SMALL, chunks)
    meant = [chunk for chunk in chunks if chunk.embeddable]
    assert [chunk.corpus for chunk in meant] == [Corpus.STRUCTURED_DOC, Corpus.CODE] * 2
    assert all(chunk.text.lstrip().startswith('"source": [') for chunk in meant)
    assert all(chunk.text.rstrip().endswith("]") for chunk in meant)
    for chunk in chunks:
        if not chunk.embeddable:
            assert chunk.references == ()
    assert sum("iVBORw0KGgo" in chunk.text for chunk in chunks) == 1


def test_breadcrumbs_are_the_headings_above() -> None:
    assert [chunk.breadcrumb for chunk in chunk_notebook(SMALL) if chunk.embeddable] == [
        ("Sales",),
        ("Sales",),
        ("Sales", "Größe 😀"),
        ("Sales", "Größe 😀"),
    ]


def test_definitions_of_headings_functions_and_classes() -> None:
    found = [definition for chunk in chunk_notebook(SMALL) for definition in chunk.definitions]
    assert [(one.kind, one.container, one.name) for one in found] == [
        (SymbolKind.STRING, "", "Sales"),
        (SymbolKind.FUNCTION, "", "load_rows"),
        (SymbolKind.STRING, "Sales", "Größe 😀"),
        (SymbolKind.CLASS, "", "Model"),
        (SymbolKind.METHOD, "Model", "fit"),
    ]
    lines = split_lines(SMALL)
    function = found[1]
    assert '"              limit=10):' in lines[function.signature.end - 1]
    assert "return table" in "".join(lines[function.whole.start : function.whole.end])
    assert "load_rows('x')" not in "".join(lines[function.whole.start : function.whole.end])
    assert "model = " not in "".join(lines[found[3].whole.start : found[3].whole.end])


def test_references_are_those_of_the_decoded_source() -> None:
    text = notebook(cell("markdown", "Uses `größe` only\n"), cell("code", 'print("a\\tb", größe)\n'), ensure_ascii=True)
    assert [chunk.references for chunk in chunk_notebook(text) if chunk.embeddable] == [
        ("größe",),
        ("print", "tb", "größe"),
    ]


def test_a_name_that_the_file_spells_with_an_escape_is_no_definition() -> None:
    text = notebook(cell("code", "def größe(): pass\n"), cell("markdown", "# Größe\n"), ensure_ascii=True)
    assert [chunk.definitions for chunk in chunk_notebook(text) if chunk.embeddable] == [(), ()]


def test_only_a_python_notebook_has_python_definitions() -> None:
    text = notebook(cell("code", "def f\nend\n"), language="ruby")
    assert not any(chunk.definitions for chunk in chunk_notebook(text))


def test_a_long_cell_is_cut_between_its_lines(check: Check) -> None:
    text = notebook(cell("code", "".join(f"value_{number} = compute({number})\n" for number in range(200))))
    chunks = chunk_notebook(text)
    check(text, chunks)
    parts = [chunk for chunk in chunks if "compute" in chunk.text]
    assert len(parts) > 3
    assert all(len(chunk.text) <= TARGET_CHARACTERS for chunk in parts)
    assert "value_0" in parts[0].references
    assert "value_0" not in parts[-1].references


def test_a_long_paragraph_in_one_string_has_a_vector_but_an_inline_image_has_none() -> None:
    prose = notebook(cell("markdown", "Many words in one line. " * 40))
    image = notebook(cell("markdown", "![](data:image/png;base64," + "QUJD" * 200 + ")"))
    assert [chunk.embeddable for chunk in chunk_notebook(prose) if "Many words" in chunk.text] == [True]
    assert [chunk.embeddable for chunk in chunk_notebook(image) if "QUJD" in chunk.text] == [False]


def test_a_source_that_is_one_string() -> None:
    text = notebook({"cell_type": "code", "metadata": {}, "source": "first = 1\nother = first"})
    (chunk,) = (chunk for chunk in chunk_notebook(text) if chunk.embeddable)
    assert chunk.references == ("first", "other")
    assert "first = 1" in chunk.text


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"cells": [cell("code", "x\n"), cell("code", "y\n")]}),
        '{"cells": [{"source": ["a"]}',
        '{"cells": 3}',
        '{"cells": []}',
        "[1, 2]",
        "no JSON",
        '{"cells": [{"source": ' + "[" * 200_000,
        '{"cells": ' + "9" * 5_000 + "}",
        "{",
        '{"cells"',
        '{"cells":',
        '{"a": 1,}',
    ],
)
def test_what_is_no_notebook_is_cut_by_lines(text: str) -> None:
    assert chunk_notebook(text) == chunk_lines(split_lines(text))


def test_hostile_cells_take_no_quadratic_time() -> None:
    for source in (
        "# " * 200_000,
        "def f" + ":#" * 200_000,
        "def f(\n" * 5_000,
        "#" + " " * 300_000 + "x",
        "\t" * 200_000 + "def f",
    ):
        for kind in ("code", "markdown"):
            chunk_notebook(notebook(cell(kind, source)))
