"""Reading what a server of models writes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.errors import InlineModelError
from cotext.inline_model.reading import AnswerReader, error_text


def sse(*events: Any) -> bytes:
    return b"".join(
        b"data: " + (one if isinstance(one, bytes) else json.dumps(one).encode()) + b"\n\n" for one in events
    )


def ndjson(*events: Any) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in events)


def choice(text: str, reason: str | None = None) -> dict[str, Any]:
    return {"choices": [{"text": text, "index": 0, "finish_reason": reason}]}


STREAMS = {
    "llama.cpp": sse({"content": "return é", "stop": False}, {"content": " + 1", "stop": True}),
    "openai": sse(choice("return é"), choice(" + 1", "stop"), {"choices": [], "usage": {}}, b"[DONE]"),
    "ollama": ndjson({"response": "return é", "done": False}, {"response": " + 1", "done": True}),
}
WHOLE = {
    "llama.cpp": {"content": "return é + 1", "stop": True},
    "openai": choice("return é + 1", "length"),
    "ollama": {"response": "return é + 1", "done": True},
}


def read(kind: str, data: bytes, stops: tuple[str, ...] = (), size: int = 7) -> AnswerReader:
    reader = AnswerReader(kind, stops)
    for start in range(0, len(data), size):
        reader.feed(data[start : start + size])
    reader.end()
    return reader


@pytest.mark.parametrize("kind", STREAMS)
@given(size=st.integers(1, 400))
def test_a_stream_is_read_however_it_is_cut(kind: str, size: int) -> None:
    reader = read(kind, STREAMS[kind], size=size)
    assert reader.text == "return é + 1"
    assert reader.done


@pytest.mark.parametrize("kind", STREAMS)
def test_a_stream_that_breaks_off_leaves_what_came(kind: str) -> None:
    reader = AnswerReader(kind, ())
    reader.feed(STREAMS[kind].partition(b"\n")[0] + b"\n")
    assert reader.text == "return é"
    assert not reader.done


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("kind", WHOLE)
def test_an_answer_in_one_document_is_read_too(kind: str, indent: int | None) -> None:
    document = json.dumps(WHOLE[kind], indent=indent, ensure_ascii=False).encode()
    assert read(kind, document).text == "return é + 1"


def test_comments_and_names_of_events_are_no_answer() -> None:
    data = b": keep-alive\n\nevent: completion\nid: 3\nretry: 10\n" + STREAMS["llama.cpp"].replace(b"\n", b"\r\n")
    assert read("llama.cpp", data).text == "return é + 1"


@given(st.lists(st.text(alphabet="abS\n", max_size=4), max_size=12))
def test_an_answer_ends_at_a_stop(pieces: list[str]) -> None:
    data = sse(*({"content": one, "stop": False} for one in pieces), {"content": "", "stop": True})
    whole = "".join(pieces)
    reader = read("llama.cpp", data, ("SS", "ab\n", ""))
    assert reader.text == min((whole.partition(stop)[0] for stop in ("SS", "ab\n")), key=len)


def test_after_a_stop_nothing_more_is_needed() -> None:
    reader = AnswerReader("llama.cpp", ("\n",))
    reader.feed(sse({"content": "x = 1\ny", "stop": False}))
    assert reader.done
    reader.feed(sse({"content": "more", "stop": False}))
    assert reader.text == "x = 1"


@pytest.mark.parametrize(
    "data",
    [
        b"<html><body>Welcome</body></html>",
        b"",
        b"null",
        b"[]",
        b'{"something": "else"}',
        b"\xff\xfe\x00binary",
        b"data: nothing\n\n",
        b"[" * 100_000,
    ],
)
@pytest.mark.parametrize("kind", STREAMS)
def test_what_is_no_answer_says_so(kind: str, data: bytes) -> None:
    with pytest.raises(InlineModelError) as caught:
        read(kind, data, size=1 << 16)
    assert caught.value.kind == "unreadable"


@pytest.mark.parametrize("unit", [b"x" * 65536, b"no line of json\n" * 4096])
def test_what_never_ends_is_given_up(unit: bytes) -> None:
    reader = AnswerReader("openai", ())
    with pytest.raises(InlineModelError):
        for _ in range(1000):
            reader.feed(unit)


@pytest.mark.parametrize(
    "data",
    [
        b'{"error": "model not found"}',
        b'{"error": {"message": "model not found", "code": 404}}',
        b'data: {"error": {"message": "model not found"}}\n\n',
        b'error: {"code": 500, "message": "model not found"}\n\n',
        b'{\n "error": {\n "message": "model not found"\n }\n}\n',
        b'{"object": "error", "message": "model not found"}',
    ],
)
@pytest.mark.parametrize("kind", STREAMS)
def test_an_error_is_told_in_the_servers_words(kind: str, data: bytes) -> None:
    with pytest.raises(InlineModelError, match="model not found") as caught:
        read(kind, data)
    assert caught.value.kind == "refused"


@given(
    st.recursive(
        st.none() | st.booleans() | st.text() | st.floats(),
        lambda x: (
            st.lists(x)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "choices",
                        "text",
                        "content",
                        "response",
                        "error",
                        "message",
                        "object",
                        "stop",
                        "done",
                        "finish_reason",
                    ]
                ),
                x,
            )
        ),
    )
)
def test_whatever_json_comes_is_an_answer_or_an_error(value: Any) -> None:
    assert error_text(value) is None or isinstance(error_text(value), str)
    for kind in STREAMS:
        try:
            assert isinstance(read(kind, ndjson(value)).text, str)
        except InlineModelError:
            continue
