"""A model that is not on this machine: nobody downloads it unasked, in the editor and at a terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

MODEL = "nobody/no-such-model"
ASKING = "window/showMessageRequest"
SETTINGS = {"embedding": {"model": MODEL}}


@pytest.fixture
async def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "one.py").write_text("def only_function():\n    return 1\n")
    return folder


def asked(client: Any) -> list[Any]:
    return [params for method, params in client.asked if method == ASKING]


async def state(client: Any) -> Any:
    return (await client.ready())["folders"][0]


async def test_the_user_says_yes_and_the_download_fails_with_a_word(client: Any, small: Any) -> None:
    client.replies[ASKING] = {"title": "Download"}
    await client.initialize(small, initializationOptions={"settings": SETTINGS})

    async def has_tried() -> Any:
        return "could not be downloaded" in (await state(client)).get("message", "")

    await client.until(has_tried, "the download is not tried")
    (params,) = asked(client)
    assert MODEL in params["message"]
    assert [one["title"] for one in params["actions"]] == ["Download", "Not now"]
    assert MODEL in (await state(client))["message"]
    assert (await state(client))["model"] == "builtin"
    assert await client.found("only_function")
    # Other settings leave what the user has allowed alone.
    client.notify("workspace/didChangeConfiguration", {"settings": {"cotext": {**SETTINGS, "logLevel": "error"}}})
    assert "could not be downloaded" in (await state(client))["message"]
    assert len(asked(client)) == 1


async def test_without_a_yes_the_builtin_model_stays(client: Any, small: Any, silence: Any) -> None:
    client.replies[ASKING] = {"title": "Not now"}
    await client.initialize(small, initializationOptions={"settings": SETTINGS})

    async def was_asked() -> Any:
        return asked(client)

    await client.until(was_asked, "the user is not asked")
    assert "is not on this machine" in (await state(client))["message"]
    assert (await state(client))["model"] == "builtin"
    assert await client.found("only_function", "hybrid")
    # The same model again, after another: it is not asked for twice.
    client.notify("workspace/didChangeConfiguration", {"settings": {"cotext": {"embedding": {"model": "builtin"}}}})
    assert "message" not in await state(client)
    client.notify("workspace/didChangeConfiguration", {"settings": {"cotext": SETTINGS}})
    assert "is not on this machine" in (await state(client))["message"]
    client.replies[ASKING] = silence
    other = {"embedding": {"model": f"{MODEL}-2"}}
    client.notify("workspace/didChangeConfiguration", {"settings": {"cotext": other}})

    async def was_asked_again() -> Any:
        return len(asked(client)) == 2

    await client.until(was_asked_again, "another model is not asked for")
    assert f"{MODEL}-2" in asked(client)[1]["message"]
    assert "is not on this machine" in (await state(client))["message"]
    assert await client.found("only_function", "hybrid")


def search(small: Path, *settings: str) -> list[str]:
    named = [f"embedding.model={MODEL}", *settings]
    return [
        *(str(Path(sys.executable).with_name("cotext")), "search", "only_function", str(small), "--json"),
        *(part for one in named for part in ("--setting", one)),
    ]


def test_the_command_line_says_what_to_do(small: Any, environment: Any) -> None:
    ran = subprocess.run(search(small), env=environment, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["hits"]
    assert "--setting embedding.allowDownload=true" in ran.stderr
    allowed = search(small, "embedding.allowDownload=true")
    ran = subprocess.run(allowed, env=environment, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0
    assert "could not be downloaded" in ran.stderr
    assert "--setting" not in ran.stderr


@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
@pytest.mark.parametrize(("answer", "word"), [(b"y\n", "could not be downloaded"), (b"\n", "is not on this machine.")])
def test_at_a_terminal_it_asks(small: Any, environment: Any, answer: Any, word: Any) -> None:
    terminal, inside = pty.openpty()
    process = subprocess.Popen(search(small), env=environment, stdin=inside, stdout=subprocess.PIPE, stderr=inside)
    os.close(inside)
    shown = bytearray()

    def read() -> None:
        while b"[y/N]" not in shown:
            shown.extend(os.read(terminal, 1 << 12))
        os.write(terminal, answer)
        try:
            while piece := os.read(terminal, 1 << 12):
                shown.extend(piece)
        except OSError:  # how Linux says that nobody holds the other end any more
            return

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    output, _ = process.communicate(timeout=60)
    reading.join(10)
    os.close(terminal)
    assert process.returncode == 0
    assert json.loads(output)["hits"]
    asked, _, after = shown.decode().partition("[y/N]")
    assert MODEL in asked
    assert word in after
    assert "--setting" not in after
