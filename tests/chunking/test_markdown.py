from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.chunking.markdown import chunk_markdown
from cotext.chunking.text_chunks import TARGET_CHARACTERS
from cotext.records import Chunk, Corpus, Definition, LineRange, SymbolKind

Check = Callable[[str, tuple[Chunk, ...]], None]

pieces = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            *(
                "# One",
                "## Two ##",
                "### `Three` {#three}",
                "####### seven",
                "#",
                "## ##",
                "Title",
                "=====",
                "---",
                "+++",
            ),
            *(
                "```py",
                "```",
                "~~~~",
                "    # indented",
                "<!--",
                "-->",
                "<!-- # one line -->",
                "<pre>",
                "</pre>",
                "> # quoted",
            ),
            *(
                "- item",
                "| a | b |",
                "",
                "",
                "  # Two spaces",
                "word " * 80,
                "line\n" * 400,
                "# Größe 😀 #",
                "x" * 1600,
            ),
        ]
    ),
)
markdown = st.lists(st.tuples(pieces, st.sampled_from(["\n", "\n\n", "\r\n", "\r"])), max_size=40).map(
    lambda pairs: "".join(body + end for body, end in pairs)
)


def definitions(text: str) -> list[Definition]:
    return [definition for chunk in chunk_markdown(text) for definition in chunk.definitions]


def headings(text: str) -> list[tuple[str, str]]:
    return [(definition.container, definition.name) for definition in definitions(text)]


@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(), markdown))
def test_every_text_is_covered_once(check: Check, text: str) -> None:
    chunks = chunk_markdown(text)
    check(text, chunks)
    assert chunks == chunk_markdown(text)
    for chunk in chunks:
        assert chunk.corpus is Corpus.STRUCTURED_DOC
        assert len(chunk.text) <= TARGET_CHARACTERS or chunk.lines.end - chunk.lines.start == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("# One\n## Two ##\n###### Six #\n####### Seven\n#None", ["One", "Two", "Six"]),
        ("   # Three spaces\n    # Four\n\t# Tab", ["Three spaces"]),
        ("One\n===\n\nTwo\n---\n", ["One", "Two"]),
        ("- item\n---\n\n> quote\n---\n\n| a |\n---\n\n---\n", []),
        ("two lines\nof a paragraph\n---\n", []),
        ("# A\n---\nB\n---\n", ["A", "B"]),
        ("```sh\n# comment\n```\n# After\n~~~\n# in\n```\n# still in\n~~~\n# Out", ["After", "Out"]),
        ("````md\n```\n# in\n````\n# Out", ["Out"]),
        ("``` not a fence ```\n# Out", ["Out"]),
        ("```\n# never closed", []),
        ("<!-- # a\n# b\n-->\n# Out\n<!-- c --> \n# Too", ["Out", "Too"]),
        ("<pre>\n# in\n</pre>\n# Out\n<STYLE>\n# in\n</Style>\n# Too", ["Out", "Too"]),
        ("---\n# not: this\ntitle: x\n---\n# Out", ["Out"]),
        ("+++\n# not this\n+++\n# Out", ["Out"]),
        ("---\n# Out: never closed", ["Out: never closed"]),
        ("# C#\n## GET /users/{id}\n### Usage {#usage .wide}\n#\n## ##", ["C#", "GET /users/{id}", "Usage"]),
        ("# One\r# Two\r\n# Three", ["One", "Two", "Three"]),
    ],
)
def test_which_lines_are_headings(text: str, names: list[str]) -> None:
    assert [name for _, name in headings(text)] == names


def test_a_heading_is_a_definition_with_its_parents_and_extent() -> None:
    text = "# Größe 😀\n\nintro\n\n  ## Sub ##\ntext\n### Deep\n## Other\n# Next\n"
    assert headings(text) == [
        ("", "Größe 😀"),
        ("Größe 😀", "Sub"),
        ("Größe 😀.Sub", "Deep"),
        ("Größe 😀", "Other"),
        ("", "Next"),
    ]
    first, sub, *_ = definitions(text)
    assert first.kind is SymbolKind.STRING
    assert (first.whole, first.signature) == (LineRange(0, 8), LineRange(0, 1))
    assert (sub.whole, sub.name_range.start.column) == (LineRange(4, 7), 5)


def test_an_underlined_heading_has_two_signature_lines() -> None:
    (definition,) = definitions("  Title  \n=====\ntext\n")
    assert (definition.name, definition.name_range.start.column) == ("Title", 2)
    assert (definition.signature, definition.whole) == (LineRange(0, 2), LineRange(0, 3))


def test_small_sections_join_below_the_same_parent_only() -> None:
    filler = "Words that fill the section up. " * 12 + "\n"
    text = f"# Guide\n{filler}## A\n{filler}### A1\n{filler}### A2\n{filler}## B\n{filler}### B1\n{filler}"
    chunks = chunk_markdown(text)
    assert [[one.name for one in chunk.definitions] for chunk in chunks] == [["Guide", "A", "A1"], ["A2"], ["B", "B1"]]
    assert [chunk.breadcrumb for chunk in chunks] == [("Guide",), ("Guide", "A", "A2"), ("Guide", "B")]


def test_the_summary_is_the_heading_path_and_the_first_paragraph() -> None:
    text = "# Guide\n\nFirst paragraph\nof two lines.\n\nSecond.\n\n## Retry\n\nHow often.\n"
    (chunk,) = chunk_markdown(text)
    assert chunk.summary == "Guide\nFirst paragraph\nof two lines.\nGuide > Retry\nHow often."
    assert chunk.context == ""


def test_a_long_section_is_cut_between_blocks_and_keeps_its_heading_as_context() -> None:
    paragraph = "A sentence of the section. " * 20 + "\n\n"
    fence = "```py\n" + "x = 1\n\n" * 100 + "```\n\n"
    text = f"# Top\n\n## Long\n\n{paragraph * 4}{fence}{paragraph}## Short\n\nEnd.\n"
    chunks = [chunk for chunk in chunk_markdown(text) if chunk.breadcrumb[:2] == ("Top", "Long")]
    assert [chunk.text.count("sentence") // 20 for chunk in chunks] == [2, 2, 1]
    assert chunks[0].text.startswith("## Long\n")
    assert chunks[0].context == ""
    assert [chunk.context for chunk in chunks[1:]] == ["## Long\n"] * 2
    assert chunks[2].text.startswith("```py\n")
    assert chunks[2].text.count("```") == 2


def test_text_before_the_first_heading_has_no_breadcrumb() -> None:
    text = "---\ntitle: Guide\n---\n\n" + "Intro. " * 230 + "\n\n# One\n"
    first, *_, last = chunk_markdown(text)
    assert first.breadcrumb == ()
    assert first.text.startswith("---\ntitle")
    assert last.breadcrumb == ("One",)


def test_references_are_code_names() -> None:
    (chunk,) = chunk_markdown("# Queue\n\nUse `Queue.push` with a retry_policy. Plain words are none.\n")
    assert chunk.references == ("push", "retry_policy")


def test_hostile_text_takes_no_quadratic_time() -> None:
    for text in (
        "#" * 500_000,
        "# " * 250_000,
        "# a" + " " * 500_000 + "b",
        "<!--\n" * 100_000,
        "`" * 500_000,
        "```\n" * 100_000,
    ):
        chunk_markdown(text)
