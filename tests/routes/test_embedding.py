"""The embedding route against what numpy says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from cotext.embedding.binarize import cosines, quantise, unequal_signs
from cotext.embedding.encoder import Encoder
from cotext.index.overlay import OPEN_FILE
from cotext.index.reader import IndexSnapshot
from cotext.records import SymbolKind
from cotext.routes import embedding as route
from cotext.routes.embedding import embedding, embedding_equal_bits
from cotext.routes.source import Candidate, Filters, Source

MakeSource = Callable[..., Source]

QUERIES = ["parse the header of a packet", "sort orders by price", "config_load(cache)", "merge image matrix", "user"]


@pytest.fixture
def vectors(many: IndexSnapshot) -> dict[Candidate, NDArray[np.int8]]:
    """Every chunk's quantised vector."""
    found = {}
    for file in many.files.entries():
        assert (file.chunk_rows >= 0).all()
        for ordinal, vector in enumerate(many.vectors.take(file.chunk_rows)):
            found[Candidate(0, file.key, ordinal)] = vector
    assert len(found) > 200
    return found


@pytest.mark.parametrize("query", QUERIES)
def test_equal_bits_are_counted(
    many: IndexSnapshot,
    source: MakeSource,
    encoder: Encoder,
    vectors: dict[Candidate, NDArray[np.int8]],
    query: str,
) -> None:
    vector = encoder.encode_query(query)
    counted = {one: float(((row > 0) == (vector > 0)).sum()) / len(vector) for one, row in vectors.items()}
    ranked = embedding_equal_bits(source(many), vector, len(vectors))
    assert dict(ranked) == pytest.approx(counted, abs=1e-5)
    assert [score for _, score in ranked] == sorted((score for _, score in ranked), reverse=True)
    best = embedding_equal_bits(source(many), vector, 40)
    assert [score for _, score in best] == pytest.approx(sorted(counted.values(), reverse=True)[:40], abs=1e-5)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("exact_up_to", [route.EXACT, 0])
def test_with_every_candidate_compared_the_order_is_exact(
    many: IndexSnapshot,
    source: MakeSource,
    encoder: Encoder,
    vectors: dict[Candidate, NDArray[np.int8]],
    query: str,
    exact_up_to: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(route, "EXACT", exact_up_to)
    monkeypatch.setattr(route, "CANDIDATES", len(vectors) - 1)
    vector = encoder.encode_query(query)
    exact = dict(zip(vectors, cosines(vector, np.stack(list(vectors.values()))).tolist(), strict=True))
    ranked = embedding(source(many), vector, 50)
    assert dict(ranked) == pytest.approx({one: exact[one] for one, _ in ranked}, abs=1e-6)
    assert [score for _, score in ranked] == pytest.approx(sorted(exact.values(), reverse=True)[:50], abs=1e-6)


def test_the_most_equal_signs_find_nearly_all_of_the_true_ten(
    many: IndexSnapshot,
    source: MakeSource,
    encoder: Encoder,
    vectors: dict[Candidate, NDArray[np.int8]],
    generated: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Fewer candidates than there are chunks, or the signs would have nothing to do.
    assert len(vectors) > 250
    monkeypatch.setattr(route, "EXACT", 0)
    monkeypatch.setattr(route, "CANDIDATES", 100)
    queries = [*QUERIES, *[text.partition("\n\n")[0] for text in list(generated.values())[:60]]]
    texts: dict[Candidate, str] = {}
    for file in many.files.entries():
        for ordinal, stored in enumerate(file.chunks):
            lines = generated[file.path].splitlines(keepends=True)[stored.lines.start : stored.lines.end]
            texts[Candidate(0, file.key, ordinal)] = f"{file.path}\n{''.join(lines)}"
    floats = encoder.encode_documents(list(texts.values()))
    shares = []
    for query in queries:
        vector = encoder.encode_query(query)
        order = np.argsort(-(floats @ vector), kind="stable")[:10]
        exact = {list(texts)[number] for number in order.tolist()}
        shares.append(len(exact & {one for one, _ in embedding(source(many), vector, 10)}) / 10)
    assert np.mean(shares) >= 0.95, np.mean(shares)


def test_zero_and_foreign_vectors_find_nothing(many: IndexSnapshot, source: MakeSource) -> None:
    for nearest in (embedding, embedding_equal_bits):
        assert nearest(source(many), np.zeros(256, np.float32), 10) == []
        assert nearest(source(many), np.ones(8, np.float32) / np.sqrt(8), 10) == []


@pytest.mark.parametrize("nearest", [embedding, embedding_equal_bits])
def test_open_documents_score_like_indexed_ones(
    many: IndexSnapshot,
    source: MakeSource,
    encoder: Encoder,
    generated: dict[str, str],
    nearest: Callable[..., list[tuple[Candidate, float]]],
) -> None:
    path = many.paths[3]
    vector = encoder.encode_query(generated[path][:400])
    indexed = source(many)
    opened = source(many, buffers={path: generated[path]}, encoder=encoder)

    def scores(one: Source) -> dict[int, float]:
        found = [(one.stored(candidate), score) for candidate, score in nearest(one, vector, 1000)]
        return {stored.lines.start: score for stored, score in found if stored.path == path}

    assert scores(indexed)
    assert scores(opened) == pytest.approx(scores(indexed), abs=1e-5)


def test_open_documents_tie_with_indexed_ones_of_equal_vectors(
    many: IndexSnapshot, source: MakeSource, encoder: Encoder, generated: dict[str, str]
) -> None:
    buffers = {path: generated[path] for path in many.paths[:20]}
    ranked = embedding(source(many, buffers=buffers, encoder=encoder), encoder.encode_query(QUERIES[0]), 1000)
    assert any(candidate.file >= OPEN_FILE for candidate, _ in ranked)
    assert all(score == float(np.round(np.float32(score), 6)) for _, score in ranked)


def test_filters_hold(many: IndexSnapshot, source: MakeSource, encoder: Encoder) -> None:
    vector = encoder.encode_query(QUERIES[0])
    narrow = source(many, Filters(folder="net"))
    ranked = embedding(narrow, vector, 1000)
    assert ranked
    assert all(narrow.stored(candidate).path.startswith("net/") for candidate, _ in ranked)
    everything = dict(embedding(source(many), vector, 1000))
    assert {one: score for one, score in ranked if one in everything} == {
        one: everything[one] for one, _ in ranked if one in everything
    }


def test_quantising_keeps_cosines(encoder: Encoder) -> None:
    floats = encoder.encode_documents(["a.py\ndef parse(header): ...", "b.py\nclass Queue: ..."])
    vector = encoder.encode_query("queue")
    assert cosines(vector, quantise(floats)) == pytest.approx(floats @ vector, abs=0.01)


@pytest.mark.parametrize("query", QUERIES)
def test_the_scan_counts_what_the_sign_terms_count(
    many: IndexSnapshot, source: MakeSource, encoder: Encoder, query: str
) -> None:
    vector = encoder.encode_query(query)
    ranked = embedding_equal_bits(source(many), vector, 1000)
    columns = many.files.chunks
    signs, lengths = many.vectors.scan_columns(many.header.vectors)
    assert signs.shape == (4, many.header.vectors) == (4, len(lengths))
    shares = 1 - unequal_signs(vector, signs)[columns.rows] / len(vector)
    order = np.argsort(-shares, kind="stable")
    assert len(ranked) == len(columns) > 250
    assert [one.file << 16 | one.chunk for one, _ in ranked] == columns.numbers[order].tolist()
    assert [score for _, score in ranked] == pytest.approx(shares[order].tolist())


def test_filters_and_hidden_documents_are_masks_of_the_scan(
    many: IndexSnapshot, source: MakeSource, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector = encoder.encode_query(QUERIES[1])
    hidden = many.paths[5]
    for exact_up_to in (route.EXACT, 0):
        monkeypatch.setattr(route, "EXACT", exact_up_to)
        monkeypatch.setattr(route, "CANDIDATES", 60)
        for filters in (Filters(), Filters(folder="core"), Filters(kinds=(SymbolKind.FUNCTION,))):
            one = source(many, filters, buffers={hidden: ""})
            found = {candidate for candidate, _ in embedding(one, vector, 1000)}
            by_terms = {candidate for candidate, _ in embedding_equal_bits(one, vector, 1000)}
            assert found == by_terms
            assert not any(one.stored(candidate).path == hidden for candidate in found)
