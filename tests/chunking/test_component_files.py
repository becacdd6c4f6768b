from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.chunking.component_files import chunk_component
from cotext.chunking.text_chunks import chunk_lines
from cotext.records import Chunk, Definition, LineRange, Position, SymbolKind, TextRange
from cotext.workspace.lines import split_lines

Check = Callable[[str, tuple[Chunk, ...]], None]

VUE = """<script setup lang="ts">
import { ref } from "vue";
const count = ref(0);
</script>

<template>
  <button @click="count++">
    <template v-if="count > 1">{{ count }}</template>
    <template #icon />
  </button>
</template>

<style scoped lang="scss">
button { color: red; }
</style>
"""


def parts_of(text: str) -> tuple[list[tuple[str, str]], tuple[Chunk, ...]]:
    """What a component's parts are, and its chunks when each part is cut by lines."""
    parts: list[tuple[str, str]] = []

    def chunk_part(language: str, part: str) -> tuple[Chunk, ...]:
        parts.append((language, part))
        return chunk_lines(split_lines(part))

    return parts, chunk_component(text, chunk_part)


pieces = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            *(
                "<script>",
                "</script>",
                '<script lang="ts">',
                "<style>",
                "</style>",
                "<template>",
                "</template>",
                "<template/>",
            ),
            *(
                "<!--",
                "-->",
                "---",
                "let x = '<style>';",
                '<script lang="',
                "<SCRIPT",
                ">",
                "</script",
                "x\n" * 900,
                "\n",
                "\n",
                "\r\n",
                "\r",
            ),
        ]
    ),
)


@settings(max_examples=250, deadline=None)
@given(text=st.one_of(st.text(), st.lists(pieces, max_size=25).map("".join)))
def test_every_text_is_covered_once(check: Check, text: str) -> None:
    parts, chunks = parts_of(text)
    check(text, chunks)
    assert (parts, chunks) == parts_of(text)


def test_a_vue_file_has_three_parts_and_tags_stay_with_them(check: Check) -> None:
    parts, chunks = parts_of(VUE)
    check(VUE, chunks)
    assert [language for language, _ in parts] == ["typescript", "html", "scss"]
    assert parts[0][1] == 'import { ref } from "vue";\nconst count = ref(0);\n'
    assert parts[1][1].endswith("  </button>\n")
    assert [(chunk.lines.start, chunk.lines.end) for chunk in chunks] == [(0, 4), (5, 11), (12, 15)]


def test_a_svelte_file_keeps_its_markup_outside_the_parts(check: Check) -> None:
    text = (
        '<script lang="ts" generics="T extends Map<string, number>">\n  export let name;\n</script>\n\n'
        "<h1>{name}</h1>\n\n<style>\nh1 {}\n</style>\n"
    )
    parts, chunks = parts_of(text)
    check(text, chunks)
    assert parts == [("typescript", "  export let name;\n"), ("css", "h1 {}\n")]
    assert [chunk.text for chunk in chunks][1] == "<h1>{name}</h1>\n"


def test_an_astro_file_begins_with_typescript(check: Check) -> None:
    text = "---\r\nconst title: string = 'x';\r\n---\r\n<h1>{title}</h1>\r\n"
    parts, chunks = parts_of(text)
    check(text, chunks)
    assert parts == [("typescript", "const title: string = 'x';\r\n")]
    assert len(chunks) == 2


def test_languages_of_parts() -> None:
    def language(tag: str) -> str:
        return parts_of(f"<{tag}>\nx\n</{tag.split()[0]}>")[0][0][0]

    assert language("script") == "javascript"
    assert language("script lang='tsx'") == "typescriptreact"
    assert language("script lang=jsx") == "javascriptreact"
    assert language('script type="module"') == "javascript"
    assert language('script type="module" lang="ts"') == "typescript"
    assert language('script type="application/ld+json"') == "json"
    assert language('script data-lang="ts"') == "javascript"
    assert language('style lang="less"') == "less"
    assert language('style lang="nonsense"') == "css"
    assert language('template lang="pug"') == "jade"


def test_text_beside_a_tag_is_neither_lost_nor_doubled(check: Check) -> None:
    text = "<script>let a = 1;\nlet b = 2;\nlet c = 3;</script><style>\np {}\n</style>\n<script>one()</script>\n"
    parts, chunks = parts_of(text)
    check(text, chunks)
    assert parts == [("javascript", "let b = 2;\n"), ("css", "p {}\n")]


def test_a_part_that_is_being_typed_ends_with_the_text(check: Check) -> None:
    text = '<template>\n<p/>\n</template>\n<script lang="ts">\nconst a ='
    parts, chunks = parts_of(text)
    check(text, chunks)
    assert parts[1] == ("typescript", "const a =")


def test_a_part_in_a_comment_is_none(check: Check) -> None:
    text = "<!--\n<script>\nlet old;\n</script>\n-->\n<p/>\n"
    parts, chunks = parts_of(text)
    check(text, chunks)
    assert parts == []


def test_definitions_move_with_their_lines() -> None:
    where = TextRange(Position(1, 6), Position(1, 11))
    definition = Definition("count", SymbolKind.CONSTANT, "", where, LineRange(1, 2), LineRange(1, 2))

    def chunk_part(language: str, part: str) -> tuple[Chunk, ...]:
        lines = split_lines(part)
        known = (definition,) if language == "typescript" else ()
        return (Chunk(LineRange(0, len(lines)), part, definitions=known),)

    first, *_ = chunk_component("\n\n" + VUE, chunk_part)
    (moved,) = first.definitions
    assert moved.name_range == TextRange(Position(4, 6), Position(4, 11))
    assert (moved.signature, moved.whole) == (LineRange(4, 5), LineRange(4, 5))


def test_hostile_text_takes_no_quadratic_time() -> None:
    for unit in (
        '<script "',
        "<script>",
        "<template>",
        "</template><template>",
        "<!--",
        "<style><!-- -->",
        "<script x='",
    ):
        parts_of(unit * 10_000)
        parts_of((unit + "\n") * 5_000)
