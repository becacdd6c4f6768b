"""How fast does text become vectors? (`make bench`)"""

from __future__ import annotations

from typing import Any

import pytest

from cotext.embedding.binarize import quantise, sign_term_text
from cotext.embedding.encoder import Encoder
from cotext.embedding.load import load_encoder


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load_encoder("builtin")


def test_load(benchmark: Any) -> None:
    benchmark(load_encoder, "builtin")


def test_encode_documents(benchmark: Any, encoder: Encoder, chunk_texts: list[str]) -> None:
    vectors = benchmark(encoder.encode_documents, chunk_texts)
    benchmark.extra_info["chunks_per_second"] = round(len(chunk_texts) / benchmark.stats["mean"])
    assert len(vectors) == len(chunk_texts)


def test_encode_query(benchmark: Any, encoder: Encoder) -> None:
    benchmark(encoder.encode_query, "where is the retry with exponential backoff implemented")


def test_sign_terms_and_bytes(benchmark: Any, encoder: Encoder, chunk_texts: list[str]) -> None:
    vectors = encoder.encode_documents(chunk_texts)
    benchmark(lambda: (sign_term_text(vectors), quantise(vectors)))
