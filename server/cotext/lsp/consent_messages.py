"""Messages on what may leave this machine, by the rules of `messages`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["ConsentGrant", "ConsentParams", "ConsentResult", "SetSecretParams"]

PurposeName = Literal["inlineModel", "embedding"]


@dataclass(frozen=True, slots=True)
class ConsentParams:
    """`cotext/consent`. A field that is left out means any; what is granted needs `purpose` and `host`, and without
    `folder` it is granted for each folder of the workspace."""

    action: Literal["list", "grant", "revoke"]
    purpose: PurposeName | None = None
    folder: str | None = None
    host: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class ConsentGrant:
    """Code of a folder (without one: of documents outside every folder) may be sent to a host."""

    purpose: PurposeName
    host: str
    granted: str
    folder: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class ConsentResult:
    """The grants that the parameters mean, as they are after the action."""

    grants: list[ConsentGrant]


@dataclass(frozen=True, slots=True)
class SetSecretParams:
    """`cotext/setSecret`; an empty value takes the secret back."""

    name: str
    value: str = field(repr=False)
