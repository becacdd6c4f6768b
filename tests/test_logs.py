"""The log file."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from typing import Any

import pytest

from cotext.logs import configure_logging, set_level


@pytest.fixture(autouse=True)
def _leave_no_handlers() -> Iterator[None]:
    yield
    root = logging.getLogger()
    for handler in [one for one in root.handlers if getattr(one, "is_ours", False)]:
        root.removeHandler(handler)
        handler.close()
    logging.captureWarnings(False)
    root.setLevel(logging.WARNING)
    logging.getLogger("cotext").setLevel(logging.NOTSET)
    logging.getLogger("pygls").setLevel(logging.NOTSET)


def test_what_is_logged_stands_in_a_file_that_only_its_user_reads(tmp_path: Any) -> None:
    path = configure_logging("info", tmp_path / "logs")
    assert path is not None
    logging.getLogger("cotext.somewhere").info("a word")
    logging.getLogger("cotext.somewhere").debug("too much")
    logging.getLogger("pygls.protocol").error("a whole message")
    assert "a word" in path.read_text()
    assert "too much" not in path.read_text()
    assert "a whole message" not in path.read_text()
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_level_can_change(tmp_path: Any) -> None:
    path = configure_logging("error", tmp_path)
    assert path is not None
    logging.getLogger("cotext").warning("hidden")
    set_level("debug")
    logging.getLogger("cotext").debug("shown")
    assert "hidden" not in path.read_text()
    assert "shown" in path.read_text()


def test_a_second_call_does_not_write_everything_twice(tmp_path: Any) -> None:
    configure_logging("info", tmp_path)
    path = configure_logging("info", tmp_path)
    assert path is not None
    logging.getLogger("cotext").info("once")
    assert path.read_text().count("once") == 1


def test_the_newest_ten_files_are_kept(tmp_path: Any) -> None:
    for number in range(20):
        old = tmp_path / f"cotext-{100000 + number}.log"
        old.write_text("old")
        os.utime(old, (number, number))
    path = configure_logging("info", tmp_path)
    kept = sorted(tmp_path.glob("cotext-*.log"))
    assert len(kept) == 10
    assert path in kept
    assert tmp_path / "cotext-100019.log" in kept


@pytest.mark.skipif(os.name == "nt", reason="permissions work otherwise there")
def test_without_a_writable_folder_standard_error_has_the_log(tmp_path: Any, capsys: Any) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        path = configure_logging("info", closed / "logs")
    finally:
        if is_root:
            os.seteuid(0)
    assert path is None
    logging.getLogger("cotext").info("still here")
    told = capsys.readouterr().err
    assert "still here" in told
    assert "there is no log file" in told
