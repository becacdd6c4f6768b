import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CotextClient } from "../../src/client";
import type { SearchResult } from "../../src/protocol.gen";
import { asked, scriptedClient } from "./support/scriptedClient";
import { makeClient, ready } from "./support/testClient";

describe("the client", () => {
  let client: CotextClient;

  before(async () => {
    client = makeClient();
    await client.start();
    await ready(client);
  });

  after(async () => {
    await client.stop();
    client.dispose();
  });

  it("runs the server and knows where its index stands", () => {
    assert.deepEqual(client.state, { kind: "running" });
    const folders = client.status?.folders ?? [];
    assert.deepEqual(folders.map((folder) => folder.phase), ["ready"]);
    assert.ok(folders.every((folder) => folder.files.indexed > 3));
  });

  it("is answered", async () => {
    const { hits } = await client.request<SearchResult>("cotext/search", { query: "map failures to HTTP status codes" });
    assert.match(hits[0]?.uri ?? "", /handler\.go$/);
  });

  it("passes on what the server says against a request", async () => {
    await assert.rejects(client.request("cotext/search", { query: 3 }), /query/);
  });

  it("says so when an answer takes too long, and goes on", async () => {
    await assert.rejects(client.request("cotext/search", { query: "status" }, undefined, 0), /did not answer within 0 s/);
    await client.request("cotext/search", { query: "status" });
  });

  it("throws the editor's own error for what was cancelled", async () => {
    const source = new vscode.CancellationTokenSource();
    const answer = client.request("cotext/search", { query: "status" }, source.token);
    source.cancel();
    await assert.rejects(answer, vscode.CancellationError);
    await assert.rejects(client.request("cotext/search", { query: "status" }, source.token), vscode.CancellationError);
  });

  it("tells the state when it stops and starts again", async () => {
    const kinds: string[] = [];
    const listening = client.onDidChangeState((state) => kinds.push(state.kind));
    await client.stop();
    await assert.rejects(client.request("cotext/indexStatus", {}), /not running/);
    assert.equal(client.status, undefined);
    await client.start();
    await client.restart();
    listening.dispose();
    assert.deepEqual(kinds, ["stopped", "starting", "running", "starting", "running"]);
  });

  it("leaves progress to the extension's own status", async () => {
    const scripted = scriptedClient({});
    await scripted.start();
    const [initialize] = (await asked(scripted, "initialize")) as { capabilities: { window?: { workDoneProgress?: boolean } } }[];
    assert.equal(initialize?.capabilities.window?.workDoneProgress, false);
    scripted.dispose();
  });

  it("says why a server cannot be started", async () => {
    const broken = makeClient(["/no/such/program"]);
    await broken.start();
    assert.equal(broken.state.kind, "failed");
    assert.match(broken.state.message ?? "", /\/no\/such\/program cannot be started/);
    broken.dispose();
  });

  it("says what a server that ends at once wrote", async () => {
    const broken = makeClient([process.execPath, "-e", "console.error('out of luck'); process.exit(3)"]);
    await broken.start();
    assert.equal(broken.state.kind, "failed");
    assert.deepEqual(broken.errorOutput, ["out of luck"]);
    broken.dispose();
  });
});
