"""Which language a file is in, and what follows from that: its grammar, its family, its corpus.

Language identifiers are those of the language server protocol where it has one, else the ones that editors use. Nothing
here loads a grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from cotext.chunking.languages_table import ALIASES, INTERPRETERS, TABLE
from cotext.records import Corpus

__all__ = ["LANGUAGES", "PLAINTEXT", "Language", "document_language", "family", "grammar_of", "language_of_path"]

PLAINTEXT = "plaintext"


@dataclass(frozen=True, slots=True)
class Language:
    """What is known of a language.

    Attributes:
        id: language identifier.
        grammar: name of its grammar in `tree_sitter_language_pack`, None where there is none.
        family: languages whose files use each other's definitions share one ("javascript" for TypeScript and Vue too).
        corpus: the corpus that its text belongs to.
    """

    id: str
    grammar: str | None
    family: str
    corpus: Corpus = Corpus.CODE


_STRUCTURED_DOCUMENTS = frozenset({"markdown", "restructuredtext", "asciidoc", "org", PLAINTEXT})

_SHEBANG = re.compile(r"\ufeff?#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+)*(?:\w+=\S*\s+)*)?(?:\S*/)?([A-Za-z][A-Za-z-]*)")

# Case decides here and nowhere else: these are C++ by an old Unix habit.
_CASE_SENSITIVE = {"C": "cpp", "H": "cpp"}


def _read_table() -> tuple[dict[str, Language], dict[str, str], dict[str, str]]:
    languages: dict[str, Language] = {}
    by_extension: dict[str, str] = {}
    by_name: dict[str, str] = {}
    for row in TABLE.split("\n"):
        if not row:
            continue
        identifier, grammar, family_name, extensions, names = row.split("|")
        corpus = Corpus.STRUCTURED_DOC if identifier in _STRUCTURED_DOCUMENTS else Corpus.CODE
        languages[identifier] = Language(identifier, grammar or None, family_name or identifier, corpus)
        by_extension.update(dict.fromkeys(extensions.split(), identifier))
        by_name.update(dict.fromkeys(names.split(), identifier))
    return languages, by_extension, by_name


LANGUAGES, _BY_EXTENSION, _BY_NAME = _read_table()


def language_of_path(path: str, first_line: str = "") -> str:
    """The language identifier that a path's file name or extension stands for; "plaintext" when neither is known.

    Args:
        path: any path, relative or absolute, with slashes or backslashes.
        first_line: the file's first line, where it is known: `#!` names the language of a script without an extension.
    """
    known = _known_by_path(path)
    if known is not None:
        return known
    shebang = _SHEBANG.match(first_line)
    return INTERPRETERS.get(shebang[1].lower(), PLAINTEXT) if shebang is not None else PLAINTEXT


def _known_by_path(path: str) -> str | None:
    name = re.split(r"[/\\]", path)[-1]
    lower = name.lower()
    if (known := _BY_NAME.get(lower)) is not None:
        return known
    if (known := _CASE_SENSITIVE.get(name.rpartition(".")[2])) is not None and "." in name:
        return known
    # "a.cmake.in": the longest known ending wins, so look from the left.
    at = lower.find(".")
    while at >= 0:
        if (known := _BY_EXTENSION.get(lower[at + 1 :])) is not None:
            return known
        at = lower.find(".", at + 1)
    # "Dockerfile.production", "Makefile.win".
    return None if lower.startswith(".") else _BY_NAME.get(lower.partition(".")[0])


def document_language(path_or_uri: str, language_id: str) -> str:
    """The language of an open document: its path's extension decides.

    `language_id` decides for untitled documents, for unknown extensions, and when it is not "plaintext" and belongs to
    another family than the extension's language; a language that nobody knows never does.

    Args:
        path_or_uri: absolute path or URI of the document.
        language_id: what the client calls its language; may be empty.
    """
    claimed = _canonical(language_id)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", path_or_uri)  # two letters at least: "C:" is a drive
    if scheme is not None:
        if scheme[1].lower() == "untitled":
            return claimed
        path_or_uri = unquote(re.split(r"[?#]", path_or_uri)[0])
    by_path = _known_by_path(path_or_uri)
    if by_path is None:
        return claimed
    if claimed not in LANGUAGES:
        claimed = _canonical(language_id.partition(".")[0])  # Vim's "python.django"
    if claimed in LANGUAGES and claimed != PLAINTEXT and family(claimed) != family(by_path):
        return claimed
    return by_path


def family(language_id: str) -> str:
    """The family of a language: the languages whose files use each other's definitions. An unknown one is its own."""
    identifier = _canonical(language_id)
    return LANGUAGES[identifier].family if identifier in LANGUAGES else identifier


def grammar_of(language_id: str) -> str | None:
    """The name of a language's grammar in `tree_sitter_language_pack`, or None."""
    known = LANGUAGES.get(_canonical(language_id))
    return known.grammar if known is not None else None


def _canonical(language_id: str) -> str:
    lower = language_id.strip().lower()
    return ALIASES.get(lower, lower) or PLAINTEXT
