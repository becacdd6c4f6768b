"""Documents as they stand now."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.answers import present
from cotext.answers.present import FileTexts, locate
from cotext.index.stored import StoredChunk
from cotext.records import Chunk, FileQuality, LineRange
from cotext.workspace.lines import split_lines


def stored(text: str, start: int) -> StoredChunk:
    chunk = Chunk(LineRange(start, start + len(split_lines(text))), text)
    return StoredChunk.of("a.py", "python", chunk, FileQuality())


@pytest.mark.parametrize(
    ("now", "where"),
    [
        ("x\na\nb\ny\n", LineRange(1, 3)),
        ("a\nb\n", LineRange(0, 2)),
        ("new\nnew\nx\na\nb\n", LineRange(3, 5)),
        ("a\nb\nx\nx\na\nb\n", LineRange(0, 2)),
        ("a\nc\na\nb\n", LineRange(2, 4)),
        ("x\na\r\nb\n", None),
        ("x\na\n", None),
        ("", None),
        ("x\na\nb", None),
    ],
)
def test_where_a_chunk_stands_now(now: str, where: LineRange | None) -> None:
    assert locate(stored("a\nb\n", 1), split_lines(now)) == where


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.sampled_from(["a\n", "b\n", "c\n"]), min_size=1, max_size=4),
    st.lists(st.sampled_from(["a\n", "b\n", "c\n"]), max_size=12),
    st.integers(0, 12),
)
def test_the_nearest_place_with_its_text(chunk: list[str], lines: list[str], start: int) -> None:
    places = [at for at in range(len(lines) - len(chunk) + 1) if lines[at : at + len(chunk)] == chunk]
    found = locate(stored("".join(chunk), start), lines)
    if not places:
        assert found is None
    else:
        assert found is not None
        assert found.start in places
        assert found.end - found.start == len(chunk)
        assert abs(found.start - start) == min(abs(at - start) for at in places)


def test_files_are_read_again_when_they_change(tmp_path: Path) -> None:
    texts = FileTexts(None)
    assert texts.lines(tmp_path, "a.py") is None
    (tmp_path / "a.py").write_text("one\ntwo\n")
    assert texts.lines(tmp_path, "a.py") == ["one\n", "two\n"]
    assert texts.lines(tmp_path, "a.py") is texts.lines(tmp_path, "a.py")
    blob = texts.blob(tmp_path, "a.py")
    (tmp_path / "a.py").write_text("three\n")
    os.utime(tmp_path / "a.py", (1, 1))
    assert texts.lines(tmp_path, "a.py") == ["three\n"]
    assert texts.blob(tmp_path, "a.py") != blob
    (tmp_path / "a.py").unlink()
    assert texts.lines(tmp_path, "a.py") is None


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.txt").write_text("secret\n")
    (tmp_path / "folder/link.txt").symlink_to(tmp_path / "secret.txt")
    texts = FileTexts(None)
    for path in ("../secret.txt", "link.txt", str(tmp_path / "secret.txt"), "a\0b", ""):
        assert texts.lines(tmp_path / "folder", path) is None


@pytest.mark.parametrize("text", ["", "x\n", "a line of some length\n" * 40])
def test_many_files_do_not_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(present, "_CACHED_CHARACTERS", 10_000)
    texts = FileTexts(None)
    for number in range(100):
        (tmp_path / f"{number}.txt").write_text(text)
        texts.lines(tmp_path, f"{number}.txt")
    assert 10_000 - len(text) - 200 < sum(kept.taken for kept in texts._files.values()) == texts._taken <= 10_000
    assert next(reversed(texts._files)).endswith("99.txt")


def test_a_file_too_large_to_keep_with_others_is_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(present, "_CACHED_CHARACTERS", 100)
    texts = FileTexts(None)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("x\n" * 200)
        assert texts.lines(tmp_path, name) == ["x\n"] * 200
    assert len(texts._files) == 1


def test_the_encoding_hint(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("naïve façade, größer\n".encode("cp1252"))
    assert FileTexts("windows1252").lines(tmp_path, "a.txt") == ["naïve façade, größer\n"]
