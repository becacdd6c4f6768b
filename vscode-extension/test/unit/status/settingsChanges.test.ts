import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import type { CotextClient } from "../../../src/client";
import type { CompletionContextResult, SearchResult } from "../../../src/protocol.gen";
import { applySettings } from "../../../src/status/settingsChanges";
import { workspaceFile } from "../support/editors";
import { makeClient, ready } from "../support/testClient";

async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Workspace);
}

describe("a changed setting", () => {
  let client: CotextClient;
  let applied: vscode.Disposable;

  before(async () => {
    client = makeClient();
    applied = applySettings(client);
    await client.start();
    await ready(client);
  });

  after(async () => {
    await set("cotext.completion.maxChunks", undefined);
    await set("files.exclude", undefined);
    applied.dispose();
    await client.stop();
    client.dispose();
    await vscode.workspace.fs.delete(workspaceFile(".vscode"), { recursive: true });
  });

  const until = async (holds: () => Promise<boolean>, what: string): Promise<void> => {
    const end = Date.now() + 10_000;
    while (!(await holds().catch(() => false))) {
      assert.ok(Date.now() < end, what);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it("of the server counts at once, without a start", async () => {
    const before = client.processId;
    const params = {
      textDocument: { uri: workspaceFile("internal/engine/engine.go").toString() },
      position: { line: 79, character: 9 },
      timeBudgetMs: 2000,
    };
    const count = async (): Promise<number> =>
      (await client.request<CompletionContextResult>("cotext/completionContext", params)).chunks.length;
    assert.ok((await count()) > 1);
    await set("cotext.completion.maxChunks", 1);
    await until(async () => (await count()) === 1, "the number of pieces");
    assert.equal(client.processId, before);
  });

  it("of the editor that the server is told at its start starts it anew", async () => {
    const before = client.processId;
    const paths = async (): Promise<string[]> => {
      const { hits } = await client.request<SearchResult>("cotext/search", { query: "ScanPrefix(prefix", mode: "literal" });
      return hits.map((hit) => hit.uri);
    };
    assert.ok((await paths()).some((path) => path.endsWith("table.go")));
    await set("files.exclude", { "**/memtable": true });
    await until(async () => client.processId !== before && !(await paths()).some((path) => path.endsWith("table.go")), "excluded");
    assert.ok((await paths()).length > 0);
  });
});
