"""What README.md tells people to do works as it stands there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cotext.cli import _given

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
WORKSPACE = ROOT / "fixtures" / "workspaces" / "key_value_store_go"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
NEOVIM = shutil.which("nvim")

# Wait until everything is indexed, ask what the second block of Lua asks, and show what it prints.
DRIVE = """
local function ready()
  local answers = vim.lsp.buf_request_sync(0, "cotext/indexStatus", vim.empty_dict(), 1000) or {}
  for _, answer in pairs(answers) do
    local folder = answer.result and answer.result.folders[1]
    if folder and folder.phase == "ready" then return true end
  end
  return false
end
assert(vim.wait(60000, ready, 200), "the index did not get ready")
local shown = {}
print = function(...) table.insert(shown, table.concat(vim.tbl_map(tostring, { ... }), "\\t")) end
vim.api.nvim_win_set_cursor(0, { 80, 9 })
dofile(arguments.ask)
vim.wait(10000, function() return #shown > 0 end, 50)
local file = assert(io.open(arguments.output, "w"))
file:write(table.concat(shown, "\\n"))
file:close()
vim.cmd("qall!")
"""


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind == language]


def test_commands_can_be_given() -> None:
    commands = [shlex.split(line, comments=True) for block in blocks("sh") for line in block.splitlines()]
    ours = [command[1:] for command in commands if command and command[0] == "cotext" and command[1] != "--version"]
    assert [_given(arguments).command for arguments in ours] == [
        "search",
        "context",
        "symbols",
        "explain",
        "index",
        "status",
        "clear",
        "consent",
        "consent",
        "consent",
    ]


def test_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^make (\w+)", "\n".join(blocks("sh")), re.MULTILINE)
    assert targets == ["demo", "test", "check", "bench", "quality"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_the_picture_is_of_a_real_run(tmp_path: Path) -> None:
    """What stands after each command is what it prints. If an answer has changed for the better, paste the new one."""
    (session,) = blocks("console")
    first, *rest = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE)
    folder = ROOT / first[0].removeprefix("cd ")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    for command, shown in rest:
        program, *arguments = shlex.split(command)
        start = [sys.executable, "-I", "-m", "cotext"] if program == "cotext" else [program]
        run = subprocess.run(
            [*start, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
        )
        assert (run.stdout, run.stderr) == (shown, ""), command


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed")
def test_the_neovim_configuration_gets_context(tmp_path: Path) -> None:
    assert NEOVIM is not None
    version = subprocess.run([NEOVIM, "--version"], capture_output=True, text=True, check=True).stdout
    release = tuple(int(part) for part in re.findall(r"v(\d+)\.(\d+)", version)[0])
    newer, older, ask = blocks("lua")
    (tmp_path / "ask.lua").write_text(ask, encoding="utf-8")
    output = tmp_path / "output.txt"
    arguments = f'local arguments = {{ ask = "{tmp_path / "ask.lua"}", output = "{output}" }}\n'
    (tmp_path / "drive.lua").write_text(arguments + DRIVE, encoding="utf-8")
    (tmp_path / "configuration.lua").write_text(newer if release >= (0, 11) else older, encoding="utf-8")
    shutil.copytree(WORKSPACE, tmp_path / "workspace")
    (tmp_path / "workspace" / ".git").mkdir()
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    commands = ["-c", f"luafile {tmp_path / 'drive.lua'}", "-c", "cquit"]
    run = subprocess.run(
        [NEOVIM, "--headless", "-u", str(tmp_path / "configuration.lua"), "internal/engine/engine.go", *commands],
        cwd=tmp_path / "workspace",
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=100,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    shown = output.read_text(encoding="utf-8")
    assert "internal/memtable/table.go" in shown
    assert ") ScanPrefix(prefix []byte" in shown
