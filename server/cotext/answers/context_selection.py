"""From ranked definitions and similar code to the hits of a completion context, within its budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from cotext.answers.cancelling import check_cancelled
from cotext.answers.outlines import brief, line_ranges
from cotext.answers.sources import Found, View
from cotext.fusion.reciprocal_rank import Fused
from cotext.index.stored import FlatDefinition
from cotext.records import Hit, LineRange, Score, Symbol, SymbolKind
from cotext.requests import Cancelled
from cotext.routes.source import Candidate

__all__ = ["Budget", "Wanted", "select"]

_CONSIDERED = 400
"""Definitions, and similar chunks, looked at to fill the budget."""

_SMALLEST = 40
"""Characters; when fewer are left of the budget, nothing worth showing fits."""

_SHARE_OF_SIMILAR = 0.2
"""Of the characters, kept for the best similar code: it shows how things are done, which definitions do not."""

_SHARE_OF_FILE = 0.25
"""Of the characters, for the definitions of one file."""

_LEAST_SHARE = 600
"""Characters that the definitions of one file may take of any budget: a small one is for the likeliest."""

_MOST_MEMBERS = 16
"""Of a type that is not given as a whole, members whose heads are."""

_TYPES = frozenset({SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.STRUCT, SymbolKind.ENUM})

_FIRST, _WHOLE_FIRST, _WHOLE = 3, 600, 150
"""So many definitions are given as a whole up to so many characters; the further ones up to fewer."""

_TELLING = 60
"""Characters; a definition of one line, no longer than this, is shown although the same line stands in the document:
many classes have a `def close(self):`."""


_BETWEEN = "\n"
"""What stands in no text without its white space."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A definition to show. `fused`: of the chunk that holds its name; `place`: among the chunk's definitions."""

    fused: Fused[Candidate]
    place: int


@dataclass(frozen=True, slots=True)
class Budget:
    """Most hits, and most characters of their texts together."""

    hits: int
    characters: int


@dataclass(slots=True)
class _Shown:
    """What is shown of one document: a hit in the making."""

    first: Found
    fused: Fused[Candidate]
    symbol: Symbol | None
    lines: set[int] = field(default_factory=set)
    routes: dict[str, int] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    characters_of_definitions: int = 0


class _Selection:
    def __init__(self, view: View, budget: Budget, known: str) -> None:
        self.view, self.hits_left, self.characters_left = view, budget.hits, budget.characters
        self.shown: dict[tuple[int, int], _Shown] = {}
        self._known = _bare(known)

    def has_room(self, candidate: Candidate) -> bool:
        """Whether there is a hit left for the candidate's document, or it is shown already."""
        return self.hits_left > 0 or self.view.file(candidate) in self.shown

    def is_known(self, text: str) -> bool:
        return _bare(text) in self._known

    def add(self, found: Found, fused: Fused[Candidate], symbol: Symbol | None, lines: set[int], text: str) -> _Shown:
        file = self.view.file(found.candidate)
        document = self.shown.get(file)
        if document is None:
            document = self.shown[file] = _Shown(found, fused, symbol)
            self.hits_left -= 1
        elif fused.rrf > document.fused.rrf:
            document.first, document.fused, document.symbol = found, fused, symbol
        document.lines |= lines
        for route, rank in fused.ranks.items():
            document.routes.setdefault(route, rank)
        for route, score in fused.scores.items():
            document.scores.setdefault(route, score)
        self.characters_left -= len(text)
        self._known += _BETWEEN + _bare(text)
        return document


def select(
    view: View,
    wanted: Sequence[Wanted],
    similar: Iterable[Fused[Candidate]],
    budget: Budget,
    known: str,
    cancelled: Cancelled,
) -> list[Hit]:
    """The hits, a document each, the one with the best fused score first.

    The best similar code that fits its share is sure of a place; definitions, each in brief, take what they need of the
    rest; further similar code fills what is left.

    Args:
        view: of the request.
        wanted: definitions, the most likely first.
        similar: chunks of similar code, the most similar first.
        budget: kept exactly.
        known: text that the asker sees already.
        cancelled: raises errors.Cancelled.
    """
    selection = _Selection(view, budget, known)
    candidates = list(islice(similar, _CONSIDERED))
    _add_similar(selection, candidates, int(budget.characters * (_SHARE_OF_SIMILAR if wanted else 1)), 1, cancelled)
    _add_definitions(selection, wanted, int(budget.characters * _SHARE_OF_FILE), cancelled)
    _add_similar(selection, candidates, budget.characters, budget.hits, cancelled)
    ordered = sorted(selection.shown.values(), key=lambda one: -one.fused.rrf)
    return [_hit(view, one) for one in ordered]


def _add_similar(
    selection: _Selection, similar: Iterable[Fused[Candidate]], characters: int, most: int, cancelled: Cancelled
) -> None:
    """Add chunks as a whole, at most so many and of so many characters together."""
    view = selection.view
    for one in similar:
        characters = min(characters, selection.characters_left)
        if characters < _SMALLEST or most < 1:
            return
        check_cancelled(cancelled)
        if not selection.has_room(one.item) or view.stored(one.item).characters > characters:
            continue  # told without reading the document
        found = view.find(one.item)
        if found is None:
            continue
        lines = set(range(found.lines.start, found.lines.end))
        if document := selection.shown.get(view.file(one.item)):
            lines -= document.lines
        text = _text(view, found, lines)
        if not text.strip() or len(text) > characters or selection.is_known(text):
            continue
        selection.add(found, one, found.stored.symbol, lines, text)
        characters -= len(text)
        most -= 1


def _add_definitions(selection: _Selection, wanted: Iterable[Wanted], share: int, cancelled: Cancelled) -> None:
    view, added = selection.view, 0
    for one in islice(wanted, _CONSIDERED):
        if selection.characters_left < _SMALLEST:
            return
        check_cancelled(cancelled)
        if not selection.has_room(one.fused.item):
            continue
        document = selection.shown.get(view.file(one.fused.item))
        taken = document.characters_of_definitions if document is not None else 0
        room = min(selection.characters_left, max(share, _LEAST_SHARE) - taken)
        if room < _SMALLEST or (found := view.find(one.fused.item)) is None:
            continue
        definition = found.stored.flat_definitions[one.place]
        shown_already = document.lines if document is not None else set()
        for whole in (_WHOLE_FIRST if added < _FIRST else _WHOLE, 0):
            lines = _lines_to_show(view, found, definition, whole) - shown_already
            text = _text(view, found, lines)
            if len(text) <= room:
                break
        telling = len(text) > _TELLING or len(lines) > 1
        if not text.strip() or len(text) > room or (telling and selection.is_known(text)):
            continue
        added += 1
        shown = selection.add(found, one.fused, _symbol(definition), lines, text)
        shown.characters_of_definitions += len(text)


def _lines_to_show(view: View, found: Found, definition: FlatDefinition, whole: int) -> set[int]:
    """A definition in brief; of a type among the likeliest also the first lines of its members."""
    lines = view.lines(found.candidate, found.stored) or []
    shift = found.lines.start - found.stored.lines.start
    shown = set(brief(definition, lines, shift, found.lines, whole))
    kind, (start, end) = SymbolKind(int(definition[1])), map(int, definition[9:11])
    if whole == _WHOLE_FIRST and not shift and kind in _TYPES and len(shown) < end - start:
        members = _members(view, found, definition)
        shown.update(line for line, name in members if start < line < min(end, len(lines)) and name in lines[line])
    return shown


def _members(view: View, found: Found, definition: FlatDefinition) -> list[tuple[int, str]]:
    """The lines and names of a type's first members, wherever in the file they are."""
    inside = ".".join(filter(None, (str(definition[2]), str(definition[0]))))
    chunks = view.file_entry(found.candidate).chunks
    members = [
        (int(one[3]), str(one[0])) for chunk in chunks for one in chunk.flat_definitions if str(one[2]) == inside
    ]
    return members[:_MOST_MEMBERS]


def _symbol(definition: FlatDefinition) -> Symbol:
    name, kind, container = definition[:3]
    return Symbol(str(name), SymbolKind(int(kind)), str(container))


def _text(view: View, found: Found, lines: Iterable[int]) -> str:
    present = view.lines(found.candidate, found.stored) or []
    return "".join([present[number] for number in sorted(lines)])


def _hit(view: View, one: _Shown) -> Hit:
    ranges = line_ranges(one.lines)
    score = Score(one.fused.rrf, one.scores.get("bm25"), one.scores.get("embedding"), dict(one.routes))
    return Hit(
        one.first.document,
        LineRange(ranges[0].start, ranges[-1].end),
        _text(view, one.first, one.lines),
        one.first.stored.language,
        score,
        tuple(one.routes),
        one.symbol,
        outline=ranges if len(ranges) > 1 else (),
    )


def _bare(text: str) -> str:
    """Text without its white space: equal code in another indentation is equal code."""
    return "".join(text.split())
