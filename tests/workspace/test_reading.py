from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cotext.errors import FileSkipped
from cotext.workspace import opening
from cotext.workspace.content_id import blob_id
from cotext.workspace.reading import COUNTERS, GONE, HARD_LIMIT, read_source

Make = Callable[[Path, dict[str, str | bytes]], None]


def reason(folder: Path, path: str) -> str:
    with pytest.raises(FileSkipped) as skipped:
        read_source(folder, path)
    return skipped.value.reason


def test_text_blob_size_and_time(tmp_path: Path, make: Make) -> None:
    data = "é\r\n".encode("utf-16")
    make(tmp_path, {"a/b.txt": data})
    COUNTERS.reset()
    source = read_source(tmp_path, "a/b.txt")
    assert (source.text, source.blob, source.size) == ("é\r\n", blob_id(data), len(data))
    assert source.modified_ns == (tmp_path / "a/b.txt").stat().st_mtime_ns
    assert (COUNTERS.files_read, COUNTERS.bytes_read) == (1, len(data))


def test_the_hint_reaches_the_decoder(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"a": "Привет".encode("cp1251")})
    assert read_source(tmp_path, "a", "windows1251").text == "Привет"


def test_links_are_never_followed(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"out/secret": "x", "w/real/a": "x"})
    (tmp_path / "w/file").symlink_to(tmp_path / "out/secret")
    (tmp_path / "w/folder").symlink_to(tmp_path / "out")
    (tmp_path / "w/inner").symlink_to("real")
    (tmp_path / "w/loop").symlink_to("loop")
    for path in (
        "file",
        "folder/secret",
        "inner/a",
        "loop",
        "../out/secret",
        "real/../../out/secret",
        "",
        "/etc/passwd",
    ):
        assert reason(tmp_path / "w", path) == "outsideFolder"
    (tmp_path / "link").symlink_to(tmp_path / "w")
    assert read_source(tmp_path / "link", "real/a").text == "x"


def test_what_is_no_regular_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(tmp_path / "socket"))
        for path in ("fifo", "folder", "socket"):
            assert reason(tmp_path, path) == "special"


def test_a_device(tmp_path: Path) -> None:
    assert reason(Path("/dev"), "null") == "special"


@pytest.mark.parametrize("path", ["nothing", "a/nothing", "file/below", "n\0ul"])
def test_what_is_gone(tmp_path: Path, make: Make, path: str) -> None:
    make(tmp_path, {"file": "x"})
    with pytest.raises(FileSkipped) as skipped:
        read_source(tmp_path, path)
    assert (skipped.value.reason, skipped.value.detail) == (
        ("outsideFolder", "The path does not lead below the folder.") if "\0" in path else ("unreadable", GONE)
    )


def test_too_large(tmp_path: Path) -> None:
    for name, size in (("over", HARD_LIMIT + 1), ("under", HARD_LIMIT)):
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    COUNTERS.reset()
    assert reason(tmp_path, "over") == "tooLarge"
    assert COUNTERS.files_read == 0
    assert reason(tmp_path, "under") == "binary"


def test_without_permission(tmp_path: Path, make: Make, open_to_all: Callable[[Path], None]) -> None:
    make(tmp_path, {"a": "x", "d/b": "x"})
    (tmp_path / "a").chmod(0)
    (tmp_path / "d").chmod(0)
    open_to_all(tmp_path)
    code = (
        "import os, sys; from pathlib import Path; from cotext.workspace.reading import read_source\n"
        "from cotext.errors import FileSkipped\n"
        "if os.getuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "for path in ('a', 'd/b'):\n"
        "    try: read_source(Path(sys.argv[1]), path)\n"
        "    except FileSkipped as skipped: print(skipped.reason)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    (tmp_path / "d").chmod(0o755)
    assert done.stdout.split() == ["unreadable", "unreadable"]


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"before")
    read = os.read
    calls: list[int] = []

    def read_and_append(descriptor: int, size: int) -> bytes:
        data = read(descriptor, size)
        if not calls:
            path.write_bytes(b"after, and longer")
        calls.append(size)
        return data

    monkeypatch.setattr(os, "read", read_and_append)
    source = read_source(tmp_path, "a")
    assert source.text == "after, and longer"
    assert source.blob == blob_id(b"after, and longer")
    assert source.modified_ns == path.stat().st_mtime_ns


def test_counting_from_many_threads(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {f"f{number}": "x" for number in range(8)})
    COUNTERS.reset()
    threads = [threading.Thread(target=lambda: [read_source(tmp_path, f"f{n}") for n in range(8)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (COUNTERS.files_read, COUNTERS.bytes_read) == (32, 32)


def test_the_way_of_platforms_without_openat(tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "STEPWISE", False)
    make(tmp_path, {"out/secret": "x", "w/d/a": "text"})
    (tmp_path / "w/link").symlink_to(tmp_path / "out")
    (tmp_path / "w/file").symlink_to(tmp_path / "out/secret")
    os.mkfifo(tmp_path / "w/fifo")
    assert read_source(tmp_path / "w", "d/a").text == "text"
    assert reason(tmp_path / "w", "link/secret") == "outsideFolder"
    assert reason(tmp_path / "w", "file") == "outsideFolder"
    assert reason(tmp_path / "w", "fifo") == "special"
    assert reason(tmp_path / "w", "none") == "unreadable"


def test_no_descriptor_is_left_open(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"a/b/c": "x", "a/n": b"\0"})
    (tmp_path / "a/l").symlink_to("b")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for path in ("a/b/c", "a/n", "a/l/c", "a/none", "a", "x/y"):
        try:
            read_source(tmp_path, path)
        except FileSkipped:
            continue
    assert len(list(Path("/proc/self/fd").iterdir())) == before
