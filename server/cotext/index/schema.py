"""The Tantivy schema: three layers (corpus, document, chunk) in one index, and which field answers which question.

Every entry has a `layer`. A corpus entry names a corpus; a document entry holds one file's record; a chunk entry holds
the terms of one chunk, and the number by which its file's record knows it. Keyword terms and embedding terms have
fields of their own: in one field, the embedding terms (as many as the vector has dimensions) would flatten BM25's
length norm.
"""

from __future__ import annotations

from enum import StrEnum

import tantivy

__all__ = ["KEYWORD_FIELDS", "SCHEMA_VERSION", "Field", "Layer", "build_schema"]

SCHEMA_VERSION = 6
"""Raised whenever fields or records change their meaning; an index with another number is rebuilt."""


class Layer(StrEnum):
    CORPUS = "corpus"
    DOCUMENT = "document"
    CHUNK = "chunk"


class Field(StrEnum):
    """Names of the index's fields.

    Whole-value terms to filter by: LAYER, CORPUS, PATH, FOLDER (each ancestor folder), LANGUAGE, FAMILY, KIND (each
    defined symbol's), CONTENT_ID (the document's identity, by which it is replaced and swept) and SKIPPED (why a
    document has no chunks). The `*_TERMS` fields hold keyword terms. Names to be met exactly or by prefix: NAME_LOWER
    in lower case, of a qualified one its last part too, INITIALS their parts' first letters ("pc" for parseConfig).
    REFERENCE holds names used, EMBEDDING sign terms. CHUNK is a chunk entry's number, its file's key and its ordinal in
    the file (`stored.file_key` x 2^16 + ordinal), FILE a document entry's: its file's key and a checksum of its record,
    by which a reader knows whether it has read it. RECORD is a document entry's stored record (`index/file_record.py`),
    which holds what is kept of its chunks too.
    """

    LAYER = "layer"
    CORPUS = "corpus"
    PATH = "path"
    FOLDER = "folder"
    LANGUAGE = "language"
    FAMILY = "family"
    KIND = "kind"
    CONTENT_ID = "content_id"
    SKIPPED = "skipped"
    PATH_TERMS = "path_terms"
    SYMBOL_TERMS = "symbol_terms"
    SUMMARY_TERMS = "summary_terms"
    BODY_TERMS = "body_terms"
    NAME_LOWER = "name_lower"
    INITIALS = "initials"
    REFERENCE = "reference"
    EMBEDDING = "embedding"
    CHUNK = "chunk"
    FILE = "file"
    RECORD = "record"


KEYWORD_FIELDS: tuple[Field, ...] = (Field.SYMBOL_TERMS, Field.SUMMARY_TERMS, Field.BODY_TERMS, Field.PATH_TERMS)

_WHOLE_VALUE = (Field.LAYER, Field.CORPUS, Field.PATH, Field.FOLDER, Field.LANGUAGE, Field.FAMILY, Field.KIND,
                Field.CONTENT_ID, Field.SKIPPED, Field.NAME_LOWER, Field.INITIALS)  # fmt: skip


def build_schema() -> tantivy.Schema:
    """The schema of every index. Terms are made by `index.terms`; Tantivy only splits them at white space."""
    builder = tantivy.SchemaBuilder()
    for name in _WHOLE_VALUE:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in KEYWORD_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field(Field.REFERENCE, tokenizer_name="whitespace", index_option="basic")
    builder.add_text_field(Field.EMBEDDING, tokenizer_name="whitespace", index_option="basic")
    builder.add_unsigned_field(Field.CHUNK, fast=True)
    builder.add_unsigned_field(Field.FILE, fast=True)
    builder.add_bytes_field(Field.RECORD, stored=True)
    return builder.build()
