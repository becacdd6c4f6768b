"""From JSON to the dataclasses of `messages` and back: the only place that knows camelCase.

Written for these few shapes because what a refusal must say (which field, what it should be, what it was) is part of
the protocol; it also costs no start time, unlike a converter that compiles a function for each class.
"""

from __future__ import annotations

import re
import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cotext.errors import BadRequest
from cotext.lsp.standard_messages import UintegerBounds
from cotext.settings import camel

__all__ = ["WrongField", "structure", "unstructure"]

T = TypeVar("T")
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class WrongField(BadRequest):
    """A field of a request is missing, or cannot be what it is.

    Attributes:
        field: its path as the client writes it, such as "textDocument.uri".
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


def structure(data: object, kind: type[T], path: str = "") -> T:
    """Make a `kind` of a decoded JSON value.

    Unknown fields are ignored, and null counts as missing where a field has a default.

    Raises:
        WrongField: a field is missing or wrong.
    """
    result: T = _value(data, kind, path)
    return result


def unstructure(value: Any) -> Any:
    """The JSON value of a message."""
    kind = value.__class__
    if kind in _PLAIN:
        return value
    written = _written_fields(kind)
    if written is not None:
        return {
            name: inner if inner.__class__ in _PLAIN else unstructure(inner)
            for key, name, omitted in written
            if (inner := getattr(value, key)) is not None or not omitted
        }
    if isinstance(value, list | tuple):
        return [unstructure(one) for one in value]
    if isinstance(value, Mapping):
        return {key: unstructure(inner) for key, inner in value.items()}
    return value.value if isinstance(value, Enum) else value


_PLAIN = frozenset([str, int, float, bool, types.NoneType])
"""Classes of what is a JSON value as it is. An answer holds a thousand such values, so they are told first."""


@cache
def _written_fields(kind: Hashable) -> tuple[tuple[str, str, bool], ...] | None:
    """For a class of messages each field, its name in JSON, and whether it is left out when it is None."""
    if not is_dataclass(kind):
        return None
    return tuple((one.name, camel(one.name), one.default is None) for one in fields(kind))


@cache
def _read_fields(kind: type) -> tuple[tuple[str, str, Any, bool], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (one.name, camel(one.name), hints[one.name], one.default is MISSING and one.default_factory is MISSING)
        for one in fields(kind)
    )


def _value(data: Any, kind: Any, path: str) -> Any:
    if kind is Any:
        return data
    if is_dataclass(kind):
        return _object(data, kind, path)
    if kind is str:
        return LONE_SURROGATE.sub("\ufffd", _expect(data, str, "a string", path))
    if kind is bool:
        return _expect(data, bool, "true or false", path)
    if kind is int:
        return _integer(data, path)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(data, kind, path)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _unsigned(data, arguments[1], path)
    if origin is list:
        items = _expect(data, list, "an array", path)
        return [_value(one, arguments[0], f"{path}[{index}]") for index, one in enumerate(items)]
    if origin is Literal:
        if isinstance(data, str) and data in arguments:
            return data
        raise WrongField(path, f"must be one of {', '.join(arguments)}, not {_shown(data)}.")
    if origin in (Union, types.UnionType):
        (inner,) = (one for one in arguments if one is not types.NoneType)
        return None if data is None else _value(data, inner, path)
    raise TypeError(f"{kind!r} has no JSON form here")


def _object(data: Any, kind: Any, path: str) -> Any:
    if not isinstance(data, dict):
        raise WrongField(path or "params", f"must be an object, not {_shown(data)}.")
    values: dict[str, Any] = {}
    for name, key, hint, required in _read_fields(kind):
        inner = f"{path}.{key}" if path else key
        if data.get(key) is not None:
            values[name] = _value(data[key], hint, inner)
        elif required:
            raise WrongField(inner, "is missing.")
    return kind(**values)


def _integer(data: Any, path: str) -> int:
    if isinstance(data, float) and data.is_integer():
        return int(data)
    if isinstance(data, int) and not isinstance(data, bool):
        return data
    raise WrongField(path, f"must be an integer, not {_shown(data)}.")


def _unsigned(data: Any, bounds: UintegerBounds, path: str) -> int:
    number = _integer(data, path)
    if number < 0:
        raise WrongField(path, f"must not be negative, and is {number}.")
    return min(number, bounds.maximum)


def _member(data: Any, kind: type[Enum], path: str) -> Enum:
    try:
        return kind(_integer(data, path))
    except ValueError:
        raise WrongField(path, f"{_shown(data)} is no {kind.__name__}.") from None


def _expect(data: Any, kind: type, name: str, path: str) -> Any:
    if isinstance(data, kind):
        return data
    raise WrongField(path, f"must be {name}, not {_shown(data)}.")


def _shown(data: Any) -> str:
    """A value as it may stand in an error message: its kind, and itself only when it is short."""
    if data is None:
        return "null"
    if isinstance(data, str):
        return f'"{data}"' if len(data) <= 40 else "a long string"
    if isinstance(data, dict | list):
        return "an object" if isinstance(data, dict) else "an array"
    return str(data).lower()[:40]
