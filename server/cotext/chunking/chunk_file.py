"""A file's chunks: the one door to this folder. Pure, deterministic, and never raises, whatever the text."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from cotext.chunking import component_files, file_quality, markdown, notebook, text_chunks
from cotext.chunking.grammar import TreeRefused, query_of
from cotext.chunking.languages import PLAINTEXT, grammar_of
from cotext.chunking.syntax import chunk_syntax, definitions_of
from cotext.chunking.syntax_text import SyntaxText
from cotext.records import Chunk, ChunkedFile, Corpus, Definition, LineRange
from cotext.workspace.lines import split_lines

__all__ = ["DEFINITIONS_PER_CHUNK", "LARGEST_PARSED", "chunk_file"]

LARGEST_PARSED = 8_000_000
"""Characters beyond which a file is not even parsed for its names."""

DEFINITIONS_PER_CHUNK = 50
"""How many definitions a chunk of a file holds whose names alone are indexed."""

_COMPONENTS = frozenset({"vue", "svelte", "astro"})
_PROSE = frozenset({PLAINTEXT, "restructuredtext", "asciidoc", "org"})


def chunk_file(path: str, language: str, text: str) -> ChunkedFile:
    """Cut a file into chunks.

    Of a file whose quality is `names_only`, each chunk carries up to `DEFINITIONS_PER_CHUNK` definitions that follow
    each other, in the lines from the first one's name to the last one's, with empty text, no references and no summary;
    such chunks may share lines, and are not embeddable. A poor file's chunks are whole but not embeddable.

    Args:
        path: relative POSIX path; decides what looks generated or vendored.
        language: language identifier, as `languages.document_language` gives it.
        text: decoded text, with or without byte-order mark.
    """
    lines = split_lines(text)
    quality = file_quality.assess(path, text, lines)
    if quality.names_only:
        return ChunkedFile(language, _names_only(text, lines, language), quality)
    chunks, degraded = _cut(text, lines, language)
    if quality.poor:
        chunks = tuple([replace(chunk, embeddable=False) if chunk.embeddable else chunk for chunk in chunks])
    return ChunkedFile(language, chunks, quality, degraded)


def _cut(text: str, lines: list[str], language: str) -> tuple[tuple[Chunk, ...], str]:
    if not lines or text.isspace():
        return (), ""
    if language == "markdown":
        return markdown.chunk_markdown(text), ""
    if language == "notebook":
        return notebook.chunk_notebook(text), ""
    if language in _COMPONENTS:
        return component_files.chunk_component(text, _chunk_part), ""
    if language in _PROSE:
        return text_chunks.chunk_paragraphs(text, lines), ""
    grammar = grammar_of(language)
    if grammar is None:
        return text_chunks.chunk_lines(lines), "noGrammar"
    try:
        chunks = chunk_syntax(SyntaxText(text, lines), language, grammar)
    except TreeRefused as refused:
        return text_chunks.chunk_lines(lines), refused.reason
    return chunks, ""


def _chunk_part(language: str, text: str) -> tuple[Chunk, ...]:
    return _cut(text, split_lines(text), language)[0]


def _names_only(text: str, lines: list[str], language: str) -> tuple[Chunk, ...]:
    grammar = grammar_of(language)
    if grammar is None or query_of(grammar) is None or len(text) > LARGEST_PARSED:
        return ()
    try:
        definitions = definitions_of(SyntaxText(text, lines), language, grammar)
    except TreeRefused:
        return ()
    groups = groupby(enumerate(definitions), key=lambda item: item[0] // DEFINITIONS_PER_CHUNK)
    return tuple(_names_chunk([definition for _, definition in group]) for _, group in groups)


def _names_chunk(definitions: list[Definition]) -> Chunk:
    first, last = definitions[0].name_range.start.line, definitions[-1].name_range.start.line
    return Chunk(LineRange(first, last + 1), "", tuple(definitions), embeddable=False, corpus=Corpus.CODE)
