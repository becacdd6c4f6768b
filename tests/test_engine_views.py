"""Whose files are found, under which name, and as they stand: excludes, inner folders, links, replaced files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cotext.engine import Engine
from cotext.records import Position, SymbolKind
from cotext.requests import ContextRequest, Mode, SearchRequest
from cotext.settings import Settings

Open = Callable[..., Engine]
INDEXED = (Mode.KEYWORD, Mode.SYMBOL, Mode.HYBRID)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    for name, text in {
        "a.py": "def alpha_thing():\n    return 1\n",
        "b.py": "def betaa_thing():\n    return 1\n",
        "inner/src/c.py": "def gamma_thing():\n    return alpha_thing()\n",
        "inner/test/d.py": "class Delta:\n    pass\n\n\ndef delta_thing():\n    return Delta()\n",
        "generated/api/g.py": "def generated_thing():\n    return 1\n",
        ".gitignore": "generated/\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def opened(cache: Path) -> Iterator[Open]:
    engines: list[Engine] = []

    def start(*folders: Path, exclude: tuple[str, ...] = ()) -> Engine:
        engine = Engine(Settings(), cache_directory=cache, exclude=exclude)
        engines.append(engine)
        for one in folders:
            engine.add_folder(one)
        assert engine.wait_until_ready(60)
        return engine

    yield start
    for engine in engines:
        engine.close()


def found(engine: Engine, query: str, mode: Mode = Mode.KEYWORD, **more: object) -> set[str]:
    return {Path(hit.document).name for hit in engine.search(SearchRequest(query, mode=mode, **more)).hits}  # type: ignore[arg-type]


def test_what_one_client_excludes_is_not_found_in_the_index_that_another_ones_process_writes(
    folder: Path, opened: Open
) -> None:
    writing = opened(folder)
    following = opened(folder, exclude=("inner/test/**",))
    assert not following.states()[0].writer
    for mode in (*INDEXED, Mode.LITERAL):
        assert "d.py" in found(writing, "delta_thing", mode)
        assert "d.py" not in found(following, "delta_thing", mode), mode
    assert "Delta" not in {hit.name for hit in following.symbols("Delta")}
    context = ContextRequest(str(folder / "a.py"), Position(0, 0), max_characters=100_000)
    assert all("inner/test" not in hit.document for hit in following.completion_context(context).hits)


def test_a_folder_that_the_outer_one_ignores_is_a_workspace_of_its_own(folder: Path, opened: Open) -> None:
    engine = opened(folder, folder / "generated", folder / "inner")
    assert "g.py" in found(engine, "generated_thing")
    assert found(engine, "generated_thing", folder=folder / "generated") == {"g.py"}
    assert "g.py" not in found(engine, "generated_thing", folder=folder)
    outer, generated, inner = engine.states()
    assert (outer.files_found, generated.files_found, inner.files_found) == (5, 1, 2)


@pytest.mark.parametrize("mode", [*INDEXED, Mode.LITERAL])
def test_globs_are_relative_to_the_folder_that_is_asked(folder: Path, opened: Open, mode: Mode) -> None:
    engine = opened(folder, folder / "inner")
    inner = folder / "inner"
    assert found(engine, "gamma_thing", mode, folder=inner, include=("src/**",)) == {"c.py"}
    assert "c.py" not in found(engine, "gamma_thing", mode, folder=inner, exclude=("src/**",))
    assert found(engine, "gamma_thing", mode, include=("inner/src/**",)) == {"c.py"}
    assert "c.py" not in found(engine, "gamma_thing", mode, include=("src/**",))


def test_the_current_file_is_known_through_a_link(folder: Path, opened: Open) -> None:
    (folder / "link").symlink_to(folder / "inner")
    engine = opened(folder)
    request = ContextRequest(str(folder / "link/src/c.py"), Position(1, 12))
    hits = engine.completion_context(request).hits
    assert hits
    assert all(not hit.document.endswith("c.py") for hit in hits)


@pytest.mark.parametrize("by_link", ["folder", "document"])
def test_a_changed_document_is_found_whichever_spelling_its_path_has(
    folder: Path, tmp_path: Path, opened: Open, by_link: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    engine = opened(link if by_link == "folder" else folder)
    document = (folder if by_link == "folder" else link) / "a.py"
    engine.set_buffer(str(document), "def renamed_thing():\n    return 2\n", "python")
    for mode in INDEXED:
        assert "a.py" in found(engine, "renamed_thing", mode), mode
    assert [hit.name for hit in engine.symbols("renamed_thing")][:1] == ["renamed_thing"]


def test_files_of_equal_size_and_time_that_change_places(folder: Path, opened: Open) -> None:
    a, b = folder / "a.py", folder / "b.py"
    for path in (a, b):
        os.utime(path, ns=(10**18, 10**18))
    engine = opened(folder)
    assert found(engine, "alpha_thing", include=("*.py",)) >= {"a.py"}
    a.rename(folder / "c.tmp")
    b.rename(a)
    (folder / "c.tmp").rename(b)
    engine.files_changed([a, b])
    assert engine.wait_until_ready(60)
    [hit] = engine.search(SearchRequest("alpha_thing", mode=Mode.SYMBOL)).hits
    assert Path(hit.document).name == "b.py"
    for hit in engine.search(SearchRequest("thing")).hits:
        assert hit.text in Path(hit.document).read_text("utf-8")


def test_a_client_that_keeps_the_byte_order_mark(folder: Path, opened: Open) -> None:
    marked = folder / "marked.py"
    marked.write_bytes(b"\xef\xbb\xbfdef marked_thing():\n    return 1\n")
    engine = opened(folder)
    engine.set_buffer(str(marked), "\ufeffdef marked_thing():\n    return 1\n", "python")
    [hit] = engine.search(SearchRequest("marked_thing", mode=Mode.SYMBOL)).hits
    assert hit.text.startswith("\ufeff")


def test_a_folder_and_a_file_in_each_others_place(folder: Path, opened: Open) -> None:
    engine = opened(folder)
    before = engine.states()[0].files_found
    (folder / "thing").mkdir()
    (folder / "thing/child.py").write_text("child = 1\n", "utf-8")
    (folder / "thing/other.py").write_text("other = 1\n", "utf-8")
    engine.files_changed([folder / "thing/child.py", folder / "thing/other.py"])
    assert engine.wait_until_ready(60)
    assert engine.states()[0].files_found == before + 2
    for name in ("child.py", "other.py"):
        (folder / "thing" / name).unlink()
    (folder / "thing").rmdir()
    (folder / "thing").write_text("now a file\n", "utf-8")
    engine.files_changed([folder / "thing"])
    assert engine.wait_until_ready(60)
    assert engine.states()[0].files_found == before + 1
    (folder / "thing").unlink()
    (folder / "thing").mkdir()
    (folder / "thing/child.py").write_text("child = 1\n", "utf-8")
    engine.files_changed([folder / "thing/child.py"])
    assert engine.wait_until_ready(60)
    assert engine.states()[0].files_found == before + 1


def test_an_unknown_language_of_the_clients_does_not_beat_the_extension(folder: Path, opened: Open) -> None:
    engine = opened(folder)
    for language in ("python.django", "no-such-language"):
        engine.set_buffer(str(folder / "a.py"), f"def edited_{language[:2]}():\n    return 1\n", language)
        assert [hit.name for hit in engine.symbols(f"edited_{language[:2]}")][:1] == [f"edited_{language[:2]}"]


def test_a_hit_shows_the_symbol_of_the_kind_that_was_asked_for(folder: Path, opened: Open) -> None:
    engine = opened(folder)
    for kind, name in ((SymbolKind.CLASS, "Delta"), (SymbolKind.FUNCTION, "delta_thing")):
        hits = engine.search(SearchRequest("delta", kinds=(kind,))).hits
        [hit] = [hit for hit in hits if hit.document.endswith("d.py")]
        assert hit.symbol is not None
        assert (hit.symbol.name, hit.symbol.kind) == (name, kind)
