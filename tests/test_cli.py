"""The command as people and scripts run it: a process of its own, over a real workspace."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cotext import __version__
from cotext.cli import main
from cotext.command_line.commands import _folder_of, _place

COMMAND = [sys.executable, "-I", "-m", "cotext"]
TIMEOUT = 120


def run(*arguments: str, cwd: Path | None = None, cache: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if cache is not None:
        environment["XDG_CACHE_HOME"] = str(cache)
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small workspace in two languages, one file ignored."""
    folder = tmp_path_factory.mktemp("workspaces") / "shop"
    (folder / "net").mkdir(parents=True)
    (folder / ".gitignore").write_text("secret.py\n", encoding="utf-8")
    (folder / "secret.py").write_text("def hidden_total():\n    return 'retry'\n", encoding="utf-8")
    (folder / "net" / "retry.py").write_text(
        '"""Trying again."""\n\nimport time\n\n\ndef retry_with_backoff(call, attempts=5, delay=0.1):\n'
        '    """Call again after a failure, waiting twice as long each time."""\n'
        "    for attempt in range(attempts):\n        try:\n            return call()\n"
        "        except OSError:\n            time.sleep(delay * 2**attempt)\n    raise TimeoutError\n",
        encoding="utf-8",
    )
    (folder / "cart.ts").write_text(
        "export interface LineItem { price: number; count: number }\n\n"
        "export class ShoppingCart {\n  items: LineItem[] = [];\n\n"
        "  totalPrice(): number {\n"
        "    return this.items.reduce((sum, item) => sum + item.price * item.count, 0);\n  }\n}\n",
        encoding="utf-8",
    )
    (folder / "checkout.py").write_text(
        "from net.retry import retry_with_backoff\n\n\ndef pay(order, bank):\n    return retry_with\n", encoding="utf-8"
    )
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def document(result: subprocess.CompletedProcess[str]) -> Any:
    assert result.returncode in (0, 1), result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_version() -> None:
    result = run("--version")
    assert (result.returncode, result.stdout) == (0, f"cotext {__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["find"],
        ["search"],
        ["search", "x", ".", "extra"],
        ["search", "x", "--limit", "-1"],
        ["search", "x", "--mode", "guess"],
        ["search", "x", "--kind", "thing"],
        ["context", "cart.ts"],
        ["context", "cart.ts:0"],
        ["context", "absent.py:1"],
        ["status", "absent"],
        ["index", "cart.ts"],
        ["search", "x", "--setting", "logLevel"],
        ["search", "x", "--setting", "logLevel=loud"],
        ["search", "(", "--mode", "regex"],
        ["serve", "--tcp", "8080"],
        ["serve", "--tcp", "localhost:99999"],
    ],
)
def test_a_wrong_command_line_is_told(arguments: list[str], shop: Path, cache: Path) -> None:
    result = run(*arguments, cwd=shop, cache=cache)
    assert result.returncode == 2
    assert result.stdout == ""
    assert "cotext" in result.stderr
    assert "Traceback" not in result.stderr


def test_search_indexes_when_needed_and_prints_places(shop: Path, cache: Path) -> None:
    result = run("search", "try again after a failure", cwd=shop, cache=cache)
    assert (result.returncode, result.stderr) == (0, "")
    first, second = result.stdout.splitlines()[:2]
    assert first.startswith(f"{Path('net/retry.py')}:")
    assert second.startswith("    ")
    assert "secret.py" not in result.stdout


def test_search_in_a_given_folder(shop: Path, cache: Path) -> None:
    result = run("search", "shopping cart", "--limit", "1", "shop", cwd=shop.parent, cache=cache)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(f"{Path('shop/cart.ts')}:")


def test_search_json_has_the_protocols_shape(shop: Path, cache: Path) -> None:
    answer = document(run("search", "total price", "--json", str(shop), cache=cache))
    hit = answer["hits"][0]
    assert hit["uri"] == (shop / "cart.ts").resolve().as_uri()
    assert hit["languageId"] == "typescript"
    assert set(hit["range"]) == {"start", "end"}
    assert "totalPrice" in hit["text"]
    assert hit["score"]["ranks"]
    assert set(hit["matchedBy"]) <= {"bm25", "embedding", "symbol", "definition"}
    (state,) = answer["states"]
    assert state["phase"] == "ready"
    assert state["folder"] == shop.resolve().as_uri()
    assert state["files"]["found"] == state["files"]["indexed"] + state["files"]["skipped"]


def test_search_filters(shop: Path, cache: Path) -> None:
    def found(*options: str) -> set[str]:
        answer = document(run("search", "retry total price", *options, "--json", cwd=shop, cache=cache))
        return {hit["uri"].rpartition("/")[2] for hit in answer["hits"]}

    assert found("--language", "typescript") == {"cart.ts"}
    assert found("--include", "net/**") == {"retry.py"}
    assert "cart.ts" not in found("--exclude", "*.ts")
    assert found("--kind", "class") <= {"cart.ts"}


@pytest.mark.parametrize(("mode", "query"), [("literal", "time.sleep(delay"), ("regex", r"time\.\w+\(delay")])
def test_literal_and_regex(mode: str, query: str, shop: Path, cache: Path) -> None:
    result = run("search", query, "--mode", mode, cwd=shop, cache=cache)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == [
        f"{Path('net/retry.py')}:12:",
        "                time.sleep(delay * 2**attempt)",
    ]


def test_nothing_found(shop: Path, cache: Path) -> None:
    result = run("search", "zzyzxq", "--mode", "literal", cwd=shop, cache=cache)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", "")


def test_context_shows_the_definition_that_the_cursor_needs(shop: Path, cache: Path) -> None:
    result = run("context", "checkout.py:5:22", cwd=shop, cache=cache)
    assert result.returncode == 0, result.stderr
    assert "def retry_with_backoff(call, attempts=5, delay=0.1):" in result.stdout
    answer = document(run("context", "checkout.py:5:22", "--json", "--max-chunks", "1", cwd=shop, cache=cache))
    assert len(answer["chunks"]) == 1
    assert answer["isIncomplete"] is False
    assert answer["query"]["range"]["start"]["line"] == 0
    assert all(not chunk["uri"].endswith("checkout.py") for chunk in answer["chunks"])


def test_settings_count(shop: Path, cache: Path) -> None:
    limited = ("--setting", "completion.maxCharacters=1")
    assert document(run("context", "checkout.py:5", "--json", *limited, cwd=shop, cache=cache))["chunks"] == []


def test_symbols(shop: Path, cache: Path) -> None:
    result = run("symbols", "total price", cwd=shop, cache=cache)
    assert result.stdout.splitlines()[0] == "cart.ts:6: ShoppingCart.totalPrice (method)"
    first = document(run("symbols", "rwb", "--json", cwd=shop, cache=cache))[0]
    assert (first["name"], first["kind"]) == ("retry_with_backoff", 12)
    assert first["location"]["range"]["start"] == {"line": 5, "character": 4}


def test_explain(shop: Path, cache: Path) -> None:
    result = run("explain", "retry", "net/retry.py:8", cwd=shop, cache=cache)
    assert result.returncode == 0, result.stderr
    assert "bm25         rank 1" in result.stdout
    answer = document(run("explain", "retry", "secret.py:1", "--json", cwd=shop, cache=cache))
    assert answer["target"] is None
    assert answer["reason"] == "ignored"


def test_index_status_and_clear(shop: Path, tmp_path: Path) -> None:
    before = run("status", cwd=shop, cache=tmp_path)
    assert before.returncode == 1
    assert "Not indexed yet." in before.stdout
    indexed = run("index", str(shop), cache=tmp_path)
    assert indexed.returncode == 0, indexed.stderr
    # checkout.py, cart.ts, net/retry.py and .gitignore itself
    assert "4 found: 4 indexed, 0 skipped; 1 entries ignored" in indexed.stdout
    status = document(run("status", "--json", str(shop), cache=tmp_path))
    assert status["serverVersion"] == __version__
    assert status["folders"][0]["phase"] == "ready"
    assert status["folders"][0]["files"] == {"found": 4, "indexed": 4, "skipped": 0}
    assert run("clear", str(shop), cache=tmp_path).returncode == 0
    assert run("status", str(shop), cache=tmp_path).returncode == 1
    assert run("clear", str(shop), cache=tmp_path).returncode == 1


def test_an_empty_folder_has_nothing_to_find(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("index", str(tmp_path / "empty"), cache=tmp_path / "cache").returncode == 1
    assert run("search", "anything", str(tmp_path / "empty"), cache=tmp_path / "cache").returncode == 1


def test_a_folder_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a user without rights, because the tests may run as root."""
    folder = tmp_path / "private"
    folder.mkdir()
    folder.chmod(0)
    # `main` imports them when it runs, and then Python's own files might not be readable either.
    importlib.import_module("cotext.command_line.commands")
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        status = main(["search", "x", str(folder)])
    finally:
        os.seteuid(user)
        folder.chmod(0o700)
    assert status == 2
    assert "cannot be read: Permission denied" in capsys.readouterr().err


def test_a_model_that_cannot_be_used_is_told_and_the_built_in_one_answers(shop: Path, tmp_path: Path) -> None:
    setting = f"embedding.model={tmp_path / 'absent'}"
    result = run("search", "retry", str(shop), "--setting", setting, cache=tmp_path)
    assert result.returncode == 0
    assert result.stderr.startswith("cotext: There is no folder")
    assert "retry.py" in result.stdout


def test_a_reader_that_leaves_early_is_no_error(shop: Path, cache: Path) -> None:
    command = subprocess.Popen(
        [*COMMAND, "search", "retry total", str(shop), "--cache-directory", str(cache / "cotext")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdout is not None and command.stderr is not None
    command.stdout.close()
    errors = command.stderr.read()
    assert (command.wait(TIMEOUT), errors) == (0, b"")
    command.stderr.close()


def test_an_interrupt_ends_quietly(tmp_path: Path) -> None:
    folder = tmp_path / "large"
    folder.mkdir()
    for number in range(3000):
        lines = "".join(f"def function_{number}_{line}(x):\n    return x + {line}\n\n\n" for line in range(40))
        (folder / f"module_{number}.py").write_text(lines, encoding="utf-8")
    command = subprocess.Popen(
        [*COMMAND, "index", str(folder), "--cache-directory", str(tmp_path / "cache")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Where the tests themselves run in a shell's background, interrupts are ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + TIMEOUT
    # The lock is there before the first file is read: all of the work is still ahead.
    while not list((tmp_path / "cache").glob("*/writer.lock")) and time.monotonic() < deadline:
        time.sleep(0.01)
    # As a terminal does: to every process of the group.
    os.killpg(command.pid, signal.SIGINT)
    output, errors = command.communicate(timeout=TIMEOUT)
    assert (command.returncode, output, errors) == (130, b"", b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(command.pid, 0)


def test_a_terminal_sees_progress(tmp_path: Path) -> None:
    folder = tmp_path / "large"
    folder.mkdir()
    for number in range(2000):  # so many that no machine is done before the bar appears
        (folder / f"part_{number}.py").write_text(f"def total_{number}(items):\n    return sum(items)\n")
    controller, terminal = pty.openpty()
    command = subprocess.Popen(
        [*COMMAND, "index", str(folder), "--cache-directory", str(tmp_path / "cache")],
        stdout=subprocess.PIPE,
        stderr=terminal,
    )
    os.close(terminal)
    seen = b""
    try:
        while piece := os.read(controller, 4096):
            seen += piece
    except OSError:  # Linux tells the end of a terminal so
        pass
    os.close(controller)
    assert command.communicate(timeout=TIMEOUT)[0]
    assert command.returncode == 0
    assert b"scanning" in seen or b"indexing" in seen
    # Nothing of the bar is left on the line.
    assert seen.rsplit(b"\r", 2)[-1] == b""


def test_a_file_is_found_from_the_folder_that_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    (project / "src" / "tool.py").write_text("def mend(thing):\n    return thing\n", "utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    relative = argparse.Namespace(place=("src/tool.py", 1, 1), folder=str(project))
    document, *_ = _place(relative)
    assert document == str((project / "src" / "tool.py").resolve())
    assert _folder_of(relative, document) == project.resolve()
    # Without a folder, a file outside the present one belongs to its repository, not to wherever one stands.
    assert _folder_of(argparse.Namespace(folder="."), document) == project.resolve()
    monkeypatch.chdir(project)
    assert _folder_of(argparse.Namespace(folder="."), document) == project.resolve()
