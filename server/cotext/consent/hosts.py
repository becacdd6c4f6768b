"""What a host is called, and whether it is this machine. Names are judged as they are written, never looked up."""

from __future__ import annotations

import ipaddress
import re

from cotext.errors import BadRequest

__all__ = ["host_name", "is_loopback"]

NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")


def host_name(host: str) -> str:
    """The one spelling of a host: lower case, an international name in ASCII, an address in its shortest form.

    Raises:
        BadRequest: it is no host; a port, a path or a wildcard makes it none.
    """
    plain = host.strip().lower().removesuffix(".")
    bracketed = plain[1:-1] if plain.startswith("[") and plain.endswith("]") else plain
    try:
        return str(ipaddress.ip_address(bracketed))
    except ValueError:
        pass
    name = plain if plain.isascii() else _in_ascii(plain)
    if name is None or len(name) > 253 or not NAME.fullmatch(name):
        raise BadRequest(f"host: {host[:100]!r} is no name or address of a machine; give it without port or path.")
    return name


def is_loopback(host: str) -> bool:
    """Whether a host, as `host_name` gives it, can be no machine but this one: 127.0.0.0/8, ::1, or "localhost", which
    a connection must then take for one of these (no resolver is asked)."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback and (address.version == 4 or address == ipaddress.IPv6Address("::1"))


def _in_ascii(name: str) -> str | None:
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError:
        return None
