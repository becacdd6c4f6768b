from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cotext.consent.store import FILE_NAME, ConsentStore, GrantFilter, Purpose
from cotext.errors import BadRequest, ConsentError

INLINE, EMBEDDING = Purpose.INLINE_MODEL, Purpose.EMBEDDING
HOST = "api.example.com"
needs_modes = pytest.mark.skipif(os.name == "nt", reason="there are no such modes")


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    folders = (tmp_path / "one", tmp_path / "two")
    for folder in folders:
        folder.mkdir()
    return folders


@pytest.fixture
def store(tmp_path: Path) -> ConsentStore:
    return ConsentStore(tmp_path / "data" / "cotext")


def test_a_grant_is_for_its_purpose_host_folder_and_model(store: ConsentStore, places: tuple[Path, Path]) -> None:
    one, two = places
    assert not store.allows(INLINE, HOST, one)
    store.grant(INLINE, HOST.upper(), [one])
    assert store.allows(INLINE, HOST, one)
    assert store.allows(INLINE, HOST, one, "any")
    assert not store.allows(EMBEDDING, HOST, one)
    assert not store.allows(INLINE, "example.com", one)
    assert not store.allows(INLINE, f"x.{HOST}", one)
    assert not store.allows(INLINE, HOST, two)
    assert not store.allows(INLINE, HOST, one / "inner")
    assert not store.allows(INLINE, HOST, one.parent)
    assert not store.allows(INLINE, HOST, None)
    store.grant(EMBEDDING, HOST, [one], "large")
    assert store.allows(EMBEDDING, HOST, one, "large")
    assert not store.allows(EMBEDDING, HOST, one, "small")
    store.grant(INLINE, HOST, [None])
    assert store.allows(INLINE, HOST, None)


def test_grants_are_kept_for_every_process(store: ConsentStore, places: tuple[Path, Path], tmp_path: Path) -> None:
    other = ConsentStore(tmp_path / "data" / "cotext")
    store.grant(INLINE, HOST, places)
    assert [other.allows(INLINE, HOST, one) for one in places] == [True, True]
    assert other.revoke(GrantFilter(folder=places[0])) == 1
    assert [store.allows(INLINE, HOST, one) for one in places] == [False, True]


def test_what_is_granted_twice_is_there_once(store: ConsentStore, places: tuple[Path, Path]) -> None:
    store.grant(INLINE, HOST, [places[0], places[0]])
    first = store.grants()
    store.grant(INLINE, HOST, [places[0]])
    assert store.grants() == first
    assert len(first) == 1


@needs_modes
def test_a_folder_is_the_same_by_any_path(store: ConsentStore, places: tuple[Path, Path], tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(places[0])
    store.grant(INLINE, HOST, [link])
    assert store.allows(INLINE, HOST, places[0])
    assert store.allows(INLINE, HOST, places[0] / ".." / "one")
    # The name now leads elsewhere: what was allowed was the folder that it led to.
    link.unlink()
    link.symlink_to(places[1])
    assert not store.allows(INLINE, HOST, link)


@pytest.mark.parametrize(
    ("meant", "left"),
    [
        (GrantFilter(), []),
        (GrantFilter(purpose=INLINE), [(EMBEDDING, HOST)]),
        (GrantFilter(host="OTHER.example"), [(INLINE, HOST), (EMBEDDING, HOST)]),
        (GrantFilter(host="nobody.example"), [(INLINE, HOST), (INLINE, "other.example"), (EMBEDDING, HOST)]),
        (GrantFilter(model="large"), [(INLINE, HOST), (INLINE, "other.example")]),
    ],
)
def test_what_is_meant_is_taken_back(
    store: ConsentStore, places: tuple[Path, Path], meant: GrantFilter, left: list[tuple[Purpose, str]]
) -> None:
    store.grant(INLINE, HOST, [places[0]])
    store.grant(INLINE, "other.example", [places[1]])
    store.grant(EMBEDDING, HOST, [places[1]], "large")
    assert store.revoke(meant) == 3 - len(left)
    assert [(one.purpose, one.host) for one in store.grants()] == left


def test_a_wrong_host_is_refused(store: ConsentStore, places: tuple[Path, Path]) -> None:
    with pytest.raises(BadRequest):
        store.grant(INLINE, "https://example.com/", [places[0]])
    with pytest.raises(BadRequest):
        store.revoke(GrantFilter(host="*"))
    assert store.grants() == ()


@needs_modes
def test_files_are_the_users_alone(store: ConsentStore, places: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "data" / "cotext").mkdir(parents=True, mode=0o755)
    store.grant(INLINE, HOST, places)
    assert (tmp_path / "data" / "cotext").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "data" / "cotext").iterdir()} == {0o600}


@needs_modes
def test_what_others_can_write_grants_nothing(store: ConsentStore, places: tuple[Path, Path], tmp_path: Path) -> None:
    store.grant(INLINE, HOST, places)
    path = tmp_path / "data" / "cotext" / FILE_NAME
    path.chmod(0o620)
    assert not store.allows(INLINE, HOST, places[0])
    path.chmod(0o600)
    assert store.allows(INLINE, HOST, places[0])


def damaged(good: str) -> list[str]:
    rows = json.loads(good)
    row = rows["grants"][0]
    return [
        "",
        good[:-1],
        "[]",
        "[" * 100_000,
        json.dumps({**rows, "format": 2}),
        json.dumps({**rows, "grants": {}}),
        json.dumps({**rows, "grants": [{**row, "purpose": "everything"}]}),
        json.dumps({**rows, "grants": [{**row, "folder": None}]}),
        json.dumps({**rows, "grants": [row, {"host": HOST}]}),
    ]


@pytest.mark.parametrize("number", range(9))
def test_a_damaged_file_grants_nothing_and_is_kept(
    store: ConsentStore, places: tuple[Path, Path], tmp_path: Path, number: int
) -> None:
    store.grant(INLINE, HOST, [places[0]])
    path = tmp_path / "data" / "cotext" / FILE_NAME
    text = damaged(path.read_text())[number]
    path.write_text(text)
    assert store.grants() == ()
    assert not store.allows(INLINE, HOST, places[0])
    store.grant(INLINE, HOST, [places[1]])
    if number != 5:
        assert [one.folder for one in store.grants()] == [str(places[1].resolve())]
        assert path.with_suffix(".unusable").read_text() == text


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConsentError, match="cannot be written"):
        ConsentStore(tmp_path / "file" / "cotext").grant(INLINE, HOST, [tmp_path])


def test_many_writers_lose_nothing(store: ConsentStore, tmp_path: Path) -> None:
    def grant(number: int) -> None:
        ConsentStore(tmp_path / "data" / "cotext").grant(INLINE, f"host{number}.example", [tmp_path])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(grant, range(32)))
    assert sorted(one.host for one in store.grants()) == sorted(f"host{number}.example" for number in range(32))


def command(*arguments: str) -> Callable[[dict[str, str]], subprocess.CompletedProcess[str]]:
    start = [str(Path(sys.executable).with_name("cotext")), "consent", *arguments]
    return lambda environment: subprocess.run(start, env=environment, capture_output=True, text=True, timeout=60)


def test_at_a_terminal(tmp_path: Path, places: tuple[Path, Path]) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path)}
    nothing = command("list")(environment)
    assert (nothing.returncode, nothing.stdout) == (1, "Nothing.\n")
    granted = command("grant", HOST, str(places[0]))(environment)
    assert granted.returncode == 0
    assert f"Allowed: {places[0]} -> {HOST} (inlineModel; " in granted.stdout
    command("grant", HOST, str(places[1]), "--purpose", "embedding", "--model", "large")(environment)
    listed = json.loads(command("list", "--json")(environment).stdout)["grants"]
    assert [{**one, "granted": ""} for one in listed] == [
        {"purpose": "inlineModel", "host": HOST, "granted": "", "folder": places[0].as_uri()},
        {"purpose": "embedding", "host": HOST, "granted": "", "folder": places[1].as_uri(), "model": "large"},
    ]
    assert ConsentStore(tmp_path / "data" / "cotext").allows(INLINE, HOST, places[0])
    one = command("list", str(places[0]))(environment)
    assert len(one.stdout.splitlines()) == 1
    refused = command("revoke")(environment)
    assert refused.returncode == 2
    assert "--all" in refused.stderr
    assert command("revoke", "nobody.example")(environment).returncode == 1
    assert command("revoke", HOST, str(places[0]))(environment).returncode == 0
    assert command("revoke", "--all", "--json")(environment).stdout == '{"grants": []}\n'
    assert command("list", "--json")(environment).returncode == 1
    assert command("grant", "https://x", str(places[0]))(environment).returncode == 2
    assert command("grant", HOST, str(tmp_path / "nowhere"))(environment).returncode == 2
