"""Which files do import statements lead to? Pure functions, without knowledge of any language's module system.

An import names a file or folder by some of its path: `from pkg.fields import X`, `use crate::fields::X`,
`#include "pkg/fields.h"`, `import a.b.Fields`. So the words of the statement are compared with the end of each path.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cotext.index.import_names import import_word

__all__ = ["FULL_MATCH", "ImportWords"]

_WORD = re.compile(r"[\w-]+")
FULL_MATCH = 4
"""Components that say all: who shares four with an import is imported."""


class ImportWords:
    """The words of a document's import statements.

    Args:
        statements: a line each.
    """

    def __init__(self, statements: Sequence[str]) -> None:
        self._statements = [tuple(map(import_word, _WORD.findall(statement))) for statement in statements]
        self._places: dict[str, list[tuple[int, int]]] = {}
        for number, words in enumerate(self._statements):
            for place, word in enumerate(words):
                self._places.setdefault(word, []).append((number, place))

    @property
    def words(self) -> Mapping[str, object]:
        """The distinct words, as `path_components` spells them."""
        return self._places

    def leads_to(self, components: Sequence[str]) -> float:
        """How much of the end of a path stands, in order, in one statement: 0 to 1, by `FULL_MATCH` components."""
        best = 0
        for number, place in self._places.get(components[-1], ()) if components else ():
            words, count = self._statements[number], 1
            while count <= min(place, len(components) - 1) and words[place - count] == components[-1 - count]:
                count += 1
            best = max(best, count)
        return min(best, FULL_MATCH) / FULL_MATCH
