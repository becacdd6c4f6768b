import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import type { CotextClient } from "../../src/client";
import { exportedApi } from "../../src/context/exportedApi";
import { documentFacts } from "../../src/status/languageStatus";
import { showSkippedFiles } from "../../src/status/skippedFiles";
import { StatusBar } from "../../src/status/statusBar";
import { closeAllEditors, workspaceFile } from "./support/editors";
import { type ScriptedAnswer, scriptedClient } from "./support/scriptedClient";
import { indexState, indexStatus } from "./support/states";
import { makeClient, ready } from "./support/testClient";

const METHODS = ["cotext/search", "cotext/completionContext", "cotext/explain", "cotext/skippedFiles"];

async function scripted(answer: ScriptedAnswer): Promise<CotextClient> {
  const status = indexStatus(indexState());
  const answers = METHODS.map((method) => [method, answer] as const);
  const client = scriptedClient({ ...Object.fromEntries(answers), "cotext/indexStatus": { result: status } });
  await client.start();
  return client;
}

describe("a server that answers", () => {
  let document: vscode.TextDocument;
  const start = new vscode.Position(0, 0);

  before(async () => {
    document = await vscode.workspace.openTextDocument(workspaceFile("go.mod"));
  });

  it("wrong gets an error that a person can read", async () => {
    for (const result of [null, {}, "x", 3, [], { hits: 3, chunks: "x" }, { hits: [null], chunks: [{}], states: [] }]) {
      const client = await scripted({ result });
      const api = exportedApi(client).getApi(1);
      await assert.rejects(api.search("x"), /answer that cannot be read/, JSON.stringify(result));
      await assert.rejects(api.getCompletionContext(document, start), /answer that cannot be read/, JSON.stringify(result));
      // Told in a message; nothing is thrown, and no list is shown.
      await showSkippedFiles(client, () => assert.fail("A list is shown."), (items) => Promise.resolve(items[0]));
      client.dispose();
    }
  });

  it("wrong about its status runs, with no status known", async () => {
    const folders = [null, {}, [{}], [null], [{ folder: "file:///w", phase: "ready" }]];
    for (const result of [null, "x", {}, ...folders.map((one) => ({ folders: one }))]) {
      const client = scriptedClient({ "cotext/indexStatus": { result } });
      const listened: string[] = [];
      client.onDidChangeStatus(() => listened.push("status"));
      const bar = new StatusBar(client);
      await client.start();
      assert.deepEqual([client.state.kind, client.status, listened], ["running", undefined, []], JSON.stringify(result));
      bar.dispose();
      client.dispose();
    }
  });

  it("never, or late, does not hold anybody up", async () => {
    for (const answer of [{ never: true }, { delayMs: 400, result: { hits: [], states: [], elapsedMs: 1 } }]) {
      const client = await scripted(answer);
      await assert.rejects(client.request("cotext/search", { query: "x" }, undefined, 50), /did not answer within 0\.05 s/);
      const source = new vscode.CancellationTokenSource();
      const asked = exportedApi(client).getApi(1).search("x", {}, source.token);
      const started = performance.now();
      source.cancel();
      // The server of this test knows no cancelling: the client itself goes on at once.
      await assert.rejects(asked, vscode.CancellationError);
      assert.ok(performance.now() - started < 1000);
      await client.request("cotext/indexStatus", {});
      client.dispose();
    }
  });
});

describe("a document", () => {
  let client: CotextClient;
  const text = "package main\n\n// Sum of the squares of odd weekdays.\nfunc oddWeekdays() int { return 7 }\n";

  before(async () => {
    client = makeClient();
    await client.start();
    await ready(client);
  });

  after(async () => {
    await closeAllEditors();
    await client.stop();
    client.dispose();
  });

  it("that is no file has no context, and a message says so", async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider("cotext-test", { provideTextDocumentContent: () => text });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse("cotext-test:/old/a.go"));
    await assert.rejects(exportedApi(client).getApi(1).getCompletionContext(document, new vscode.Position(3, 0)), /cotext-test/);
    assert.deepEqual(await documentFacts(client, document), { scheme: "cotext-test" });
    provider.dispose();
  });

  it("that was never saved gets context, and is found once it is saved", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "go", content: `${text}\tScanPrefix` });
    const api = exportedApi(client).getApi(1);
    const context = await api.getCompletionContext(document, new vscode.Position(4, 11), { timeBudgetMs: 2000 });
    assert.ok(context.chunks.some((chunk) => chunk.text.includes("ScanPrefix(prefix")));
    const { chunks } = await api.search("sum of squares of odd weekdays");
    assert.ok(chunks.every((chunk) => chunk.uri.scheme === "file"));
  });

  it("in a remote window is the remote machine's", () => {
    // The tests' window is one: files, extension and server are on the same machine.
    assert.notEqual(vscode.env.remoteName, undefined);
    const extension = vscode.extensions.getExtension("cotext.cotext");
    assert.equal(extension?.extensionKind, vscode.ExtensionKind.Workspace);
    assert.ok((client.status?.folders.length ?? 0) > 0);
  });

  it("in a virtual workspace does not start the extension", () => {
    const { capabilities } = vscode.extensions.getExtension("cotext.cotext")?.packageJSON as { capabilities: Record<string, { supported: unknown }> };
    assert.equal(capabilities.virtualWorkspaces?.supported, false);
  });
});
