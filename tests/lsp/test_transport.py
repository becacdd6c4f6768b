"""Framing: whatever comes, the next whole message is found."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.lsp.json_rpc import ErrorCode, NotAMessageError, check_message
from cotext.lsp.transport import MalformedMessageError, MessageReader, MessageWriter, frame

PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}


def reader_of(data: bytes, seed: int = 1) -> MessageReader:
    """A reader whose stream hands the bytes out in pieces of odd sizes."""
    sizes, left = random.Random(seed), bytearray(data)

    def receive(size: int) -> bytes:
        piece = bytes(left[: min(size, sizes.randint(1, 13))])
        del left[: len(piece)]
        return piece

    return MessageReader(receive)


def everything(reader: MessageReader) -> list[object]:
    found: list[object] = []
    while True:
        try:
            found.append(reader.read())
        except MalformedMessageError:
            found.append("malformed")
        except EOFError:
            return found


def test_messages_come_out_as_they_went_in() -> None:
    sent = [PING, {"jsonrpc": "2.0", "method": "x", "params": {"text": "Grüße 😀\r\n"}}]
    assert everything(reader_of(b"".join(frame(one) for one in sent))) == sent


@pytest.mark.parametrize(
    ("broken", "before"),
    [
        (b"Content-Length: 5\r\n\r\n{bad}", ["malformed"]),
        (b"Content-Length: 3\r\n\r\n" + json.dumps(PING).encode(), ["malformed"]),
        (b"Content-Length: 60\r\n\r\n" + json.dumps(PING).encode(), [PING]),
        (b"Content-Length: -4\r\n\r\n", []),
        (b"Content-Length: many\r\n\r\n{}\r\n", []),
        (b"Content-Length: 9999999999\r\n\r\n", ["malformed"]),
        (b"Content-Length: 900000000\r\n\r\n" + json.dumps(PING).encode(), [PING]),
        (b"Content-Length: 15\r\n\r\n{bad}", ["malformed"]),
        (b'Content-Length: 900000000\r\n\r\n{"half', ["malformed"]),
        (b"\r\n\r\nnoise\nmore noise\r\n", []),
        (b"Content-Length: 2\r\n\r\n\xff\xfe", ["malformed"]),
        (b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000, ["malformed"]),
        (b"x" * 200_000, []),
    ],
    ids=[
        "not json",
        "too short",
        "too long",
        "negative",
        "no number",
        "absurd",
        "far too long",
        "into the next header",
        "half of a long one",
        "noise",
        "not utf-8",
        "deep",
        "endless line",
    ],
)
def test_the_message_after_a_broken_one_is_read(broken: Any, before: Any) -> None:
    assert everything(reader_of(broken + frame(PING))) == [*before, PING]


def test_an_odd_byte_in_a_text_costs_one_character() -> None:
    body = b'{"jsonrpc": "2.0", "method": "x", "params": {"text": "caf\xe9!"}}'
    (message,) = everything(reader_of(b"Content-Length: %d\r\n\r\n%s" % (len(body), body)))
    assert message == {"jsonrpc": "2.0", "method": "x", "params": {"text": "caf\ufffd!"}}


def test_headers_are_read_in_any_case_and_order() -> None:
    body = json.dumps(PING).encode()
    head = b"content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:%d\r\n\r\n" % len(body)
    assert everything(reader_of(head + body)) == [PING]


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60).filter(lambda noise: b":" not in noise), st.integers(0, 99))
def test_noise_between_messages_costs_no_message(noise: Any, seed: Any) -> None:
    data = frame(PING) + noise + b"\n" + frame(PING)
    assert everything(reader_of(data, seed)) == [PING, PING]


def test_what_is_written_arrives_in_order_though_the_stream_takes_little_at_a_time() -> None:
    taken = bytearray()

    def send(data: memoryview) -> int:
        taken.extend(data[:3])
        return min(3, len(data))

    writer = MessageWriter(send)
    for number in range(5):
        writer.write(b"message %d;" % number)
    writer.close()
    assert bytes(taken) == b"message 0;message 1;message 2;message 3;message 4;"


def test_a_client_that_has_gone_stops_the_writing_and_nothing_else() -> None:
    def send(data: memoryview) -> int:
        raise BrokenPipeError

    writer = MessageWriter(send)
    writer.write(b"x")
    writer.close()


@pytest.mark.parametrize(
    ("value", "message_id", "code"),
    [
        ([], None, ErrorCode.INVALID_REQUEST),
        ([PING], None, ErrorCode.INVALID_REQUEST),
        ("x", None, ErrorCode.INVALID_REQUEST),
        ({}, None, ErrorCode.INVALID_REQUEST),
        ({"jsonrpc": "1.0", "id": 3, "method": "x"}, 3, ErrorCode.INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": 3}, 3, ErrorCode.INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": 3, "method": 5}, 3, ErrorCode.INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": {}, "method": "x"}, None, ErrorCode.INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": "a", "method": "x", "params": 5}, "a", ErrorCode.INVALID_PARAMS),
    ],
)
def test_what_is_no_message_is_told_so(value: Any, message_id: Any, code: Any) -> None:
    with pytest.raises(NotAMessageError) as caught:
        check_message(value)
    assert (caught.value.answer["id"], caught.value.answer["error"]["code"]) == (message_id, code)


@pytest.mark.parametrize(
    "value",
    [
        PING,
        {"jsonrpc": "2.0", "method": "x"},
        {"jsonrpc": "2.0", "id": "a", "result": None},
        {"jsonrpc": "2.0", "id": 1, "error": {}},
    ],
)
def test_messages_pass(value: Any) -> None:
    assert check_message(value) is value
