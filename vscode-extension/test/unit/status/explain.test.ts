import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import type { CotextClient } from "../../../src/client";
import type { ExplainResult } from "../../../src/protocol.gen";
import { explainText } from "../../../src/status/explainText";
import { closeAllEditors, tabs, until, workspaceFile } from "../support/editors";
import { makeClient, ready } from "../support/testClient";

const asked = { question: "“close | the *log*”", place: "a|b.go:3" };

function result(fields: Partial<ExplainResult>): ExplainResult {
  return { target: null, routes: {}, evidence: [], returned: false, cutoffRank: 20, ...fields };
}

describe("an explanation", () => {
  it("tells the place, and each way's rank or reason", () => {
    const text = explainText(
      result({
        returned: true,
        finalRank: 2,
        fusedRank: 4,
        routes: { bm25: { rank: 1, score: 12.345 }, embedding: { reason: "noMatch" }, later: { reason: "beyondDepth" } },
      }),
      asked,
    );
    assert.match(text, /\*\*Shown at place 2 of at most 20\\\.\*\*/);
    assert.match(text, /\| words \| 1 \| 12\.3 \| {2}\|/);
    assert.match(text, /\| meaning \| – \| – \| did not find it \|/);
    assert.match(text, /at place 4/);
    assert.match(text, /“close \\\| the \\\*log\\\*”/);
  });

  it("adds the evidence up", () => {
    const evidence = [
      { name: "file_name", value: 0.5, weight: 4, contribution: 2 },
      { name: "is_test", value: 1, weight: -0.75, contribution: -0.75 },
      { name: "nothing", value: 0, weight: 1, contribution: 0 },
    ];
    const text = explainText(result({ evidence }), asked);
    assert.match(text, /\| file name \| 0\.5 \| 4 \| 2 \|\n\| is test \| 1 \| −0\.75 \| −0\.75 \|\n\| \*\*Sum\*\* \| {2}\| {2}\| \*\*1\.25\*\* \|/);
    assert.match(text, /1 more count nothing/);
  });

  it("has a sentence for each reason", () => {
    const reasons = ["notIndexed", "ignored", "skipped", "perFileLimit", "overBudget", "currentFile", "belowCutoff"] as const;
    const texts = new Set(reasons.map((reason) => /\*\*(.*)\*\*/.exec(explainText(result({ reason }), asked))?.[1] ?? ""));
    assert.equal(texts.size, reasons.length);
    assert.ok([...texts].every((text) => text.includes(": ")));
  });
});

describe("the ranking of a real result", () => {
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

  it("is explained for a search and for a cursor", async () => {
    const target = { uri: workspaceFile("internal/server/handler.go").toString(), line: 65 };
    const search = await client.request<ExplainResult>("cotext/explain", { query: "map failures to HTTP status codes", target });
    const text = explainText(search, asked);
    assert.match(text, /Shown at place 1 of/);
    assert.match(text, /\| \*\*Sum\*\* \|/);
    const at = { textDocument: { uri: workspaceFile("internal/engine/engine.go").toString() }, position: { line: 79, character: 9 } };
    const table = { uri: workspaceFile("internal/memtable/table.go").toString(), line: 60 };
    const context = explainText(await client.request<ExplainResult>("cotext/explain", { at, target: table }), asked);
    assert.match(context, /definition of a name near the cursor/);
  });

  it("is shown as a page", async () => {
    const extension = vscode.extensions.getExtension("cotext.cotext");
    await extension?.activate();
    const target = { uri: workspaceFile("internal/server/handler.go").toString(), line: 65 };
    await vscode.commands.executeCommand("cotext.explainRanking", { query: "map failures to HTTP status codes", mode: "hybrid", target });
    await until(() => tabs().flat().some((tab) => tab.includes("Ranking of handler.go line 66")), "shown");
    const page = () => vscode.workspace.textDocuments.find((document) => document.uri.scheme === "cotext-explain")?.getText() ?? "";
    await until(() => page().startsWith("# Ranking of internal/server/handler\\.go:66"), "its text");
    await closeAllEditors();
  });
});
