"""What defines a name, and how common it is: the same for every cursor, so most of it is kept with a commit's index."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cotext.index.import_names import plain_name
from cotext.index.schema import Field
from cotext.index.stored import FlatDefinition
from cotext.routes.definition_evidence import Evidence, name_traits
from cotext.routes.source import Candidate, Source

__all__ = ["MOST_FILES", "DefinedName", "DefinedNames"]

MOST_FILES = 8
"""A name that more files define ("get", "run") says too little about which one is meant."""

_MOST_CHUNKS = 64
"""The same of chunks, several in one file counted; it spares a look at each."""

_SHORTEST = 2
_MOST_KEPT = 20_000


class DefinedName(NamedTuple):
    """A name that something defines.

    Attributes:
        definitions: each definition, see `FlatDefinition`, with the chunk that holds its name.
        files: how many files they are in.
        rarity: log(1 + chunks / (1 + chunks that use the name)) / files.
        traits: see `name_traits`.
    """

    definitions: tuple[tuple[Candidate, FlatDefinition], ...]
    files: int
    rarity: float
    traits: Evidence


class DefinedNames:
    """The defined names of one source during one request.

    Args:
        source: what is searched, under filters.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._indexed: dict[str, DefinedName | None] = source.kept("defined names", dict)
        self._present: dict[str, DefinedName | None] = {}
        self._gone = source.excluded_files
        snapshot = source.snapshot
        self._chunks = snapshot.searcher.num_docs if snapshot else 0

    def get(self, name: str) -> DefinedName | None:
        """What is known of a name; None for one that nothing defines, or so much that it says nothing."""
        if name not in self._present:
            self._present[name] = self._find(name) if len(name) >= _SHORTEST else None
        return self._present[name]

    def _find(self, name: str) -> DefinedName | None:
        known = self._source.defining_in_index(name)
        opened = self._source.defining_in_open(name)
        if len(known) > _MOST_CHUNKS or not (known or opened):
            return None
        here = [candidate for candidate in known if candidate.file not in self._gone]
        if opened or len(here) < len(known):
            return self._made(name, [*here, *opened])
        if name not in self._indexed:
            if len(self._indexed) >= _MOST_KEPT:
                self._indexed.clear()
            self._indexed[name] = self._made(name, known)
        return self._indexed[name]

    def _made(self, name: str, definers: Iterable[Candidate]) -> DefinedName | None:
        definitions = tuple((one, definition) for one in definers for definition in self._defining(one, name))
        files = len({candidate.file for candidate, _ in definitions})
        if not 0 < files <= MOST_FILES:
            return None
        snapshot = self._source.snapshot
        users = snapshot.doc_freq(Field.REFERENCE, name) if snapshot else 0
        rarity = math.log(1 + self._chunks / (1 + users)) / files
        return DefinedName(definitions, files, rarity, name_traits(name, users, self._chunks, files))

    def _defining(self, candidate: Candidate, name: str) -> Iterator[FlatDefinition]:
        for definition in self._source.stored(candidate).flat_definitions:
            written = str(definition[0])
            if written == name or (written.endswith(name) and plain_name(written) == name):
                yield definition
