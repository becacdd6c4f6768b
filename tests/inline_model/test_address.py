"""The address of the model's server."""

from __future__ import annotations

from typing import Any

import pytest

from cotext.errors import InlineModelError
from cotext.inline_model.address import address
from cotext.settings import InlineModelSettings


def at(url: str, kind: str = "openai") -> Any:
    return address(InlineModelSettings(kind=kind, url=url))


@pytest.mark.parametrize(
    ("kind", "expected"), [("llama.cpp", "http://127.0.0.1:8080/x"), ("ollama", "http://127.0.0.1:11434/x")]
)
def test_a_kind_has_an_address_of_its_own(kind: str, expected: str) -> None:
    found = at("", kind)
    assert found.urls("/x") == (expected,)
    assert found.is_loopback


@pytest.mark.parametrize(
    ("url", "host", "expected"),
    [
        ("http://127.0.0.1:8012", "127.0.0.1", "http://127.0.0.1:8012/v1/completions"),
        ("http://127.0.0.1:8012/", "127.0.0.1", "http://127.0.0.1:8012/v1/completions"),
        ("https://API.Example.com/v1", "api.example.com", "https://api.example.com:443/v1/completions"),
        ("https://example.com/v1/completions", "example.com", "https://example.com:443/v1/completions"),
        ("https://example.com/fim/v1/", "example.com", "https://example.com:443/fim/v1/completions"),
        (
            "https://example.com/deployed?api-version=1",
            "example.com",
            "https://example.com:443/deployed/v1/completions?api-version=1",
        ),
        ("http://[::1]:9", "::1", "http://[::1]:9/v1/completions"),
        ("http://[2001:DB8:0::1]", "2001:db8::1", "http://[2001:db8::1]:80/v1/completions"),
        ("http://bücher.example", "xn--bcher-kva.example", "http://xn--bcher-kva.example:80/v1/completions"),
    ],
)
def test_an_address_is_the_server_or_the_thing_itself(url: str, host: str, expected: str) -> None:
    found = at(url)
    assert found.host == host
    assert found.urls("/v1/completions") == (expected,)


def test_localhost_is_this_machine_by_its_numbers() -> None:
    found = at("http://localhost:8012")
    assert found.is_loopback
    assert found.authority == "localhost:8012"
    assert found.urls("/infill") == ("http://127.0.0.1:8012/infill", "http://[::1]:8012/infill")


@pytest.mark.parametrize(
    "url",
    [
        "http://0.0.0.0:8080",
        "http://10.0.0.5",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example",
        "https://example.com",
    ],
)
def test_what_is_not_this_machine(url: str) -> None:
    assert not at(url).is_loopback


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com",
        "localhost:8080",
        "ftp://example.com",
        "file:///etc/passwd",
        "http://",
        "http:///path",
        "http://user:secret@example.com",
        "http://127.0.0.1@evil.example",
        "http://example.com:99999",
        "http://example.com:port",
        "http://exa mple.com",
        "http://[::1",
        "http://127.0.0.1\\@evil.example",
        "http://a..b",
    ],
)
def test_what_is_no_address_says_so(url: str) -> None:
    with pytest.raises(InlineModelError, match=r"cotext\.inlineModel\.url") as caught:
        at(url)
    assert caught.value.kind == "settings"
    assert "secret" not in str(caught.value)
