"""What defines a name, and how common it is: the same for every cursor, so most of it is kept with a commit's index."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
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
_MOST_KEPT = 50_000


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
        self._fresh: dict[str, DefinedName | None] = {}
        self._gone = source.excluded_files
        self._changed = source.open_names().union(*(self._names_of(key) for key in self._gone))
        snapshot = source.snapshot
        self._chunks = snapshot.searcher.num_docs if snapshot else 0

    def get(self, name: str) -> DefinedName | None:
        """What is known of a name; None for one that nothing defines, or so much that it says nothing."""
        if name in self._changed:
            if name not in self._fresh:
                here = [one for one in self._source.defining_in_index(name) if one.file not in self._gone]
                self._fresh[name] = self._made(name, [*here, *self._source.defining_in_open(name)])
            return self._fresh[name]
        if name not in self._indexed:
            if len(self._indexed) >= _MOST_KEPT:
                self._indexed.clear()
            self._indexed[name] = self._made(name, self._source.defining_in_index(name))
        return self._indexed[name]

    def _names_of(self, key: int) -> Iterable[str]:
        """The names that the index has for a document that is open or excluded."""
        names = self._source.file(self._source.candidate_of_file(key)).names
        return (one for name, _ in names for one in (name, plain_name(name)))

    def _made(self, name: str, definers: Sequence[Candidate]) -> DefinedName | None:
        if not definers or len(definers) > _MOST_CHUNKS or len(name) < _SHORTEST:
            return None
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
