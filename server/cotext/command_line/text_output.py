"""Answers as lines for a person. What files hold is shown, never obeyed: no control character reaches the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from cotext.records import Hit, Symbol, SymbolHit
from cotext.requests import ExplainAnswer, FolderState
from cotext.workspace.lines import split_lines

__all__ = ["Places", "explanation_lines", "harmless", "hit_lines", "state_lines", "symbol_lines"]

SNIPPET_LINES = 5
CONTROL = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"} | {0x7F: 0x2421}
CONTROL |= dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD)


def harmless(text: str) -> str:
    """The text with control characters, and those that reorder a line, shown as signs; tabs and line feeds stay."""
    return text.replace("\r\n", "\n").translate(CONTROL)


class Places:
    """How documents are written: as the folder was given, so that a terminal can open them.

    Args:
        folder: the workspace's absolute path.
        given: the workspace as the person wrote it, "." for none.
    """

    def __init__(self, folder: Path, given: str) -> None:
        self._folder = folder
        self._given = Path(given)

    def document(self, document: str) -> str:
        """A document's path for a person."""
        try:
            return harmless(str(self._given / Path(document).relative_to(self._folder)))
        except ValueError:
            return harmless(document)


def _name(symbol: Symbol | None) -> str:
    if symbol is None:
        return ""
    return harmless(f"{symbol.container}.{symbol.name}" if symbol.container else symbol.name)


def hit_lines(hit: Hit, places: Places, whole: bool = False) -> Iterator[str]:
    """`path:line: symbol`, then the hit's text, indented: all of it, or a snippet that starts at the first match."""
    first = hit.matches[0].start.line if hit.matches else hit.lines.start
    yield f"{places.document(hit.document)}:{first + 1}: {_name(hit.symbol)}".rstrip()
    lines = harmless(hit.text).splitlines()
    if whole and hit.outline:
        lines = list(_with_gaps(hit))
    elif not whole:
        # With an outline the lines shown are not consecutive, so the match's line number finds no place in them.
        skipped = 0 if hit.outline else first - hit.lines.start
        lines = [line for line in lines[skipped:] if line.strip()]
        if len(lines) > SNIPPET_LINES:
            lines[SNIPPET_LINES:] = ["..."]
    yield from (f"    {line}".rstrip() for line in lines)


def _with_gaps(hit: Hit) -> Iterator[str]:
    """The lines of an outline, with a mark where lines are left out."""
    lines = iter(split_lines(hit.text))
    for number, part in enumerate(hit.outline):
        if number:
            yield "..."
        for line in islice(lines, part.end - part.start):
            yield from harmless(line).splitlines()


def symbol_lines(hits: Sequence[SymbolHit], places: Places) -> Iterator[str]:
    """`path:line: container.name (kind)` for each."""
    for hit in hits:
        name = _name(Symbol(hit.name, hit.kind, hit.container))
        kind = hit.kind.name.lower().replace("_", " ")
        yield f"{places.document(hit.document)}:{hit.name_range.start.line + 1}: {name} ({kind})"


def state_lines(state: FolderState) -> Iterator[str]:
    """What the index of a folder holds."""
    yield f"{harmless(str(state.folder))}: {state.phase}"
    waiting = state.files_found - state.files_indexed - state.files_skipped
    counts = [f"{state.files_indexed:,} indexed", f"{state.files_skipped:,} skipped"]
    if waiting > 0:
        counts.append(f"{waiting:,} waiting")
    yield f"  files    {state.files_found:,} found: {', '.join(counts)}; {state.ignored:,} entries ignored"
    for reason, count in sorted(state.skipped_reasons.items()):
        yield f"    {count:,} {harmless(reason)}"
    yield f"  chunks   {state.chunks:,}"
    yield f"  model    {harmless(state.model)}"
    if state.message:
        yield f"  note     {harmless(state.message)}"


def explanation_lines(answer: ExplainAnswer, places: Places) -> Iterator[str]:
    """Each route's word, the ranking's evidence, and the outcome."""
    if answer.target is None:
        yield f"No chunk of the index covers this line ({answer.reason or 'unknown reason'})."
        return
    yield from hit_lines(answer.target, places)
    yield ""
    for name, route in answer.routes.items():
        rank = f"rank {route.rank}" if route.rank is not None else route.reason or "not found"
        yield f"  {name:<12} {rank}" + ("" if route.score is None else f", score {route.score:.4g}")
    if answer.evidence:
        yield ""
        yield f"  {'evidence':<40} {'value':>9} {'weight':>9} {'adds':>9}"
        for one in answer.evidence:
            yield f"  {one.name:<40} {one.value:>9.3f} {one.weight:>9.3f} {one.contribution:>+9.3f}"
    yield ""
    outcome = "returned" if answer.returned else f"not returned ({answer.reason or 'unknown reason'})"
    ranks = f"fused rank {answer.fused_rank or '-'}, final rank {answer.final_rank or '-'}"
    yield f"  {outcome}; {ranks}; the list ends at rank {answer.cutoff_rank}"
