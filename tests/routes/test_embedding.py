"""The embedding route against what numpy says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from cotext.embedding.binarize import cosines, quantise, query_terms
from cotext.embedding.encoder import Encoder
from cotext.index.reader import IndexSnapshot
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
def test_with_every_candidate_rescored_the_order_is_exact(
    many: IndexSnapshot,
    source: MakeSource,
    encoder: Encoder,
    vectors: dict[Candidate, NDArray[np.int8]],
    query: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(route, "CANDIDATES", len(vectors))
    vector = encoder.encode_query(query)
    exact = dict(zip(vectors, cosines(vector, np.stack(list(vectors.values()))).tolist(), strict=True))
    ranked = embedding(source(many), vector, len(vectors))
    assert dict(ranked) == pytest.approx({one: exact[one] for one, _ in ranked}, abs=1e-6)
    assert [score for _, score in ranked[:50]] == pytest.approx(sorted(exact.values(), reverse=True)[:50], abs=1e-6)


def test_the_strongest_dimensions_find_nearly_all_of_the_true_ten(
    many: IndexSnapshot,
    source: MakeSource,
    encoder: Encoder,
    vectors: dict[Candidate, NDArray[np.int8]],
    generated: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Fewer candidates than there are chunks, or the signs would have nothing to do.
    assert len(vectors) > 250
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
def test_the_fast_way_gives_the_order_of_the_weighted_terms(
    many: IndexSnapshot, source: MakeSource, encoder: Encoder, query: str
) -> None:
    terms = query_terms(encoder.encode_query(query))
    searched = source(many)
    slow = {one: score for one, score in searched.search(route._weighted(many.schema, terms), 1000)}
    fast = [slow[one] for one, _ in searched.search(route._strongest(many, terms), 1000)]
    assert len(fast) == len(slow) > 250
    assert fast == pytest.approx(sorted(slow.values(), reverse=True), abs=0.02)
