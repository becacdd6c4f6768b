import * as assert from "node:assert/strict";

import * as vscode from "vscode";

import type { CotextClient } from "../../../src/client";
import type { CotextApi } from "../../../src/context/api";
import { exportedApi } from "../../../src/context/exportedApi";
import { closeAllEditors, workspaceFile } from "../support/editors";
import { scriptedClient } from "../support/scriptedClient";
import { makeClient, ready } from "../support/testClient";

describe("the interface for other extensions", () => {
  let client: CotextClient;
  let api: CotextApi;

  before(async () => {
    client = makeClient();
    await client.start();
    await ready(client);
    api = exportedApi(client).getApi(1);
  });

  after(async () => {
    await client.stop();
    client.dispose();
    await closeAllEditors();
  });

  it("has versions", () => {
    assert.equal(api.version, 1);
    assert.throws(() => exportedApi(client).getApi(2 as 1), /version 1/);
  });

  it("is what the extension gives to others", async () => {
    const extension = vscode.extensions.getExtension<ReturnType<typeof exportedApi>>("cotext.cotext");
    assert.ok(extension);
    assert.equal((await extension.activate()).getApi(1).version, 1);
  });

  it("searches", async () => {
    const answer = await api.search("map failures to HTTP status codes", { limit: 2, languages: ["go"] });
    const [best] = answer.chunks;
    assert.ok(best);
    assert.equal(best.uri.toString(), workspaceFile("internal/server/handler.go").toString());
    assert.equal(best.symbol?.name, "writeError");
    assert.equal(best.symbol.kind, vscode.SymbolKind.Function);
    assert.equal(answer.isIncomplete, false);
    assert.ok(answer.chunks.length <= 2);
    assert.ok(best.score.rrf > 0 && Object.keys(best.score.ranks).length > 0);
    const document = await vscode.workspace.openTextDocument(best.uri);
    assert.equal(best.text, document.getText(best.range));
    assert.ok(best.matches.every((match) => best.range.contains(match)));
    const options = { folder: workspaceFile(""), include: ["internal/wal/**"], exclude: ["**/record.go"] };
    const elsewhere = await api.search("status", options);
    assert.ok(elsewhere.chunks.length > 0 && elsewhere.chunks.every((chunk) => chunk.uri.path.endsWith("wal/log.go")));
    await assert.rejects(api.search("status", { folder: workspaceFile("internal") }), /not a folder of this workspace/);
  });

  it("gives a cursor's context", async () => {
    const document = await vscode.workspace.openTextDocument(workspaceFile("internal/engine/engine.go"));
    const context = await api.getCompletionContext(document, new vscode.Position(79, 9), { maxChunks: 3, timeBudgetMs: 2000 });
    assert.ok(context.chunks.some((chunk) => chunk.text.includes("func (t *Table) ScanPrefix")));
    assert.ok(context.chunks.length <= 3);
    assert.ok(context.chunks.every((chunk) => chunk.uri.toString() !== document.uri.toString()));
    assert.ok(context.queryRange.contains(new vscode.Position(79, 9)));
    const excludeUris = context.chunks.map((chunk) => chunk.uri);
    const others = await api.getCompletionContext(document, new vscode.Position(79, 9), { excludeUris, timeBudgetMs: 2000 });
    assert.ok(others.chunks.every((chunk) => !excludeUris.some((uri) => uri.toString() === chunk.uri.toString())));
  });

  it("works in a document without a file, and finds what is in one that is not saved", async () => {
    const document = await vscode.workspace.openTextDocument({
      language: "go",
      content: "package main\n\nfunc scan(table *memtable.Table) {\n\ttable.ScanPrefix(",
    });
    await vscode.window.showTextDocument(document);
    const position = document.positionAt(document.getText().length);
    const context = await api.getCompletionContext(document, position, { timeBudgetMs: 2000 });
    assert.ok(context.chunks.some((chunk) => chunk.text.includes("ScanPrefix(prefix")));

    const edited = await vscode.window.showTextDocument(workspaceFile("internal/wal/log.go"));
    await edited.edit((edit) => {
      edit.insert(new vscode.Position(9, 0), "// Compact drops the records that a later checkpoint covers.\nfunc (l *Log) Compact() {}\n\n");
    });
    const { chunks } = await api.search("drops records covered by a checkpoint");
    assert.ok(chunks.some((chunk) => chunk.text.includes("func (l *Log) Compact()")));
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("works in a notebook's cell", async () => {
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "table.ScanPrefix(", "go");
    const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", new vscode.NotebookData([cell]));
    await vscode.window.showNotebookDocument(notebook);
    const document = notebook.cellAt(0).document;
    const context = await api.getCompletionContext(document, new vscode.Position(0, 17), { timeBudgetMs: 2000 });
    assert.ok(context.chunks.some((chunk) => chunk.text.includes("ScanPrefix(prefix")));
  });

  it("works in a document of 5 MB", async () => {
    const line = "\ttable.ScanPrefix(nil, func(entry memtable.Entry) bool { return entry.Deleted })\n";
    const document = await vscode.workspace.openTextDocument({ language: "go", content: line.repeat(65_000) });
    assert.ok(document.getText().length > 5_000_000);
    const context = await api.getCompletionContext(document, new vscode.Position(30_000, 17), { timeBudgetMs: 5000 });
    assert.ok(context.chunks.some((chunk) => chunk.text.includes("ScanPrefix(prefix")));
  });

  it("stops when it is told to", async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(api.search("x", {}, source.token), vscode.CancellationError);
    const document = await vscode.workspace.openTextDocument(workspaceFile("go.mod"));
    await assert.rejects(api.getCompletionContext(document, new vscode.Position(0, 0), {}, source.token), vscode.CancellationError);
  });

  it("adds at most 10 ms to the server's own time", async () => {
    const document = await vscode.workspace.openTextDocument(workspaceFile("internal/engine/engine.go"));
    const over: number[] = [];
    for (let line = 20; line < 60; line += 1) {
      const started = performance.now();
      const { elapsedMs } = await api.getCompletionContext(document, new vscode.Position(line, 1));
      over.push(performance.now() - started - elapsedMs);
    }
    over.sort((one, other) => one - other);
    console.log(`[test] context over the server's time: median ${over[20]?.toFixed(1)} ms, 95th ${over[37]?.toFixed(1)} ms`);
    assert.ok((over[20] ?? 0) <= 10, `median ${over[20]} ms`);
  });

  it("says in words what is wrong with a server", async () => {
    const refusing = scriptedClient({ "cotext/search": { error: { code: -32602, message: "query: is too long." } } });
    await refusing.start();
    await assert.rejects(exportedApi(refusing).getApi(1).search("x"), /query: is too long/);
    await refusing.stop();
    await assert.rejects(exportedApi(refusing).getApi(1).search("x"), /not running/);
    refusing.dispose();
  });
});
