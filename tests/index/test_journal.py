"""The journal: what a death of the process leaves behind."""

from __future__ import annotations

import json
from pathlib import Path

from cotext.index.journal import Journal

FIRST, SECOND = "1" * 32, "2" * 32


def test_a_death_counts_against_the_content_in_hand(tmp_path: Path) -> None:
    for deaths in range(3):
        journal = Journal(tmp_path)
        assert (journal.crashes(FIRST), journal.crashes(SECOND)) == (deaths, 0)
        journal.take_in_hand(SECOND)
        journal.put_down()
        journal.take_in_hand(FIRST)
        journal.close()  # as the system does when the process dies


def test_what_was_put_down_is_not_blamed(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.take_in_hand(FIRST)
    journal.put_down()
    journal.close()
    assert Journal(tmp_path).crashes(FIRST) == 0


def test_pending_work_lasts_until_it_is_done(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert journal.pending == frozenset()
    journal.set_pending(["a.py", "ü.py"])
    assert Journal(tmp_path).pending == {"a.py", "ü.py"}
    journal.set_pending([])
    journal.set_pending([])
    assert Journal(tmp_path).pending == frozenset()


def test_garbage_counts_as_nothing(tmp_path: Path) -> None:
    for text in ("{", "[1, 2]", json.dumps({FIRST: "often"}), json.dumps("x"), "\xff"):
        (tmp_path / "crashes.json").write_text(text, "latin-1")
        (tmp_path / "pending.json").write_text(text, "latin-1")
        (tmp_path / "in-hand").write_bytes(b"")
        journal = Journal(tmp_path)
        assert journal.crashes(FIRST) == 0
        assert journal.pending == frozenset()
        journal.close()
