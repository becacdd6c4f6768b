"""Write the TypeScript types of Cotext's own messages from the server's dataclasses.

    python -m generators.protocol_types [FILE]

A test regenerates them and compares, so that the two sides cannot drift.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
import types
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum, IntEnum
from inspect import getdoc
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from cotext.lsp import messages, requests, status
from cotext.lsp.standard_messages import NoParams
from cotext.settings import Settings, camel

__all__ = ["TARGET", "generate", "main"]

TARGET = Path(__file__).parents[2] / "vscode-extension" / "src" / "protocol.gen.ts"

HEADER = """\
// Generated from the server's dataclasses by `python -m generators.protocol_types`; change those instead.
"""


@dataclass(frozen=True, slots=True)
class Method:
    """A request of Cotext's own, with the classes of its parameters and result."""

    name: str
    params: type
    result: Any


def own_requests() -> Iterator[Method]:
    """Every request that the protocol itself does not know, by name."""
    modules = [
        importlib.import_module(f"{requests.__name__}.{one.name}") for one in pkgutil.iter_modules(requests.__path__)
    ]
    for module in sorted(modules, key=lambda one: str(one.METHOD)):
        if module.METHOD.startswith("cotext/"):
            hints = get_type_hints(module.answer)
            (params,) = (hint for name, hint in hints.items() if name not in ("session", "return"))
            yield Method(module.METHOD, params, hints["return"])


def generate() -> str:
    """The text of the file."""
    methods = list(own_requests())
    params = [one.params for one in methods if one.params is not NoParams]
    results = [one.result for one in methods if is_dataclass(one.result)]
    sent = _reachable(params)
    shapes = dict.fromkeys([*_reachable(results), *sent, *_reachable([Settings])])
    parts = [HEADER, _command_type()]
    parts += [_enum(one) if issubclass(one, Enum) else _interface(one, one in sent) for one in _ordered(shapes)]
    parts.append(_requests(methods))
    told = f'  "{status.METHOD}": {messages.IndexStatusResult.__name__};\n'
    parts.append(
        f"/** Parameters of each notification that the server sends. */\nexport interface Notifications {{\n{told}}}\n"
    )
    return "\n".join(parts)


def main(arguments: Sequence[str]) -> int:
    """Write the file that is named, or the extension's."""
    target = Path(arguments[0]) if arguments else TARGET
    target.write_text(generate(), encoding="utf-8", newline="\n")
    return 0


def _reachable(roots: Sequence[Any]) -> dict[type, None]:
    """The dataclasses and enumerations that stand in these, and themselves."""
    found: dict[type, None] = {}
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if isinstance(one, type) and (is_dataclass(one) or issubclass(one, Enum)):
            if one not in found:
                found[one] = None
                if is_dataclass(one):
                    waiting += get_type_hints(one, include_extras=True).values()
        else:
            waiting += [inner for inner in get_args(one) if inner is not one]
    return found


def _ordered(shapes: dict[type, None]) -> list[type]:
    return sorted(shapes, key=lambda one: one.__name__)


def _requests(methods: Sequence[Method]) -> str:
    lines = [f'  "{one.name}": {{ params: {_type(one.params)}; result: {_type(one.result)} }};' for one in methods]
    return "/** Parameters and result of each request. */\nexport interface Requests {\n" + "\n".join(lines) + "\n}\n"


def _command_type() -> str:
    names = " | ".join(f'"{one.value}"' for one in messages.Command)
    return f"{_comment(messages.Command)}export type Command = {names};\n"


def _enum(kind: type[Enum]) -> str:
    if not issubclass(kind, IntEnum):
        return f"export type {kind.__name__} = {' | '.join(repr(one.value) for one in kind)};\n"
    members = [f"  {one.name.title().replace('_', '')} = {one.value}," for one in kind]
    comment = (
        "/** Numbers of the language server protocol's `SymbolKind`. */\n" if kind.__name__ == "SymbolKind" else ""
    )
    return f"{comment}export enum {kind.__name__} {{\n" + "\n".join(members) + "\n}\n"


def _interface(kind: Any, is_sent: bool) -> str:
    hints = get_type_hints(kind, include_extras=True)
    lines = [f"  {_field(one, hints[one.name], is_sent)};" for one in fields(kind)]
    return f"{_comment(kind)}export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _field(one: Field[Any], hint: Any, is_sent: bool) -> str:
    """What the client sends may lack every field that has a default; what it gets lacks only what would be null."""
    has_default = one.default is not MISSING or one.default_factory is not MISSING
    is_optional = has_default if is_sent else one.default is None
    if "setting" in one.metadata and (choices := one.metadata["setting"].choices):
        hint = Literal[choices]
    if is_optional:
        hint = _without_none(hint)
    return f"{camel(one.name)}{'?' if is_optional else ''}: {_type(hint)}"


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        (inner,) = (one for one in get_args(hint) if one is not types.NoneType)
        return inner
    return hint


def _type(hint: Any) -> str:
    simple = {str: "string", bool: "boolean", int: "number", float: "number", types.NoneType: "null"}
    if hint is NoParams:
        return "Record<string, never>"
    if hint in simple:
        return simple[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(one) for one in arguments)
    if origin is list or (origin is tuple and arguments[1:] == (...,)):
        inner = _type(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(arguments[0])}, {_type(arguments[1])}>"
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, Enum)):
        return hint.__name__
    raise TypeError(f"{hint!r} has no TypeScript type here")


def _comment(kind: type) -> str:
    text = re.sub(r"\s+", " ", (getdoc(kind) or "").split("\n\n")[0]).strip()
    return f"/** {text} */\n" if text else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
