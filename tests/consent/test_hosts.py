from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.consent.hosts import host_name, is_loopback
from cotext.errors import BadRequest


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ("API.Example.COM", "api.example.com"),
        ("example.com.", "example.com"),
        (" example.com ", "example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.example", "xn--bcher-kva.example"),
        ("10.0.0.7", "10.0.0.7"),
        ("[2001:DB8:0::1]", "2001:db8::1"),
        ("build_host", "build_host"),
    ],
)
def test_one_spelling(given_name: str, name: str) -> None:
    assert host_name(given_name) == name
    assert host_name(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a b",
        "example.com:443",
        "https://example.com",
        "*.example.com",
        "a/b",
        "u@example.com",
        "a..b",
        "-a",
        "x" * 300,
        "a\\b",
        "a#b",
        "a\nb",
        "☃" * 70,
        "[::1",
        "::1]",
    ],
)
def test_what_is_no_host(text: str) -> None:
    with pytest.raises(BadRequest, match="host: "):
        host_name(text)


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "localhost.", "127.0.0.1", "127.255.3.4", "::1", "[::1]", "0:0:0:0:0:0:0:1"]
)
def test_loopback(host: str) -> None:
    assert is_loopback(host_name(host))


@pytest.mark.parametrize(
    "host",
    [
        "localhost.example.com",
        "127.0.0.1.example.com",
        "example.localhost",
        "10.0.0.1",
        "0.0.0.0",
        "::",
        "::ffff:127.0.0.1",
        # How C libraries read numbers: 127.0.0.1 to some resolvers, something else or nothing to others.
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "::1%1",
        "fe80::1",
    ],
)
def test_what_merely_looks_like_loopback(host: str) -> None:
    try:
        name = host_name(host)
    except BadRequest:
        return
    assert not is_loopback(name)


@given(st.ip_addresses())
def test_every_address_keeps_its_meaning(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    assert ipaddress.ip_address(host_name(str(address))) == address
    assert is_loopback(host_name(str(address))) == (
        address in ipaddress.ip_network("127.0.0.0/8") if address.version == 4 else int(address) == 1
    )


@given(st.text())
def test_any_text_is_a_host_or_refused(text: str) -> None:
    try:
        name = host_name(text)
    except BadRequest:
        return
    assert host_name(name) == name
    assert not set(name) & set("/\\@?#* ")
