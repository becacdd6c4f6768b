from __future__ import annotations

from pathlib import Path

from cotext.command_line.text_output import (
    Places,
    explanation_lines,
    harmless,
    hit_lines,
    state_lines,
    symbol_lines,
)
from cotext.records import Hit, LineRange, Position, Score, Symbol, SymbolHit, SymbolKind, TextRange
from cotext.requests import Evidence, ExplainAnswer, FolderState, Phase, RouteExplanation

FOLDER = Path("/work/shop").absolute()
PLACES = Places(FOLDER, ".")
HIT = Hit(
    document=str(FOLDER / "src" / "cart.py"),
    lines=LineRange(9, 18),
    text="class Cart:\n\n    def total(self):\n        a\n        b\n        c\n        d\n        e\n        f\n",
    language="python",
    score=Score(0.03, ranks={"bm25": 1}),
    matched_by=("bm25",),
    symbol=Symbol("total", SymbolKind.METHOD, "Cart"),
)


def test_a_hit_is_its_place_its_symbol_and_a_snippet() -> None:
    assert list(hit_lines(HIT, PLACES)) == [
        f"{Path('src/cart.py')}:10: Cart.total",
        "    class Cart:",
        "        def total(self):",
        "            a",
        "            b",
        "            c",
        "    ...",
    ]


def test_a_whole_hit_has_all_its_lines() -> None:
    assert len(list(hit_lines(HIT, PLACES, whole=True))) == 1 + 9


def test_a_snippet_starts_at_the_first_match() -> None:
    match = TextRange(Position(15, 8), Position(15, 9))
    hit = Hit(HIT.document, HIT.lines, HIT.text, "python", HIT.score, ("literal",), None, (match,))
    assert list(hit_lines(hit, PLACES))[:2] == [f"{Path('src/cart.py')}:16:", "            d"]


def test_places_are_written_as_the_folder_was_given() -> None:
    assert Places(FOLDER, "../shop").document(HIT.document) == str(Path("../shop/src/cart.py"))
    assert PLACES.document(str(Path("/elsewhere/x.py").absolute())) == str(Path("/elsewhere/x.py").absolute())


def test_files_cannot_steer_the_terminal() -> None:
    text = "\x1b]0;title\x07 \x9b31m \u202e evil\r\n\tx\r"
    assert harmless(text) == "␛]0;title␇ \ufffd31m \ufffd evil\n\tx␍"
    hit = Hit(HIT.document + "\x1b[2J", HIT.lines, "\x1b[2J", "python", HIT.score, (), Symbol("\x1b", SymbolKind.CLASS))
    assert "\x1b" not in "\n".join(hit_lines(hit, PLACES))


def test_symbols() -> None:
    hit = SymbolHit(
        HIT.document, "total", SymbolKind.ENUM_MEMBER, "Cart", TextRange(Position(3, 4), Position(3, 9)), "x"
    )
    assert list(symbol_lines([hit], PLACES)) == [f"{Path('src/cart.py')}:4: Cart.total (enum member)"]


def test_states() -> None:
    state = FolderState(
        FOLDER,
        Phase.INDEXING,
        files_found=1200,
        files_indexed=900,
        files_skipped=2,
        ignored=7,
        chunks=5000,
        model="builtin",
        message="Degraded.",
        skipped_reasons={"binary": 2},
    )
    assert list(state_lines(state)) == [
        f"{FOLDER}: indexing",
        "  files    1,200 found: 900 indexed, 2 skipped, 298 waiting; 7 entries ignored",
        "    2 binary",
        "  chunks   5,000",
        "  model    builtin",
        "  note     Degraded.",
    ]


def test_explanations() -> None:
    routes = {"bm25": RouteExplanation(3, 7.25), "embedding": RouteExplanation(reason="beyondDepth")}
    evidence = (Evidence("file name", 0.5, 2.0, 1.0),)
    shown = "\n".join(explanation_lines(ExplainAnswer(HIT, routes, evidence, 4, 2, True, 20, None), PLACES))
    assert "bm25         rank 3, score 7.25" in shown
    assert "embedding    beyondDepth" in shown
    assert "+1.000" in shown
    assert "returned; fused rank 4, final rank 2; the list ends at rank 20" in shown
    absent = ExplainAnswer(None, {}, (), None, None, False, 20, "ignored")
    assert list(explanation_lines(absent, PLACES)) == ["No chunk of the index covers this line (ignored)."]


def test_an_outline_shows_where_lines_are_left_out() -> None:
    hit = Hit(
        "/shop/till.py",
        LineRange(0, 9),
        "class Till:\n    def pay(self):\n    def close(self):\r\n",
        "python",
        Score(1.0),
        ("definition",),
        None,
        outline=(LineRange(0, 2), LineRange(8, 9)),
    )
    shown = list(hit_lines(hit, Places(Path("/shop"), "."), whole=True))
    assert shown == ["till.py:1:", "    class Till:", "        def pay(self):", "    ...", "        def close(self):"]
