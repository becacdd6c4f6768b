"""The encoder of queries."""

from __future__ import annotations

from dataclasses import replace

from cotext.answers.encoders import Encoders
from cotext.embedding.load import load_encoder
from cotext.index.header import Header


def test_only_the_encoder_that_made_the_index() -> None:
    builtin = load_encoder("builtin")
    header = Header("0", 1, 1, "builtin", builtin.fingerprint, builtin.dimension, "/f", "data-1")
    encoders = Encoders()
    encoder = encoders.of(header)
    assert encoder is not None
    assert encoder.fingerprint == builtin.fingerprint
    assert encoders.of(header) is encoder
    assert encoders.of(replace(header, fingerprint="another")) is None
    assert encoders.of(replace(header, model="/no/such/model")) is None


def test_not_waiting() -> None:
    encoders = Encoders()
    encoders.get("builtin", 0)
    assert encoders.get("builtin", None) is not None
