import * as assert from "node:assert/strict";
import { writeFileSync, rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

import type { CotextClient } from "../../../src/client";
import { documentWords } from "../../../src/status/documentState";
import { LanguageStatus, documentFacts, type ShownLanguageStatus } from "../../../src/status/languageStatus";
import { closeAllEditors, until, workspaceFile } from "../support/editors";
import { indexState } from "../support/states";
import { makeClient, ready } from "../support/testClient";

const file = "file";

describe("the words for a document", () => {
  it("say why it is not indexed", () => {
    const folder = indexState();
    const explained = (reason: "ignored" | "skipped" | "notIndexed") => ({ target: null, reason });
    assert.equal(documentWords({ scheme: "untitled" }).text, "Cotext: not saved yet");
    assert.equal(documentWords({ scheme: file }).text, "Cotext: outside the workspace’s folders");
    assert.equal(documentWords({ scheme: file, folder, explained: explained("ignored") }).text, "Cotext: ignored");
    const skipped = { uri: "file:///w/a", reason: "tooLarge", detail: "It has 9 MB." } as const;
    const large = documentWords({ scheme: file, folder, explained: explained("skipped"), skipped });
    assert.deepEqual([large.text, large.detail, large.command.id], ["Cotext: skipped: too large", "It has 9 MB.", "cotext.showSkippedFiles"]);
    assert.equal(documentWords({ scheme: file, folder, explained: explained("skipped") }).text, "Cotext: skipped");
    assert.equal(documentWords({ scheme: file, folder, explained: explained("notIndexed") }).text, "Cotext: found by its path");
  });

  it("tell waiting, a pause and a failure by the folder's phase", () => {
    const explained = { target: null, reason: "notIndexed" } as const;
    const waiting = documentWords({ scheme: file, folder: indexState({ phase: "indexing", files: { found: 9, indexed: 4, skipped: 1 } }), explained });
    assert.deepEqual([waiting.text, waiting.detail, waiting.busy], ["Cotext: not indexed yet", "4 files wait to be indexed.", true]);
    const paused = documentWords({ scheme: file, folder: indexState({ phase: "paused" }), explained });
    assert.deepEqual([paused.text, paused.command.id, paused.busy], ["Cotext: not indexed", "cotext.resumeIndexing", false]);
    const failed = documentWords({ scheme: file, folder: indexState({ phase: "failed", message: "The disk is full." }) });
    assert.match(failed.detail, /The disk is full/);
    assert.equal(documentWords({ scheme: file, folder: indexState() }).busy, true);
  });
});

describe("where a document stands", () => {
  let client: CotextClient;
  const written: string[] = [];
  const words = async (uri: vscode.Uri): Promise<string> =>
    documentWords(await documentFacts(client, await vscode.workspace.openTextDocument(uri))).text;
  const becomes = async (uri: vscode.Uri, wanted: string): Promise<void> => {
    const end = Date.now() + 15_000;
    let seen = await words(uri);
    while (seen !== wanted) {
      assert.ok(Date.now() < end, seen);
      await pause(100);
      seen = await words(uri);
    }
  };
  const write = (path: string, content: string): vscode.Uri => {
    const uri = workspaceFile(path);
    writeFileSync(uri.fsPath, content);
    written.push(uri.fsPath);
    return uri;
  };

  before(async () => {
    write(".gitignore", "generated.go\n");
    client = makeClient();
    await client.start();
    await ready(client);
  });

  after(async () => {
    await closeAllEditors();
    await client.stop();
    client.dispose();
    written.forEach((path) => {
      rmSync(path);
    });
  });

  it("is known of files of every kind", async () => {
    assert.equal(await words(workspaceFile("internal/engine/engine.go")), "Cotext: indexed");
    assert.equal(await words(write("generated.go", "package x\n")), "Cotext: ignored");
    const outside = join(mkdtempSync(join(tmpdir(), "cotext-outside-")), "a.go");
    writeFileSync(outside, "package a\n");
    assert.equal(await words(vscode.Uri.file(outside)), "Cotext: outside the workspace’s folders");
    const untitled = await vscode.workspace.openTextDocument({ language: "go", content: "package a\n" });
    assert.equal(documentWords(await documentFacts(client, untitled)).text, "Cotext: not saved yet");
    const huge = write("huge.go", `package huge\n${"\nfunc Huge() {}\n".repeat(300_000)}`);
    // Empty lines before the text belong to no piece of code.
    const late = write("late.go", "\n\n\npackage late\n\nfunc Late() int { return 3 }\n");
    await becomes(late, "Cotext: indexed");
    await becomes(huge, "Cotext: found by its path");
    const began = performance.now();
    await words(huge);
    assert.ok(performance.now() - began < 3000);
  });

  it("is shown for the active editor", async () => {
    const item: ShownLanguageStatus = {
      name: undefined,
      text: "",
      detail: undefined,
      busy: false,
      severity: vscode.LanguageStatusSeverity.Error,
      command: undefined,
      accessibilityInformation: undefined,
      dispose: () => undefined,
    };
    await vscode.window.showTextDocument(workspaceFile("internal/wal/log.go"));
    const status = new LanguageStatus(client, item);
    await until(() => item.text === "Cotext: indexed", "indexed");
    assert.equal(item.severity, vscode.LanguageStatusSeverity.Information);
    await vscode.window.showTextDocument(workspaceFile("generated.go"));
    await until(() => item.text === "Cotext: ignored", "ignored");
    assert.match(item.accessibilityInformation?.label ?? "", /^Cotext: ignored\. ./);
    await client.stop();
    await until(() => item.text.includes("not running"), "stopped");
    await client.start();
    await until(() => item.text === "Cotext: ignored", "ignored again");
    status.dispose();
  });
});
