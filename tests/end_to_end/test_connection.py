"""The life of a connection: refusals, cancelling, garbage, leaving, TCP."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


async def test_requests_before_initialize_are_refused(client: Any) -> None:
    assert (await client.refusal("cotext/indexStatus", {})).code == -32002
    assert (await client.refusal("initialize", [])).code == -32602
    client.notify("textDocument/didOpen", {})
    await client.initialize()
    assert (await client.refusal("initialize", {})).code == -32600


GARBAGE = [
    b"Content-Length: 9\r\n\r\n{not json",
    b'Content-Length: 2\r\n\r\n{"jsonrpc": "2.0"}',
    b"Content-Length: 0\r\n\r\n",
    b"Content-Length: -1\r\n\r\nx\r\n",
    b"hello?\r\n\r\n",
    b"\x00\xff\xfe\r\n",
    b"Content-Length: 99999999999999999999\r\n\r\n",
    b'Content-Length: 40\r\n\r\n{"jsonrpc": "2.0"}',
]
ODD = [
    [],
    [{"jsonrpc": "2.0", "id": 1, "method": "cotext/indexStatus"}],
    {"jsonrpc": "2.0"},
    {"jsonrpc": "2.0", "id": 900, "result": {}},
    {"jsonrpc": "2.0", "id": 901, "error": {"code": 1, "message": "x"}},
    {"jsonrpc": "2.0", "id": 902, "error": None},
    {"jsonrpc": "2.0", "id": {"a": 1}, "method": "cotext/indexStatus"},
    {"jsonrpc": "2.0", "id": 1.5, "method": "cotext/indexStatus"},
    {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {}}},
    {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": 5},
    {"jsonrpc": "2.0", "method": "$/cancelRequest"},
    {"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///never/opened"}}},
    {"jsonrpc": "2.0", "method": "workspace/didChangeWatchedFiles", "params": {"changes": [{"uri": "x:y"}]}},
    {"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": {"settings": 5}},
    5,
    None,
]


@pytest.mark.parametrize("initialized", [False, True])
async def test_a_broken_message_never_ends_the_server(client: Any, initialized: Any) -> None:
    if initialized:
        await client.initialize()
    for garbage in GARBAGE:
        client.send_bytes(garbage)
    for odd in ODD:
        body = json.dumps(odd).encode()
        client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    if not initialized:
        await client.initialize()
    assert (await client.request("cotext/indexStatus", {}))["folders"] == []
    assert {error["error"]["code"] for error in client.unasked_errors} >= {-32700, -32600}


async def test_shutdown_then_exit_is_0(start_server: Any) -> None:
    server = await start_server()
    await server.client.initialize()
    await server.client.request("shutdown")
    assert (await server.client.refusal("cotext/indexStatus", {})).code == -32600
    server.client.notify("exit")
    assert await server.status() == 0


@pytest.mark.parametrize("initialized", [False, True])
async def test_exit_without_shutdown_is_1(start_server: Any, initialized: Any) -> None:
    server = await start_server()
    if initialized:
        await server.client.initialize()
    server.client.notify("exit")
    assert await server.status() == 1


async def test_the_process_ends_with_its_input_before_anybody_said_hello(start_server: Any) -> None:
    server = await start_server()
    server.process.stdin.close()
    assert await server.status() == 1


async def test_what_prints_does_not_reach_the_protocol(start_server: Any, tmp_path: Any) -> None:
    code = (
        "import os, sys\n"
        "import cotext.lsp.connection as connection\n"
        "opening = connection.open_engine\n"
        "def loud(*arguments):\n"
        "    print('a stray print'); sys.stdout.flush(); os.write(1, b'another'); os.system('echo a third')\n"
        "    return opening(*arguments)\n"
        "connection.open_engine = loud\n"
        "from cotext.lsp.server import serve\n"
        "sys.exit(serve())\n"
    )
    initialize = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    search = b'{"jsonrpc":"2.0","id":2,"method":"cotext/search","params":{"query":""}}'
    data = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in (initialize, search))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(data)
    output = b""
    while b'"id":2' not in output.replace(b" ", b""):
        piece = await asyncio.wait_for(process.stdout.read(1 << 16), 60)
        assert piece, output
        output += piece
    process.stdin.close()
    rest, errors = await asyncio.wait_for(process.communicate(), 60)
    assert all(word not in output + rest for word in (b"stray", b"another", b"third"))
    assert all(word in errors for word in (b"stray", b"another", b"third"))


async def test_tcp_on_loopback(start_tcp_server: Any, copy_workspace: Any) -> None:
    server = await start_tcp_server("127.0.0.1")
    await server.client.initialize(copy_workspace("job_queue_python"))
    await server.client.ready()
    assert await server.client.found("jittered_delay")
    await server.client.leave()
    assert await server.status() == 0


@pytest.mark.parametrize("address", ["0.0.0.0:0", "192.0.2.1:0", "example.org:80"])
async def test_tcp_elsewhere_is_refused(environment: Any, address: Any) -> None:
    serve = [str(Path(sys.executable).with_name("cotext")), "serve", "--tcp", address]
    process = await asyncio.create_subprocess_exec(*serve, stderr=subprocess.PIPE, env=environment)
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert re.search(rb"loopback", errors)
