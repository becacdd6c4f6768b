"""Where the model's server is: its address as the settings have it, and whether it is on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from cotext.consent.hosts import host_name, is_loopback
from cotext.errors import BadRequest, InlineModelError
from cotext.settings import InlineModelSettings

__all__ = ["Address", "address"]

_DEFAULTS = {"llama.cpp": "http://127.0.0.1:8080", "ollama": "http://127.0.0.1:11434"}
_LOOPBACK_ADDRESSES = ("127.0.0.1", "::1")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """A server of models.

    Attributes:
        scheme: "http" or "https".
        host: as `host_name` gives it, the name that consent is given for.
        port: number of the port.
        path: of the address, without a slash at its end; query: what stands behind "?", or "".
    """

    scheme: str
    host: str
    port: int
    path: str = ""
    query: str = ""

    @property
    def is_loopback(self) -> bool:
        """Whether it can be no machine but this one."""
        return is_loopback(self.host)

    @property
    def authority(self) -> str:
        """Host and port as they stand in an address; the port only where it is not the scheme's own."""
        return _authority(self.host) if self.port == _PORTS[self.scheme] else f"{_authority(self.host)}:{self.port}"

    def urls(self, path: str) -> tuple[str, ...]:
        """The addresses to try in turn for a path below this one. "localhost" is this machine, whoever is asked for the
        name, so its numbers stand in its place."""
        if path.startswith("/v1/") and self.path.endswith("/v1"):
            path = path.removeprefix("/v1")
        # Who gives the address of the very thing is taken at their word.
        own = self.path if self.path.endswith(path) else self.path + path
        hosts = _LOOPBACK_ADDRESSES if self.host == "localhost" else (self.host,)
        query = f"?{self.query}" if self.query else ""
        return tuple(f"{self.scheme}://{_authority(host)}:{self.port}{own}{query}" for host in hosts)


def address(settings: InlineModelSettings) -> Address:
    """The address that the settings name, or that of their kind.

    Raises:
        InlineModelError: there is none, or it is no address.
    """
    url = settings.url or _DEFAULTS.get(settings.kind, "")
    if not url:
        raise InlineModelError("settings", f"Set cotext.inlineModel.url: {settings.kind} has no address of its own.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise _wrong(f"it is no address ({error})") from None
    if parts.scheme not in _PORTS:
        raise _wrong("it must begin with http:// or https://")
    if "@" in parts.netloc:
        raise _wrong("it must hold no user name or password; a key is set by the command for it")
    try:
        host = host_name(parts.netloc.rpartition(":")[0] if port is not None else parts.netloc.rstrip(":"))
    except BadRequest:
        raise _wrong("its host is no name or address of a machine") from None
    return Address(parts.scheme, host, port or _PORTS[parts.scheme], parts.path.rstrip("/"), parts.query)


def _wrong(problem: str) -> InlineModelError:
    return InlineModelError("settings", f"cotext.inlineModel.url cannot be used: {problem}.")


def _authority(host: str) -> str:
    return f"[{host}]" if ":" in host else host
