import * as assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

import type { CotextClient } from "../../../src/client";
import { HOVER_COMMANDS } from "../../../src/status/hoverText";
import { StatusBar, type ShownItem } from "../../../src/status/statusBar";
import { menuRows } from "../../../src/status/statusMenu";
import { until } from "../support/editors";
import { indexState, indexStatus } from "../support/states";
import { makeClient, ready } from "../support/testClient";

/** An item that keeps every text it had. */
class RecordingItem implements ShownItem {
  readonly texts: string[] = [];
  name: string | undefined;
  tooltip: string | vscode.MarkdownString | undefined;
  backgroundColor: vscode.ThemeColor | undefined;
  accessibilityInformation: vscode.AccessibilityInformation | undefined;
  command: string | vscode.Command | undefined;

  get text(): string {
    return this.texts.at(-1) ?? "";
  }

  set text(text: string) {
    this.texts.push(text);
  }

  show(): void {
    this.texts.push(this.text);
  }

  dispose(): void {
    this.texts.push("");
  }
}

describe("the status bar", () => {
  it("follows the server from its start to its end", async () => {
    const client = makeClient();
    const item = new RecordingItem();
    const bar = new StatusBar(client, item);
    assert.equal(item.text, "$(circle-slash) Cotext off");
    await client.start();
    await ready(client);
    await until(() => item.text === "$(search-fuzzy) Cotext", "ready");
    assert.ok(item.texts.some((text) => text.startsWith("$(loading~spin)")), item.texts.join());
    assert.equal(item.backgroundColor, undefined);
    assert.match(item.accessibilityInformation?.label ?? "", /^Cotext: \d+ files indexed$/);
    const hover = item.tooltip;
    assert.ok(hover instanceof vscode.MarkdownString);
    assert.deepEqual(hover.isTrusted, { enabledCommands: HOVER_COMMANDS });
    assert.match(hover.value.replaceAll("&nbsp;", ""), /\| Folder \| Files \| Chunks \| State \|/);
    await client.stop();
    assert.equal(item.text, "$(circle-slash) Cotext off");
    bar.dispose();
    client.dispose();
  });

  it("leaves a hover that may be read as it is, while only numbers change", async () => {
    const listeners: (() => void)[] = [];
    const working = (indexed: number) => indexStatus(indexState({ phase: "indexing", files: { found: 90, indexed, skipped: 0 } }));
    const client = { state: { kind: "running" }, status: working(1), onDidChangeState: listen, onDidChangeStatus: listen };
    function listen(listener: () => void): vscode.Disposable {
      listeners.push(listener);
      return { dispose: () => undefined };
    }
    const item = new RecordingItem();
    const bar = new StatusBar(client as unknown as CotextClient, item, 100);
    const hovers = new Set([item.tooltip]);
    for (let indexed = 2; indexed < 30; indexed += 1) {
      client.status = working(indexed);
      listeners.forEach((listener) => {
        listener();
      });
      hovers.add(item.tooltip);
      await pause(10);
    }
    assert.ok(hovers.size > 1 && hovers.size < 10, String(hovers.size));
    await until(() => item.tooltip instanceof vscode.MarkdownString && item.tooltip.value.includes("29 of 90"), "the last number");
    assert.equal(item.text, "$(sync~spin) Cotext 29/90");
    client.status = indexStatus(indexState());
    listeners.forEach((listener) => {
      listener();
    });
    assert.match(item.tooltip instanceof vscode.MarkdownString ? item.tooltip.value : "", /9 files indexed/);
    bar.dispose();
  });

  it("says loudly that the server cannot be started", async () => {
    const client = makeClient(["/no/such/program"]);
    const item = new RecordingItem();
    const bar = new StatusBar(client, item);
    await client.start();
    assert.equal(item.text, "$(error) Cotext failed");
    assert.ok(item.backgroundColor instanceof vscode.ThemeColor);
    assert.match(item.accessibilityInformation?.label ?? "", /cannot be started/);
    bar.dispose();
    client.dispose();
  });

  it("has a menu of what can be done, whose commands exist", async () => {
    const states = [
      menuRows({ kind: "running" }, indexStatus(indexState({ phase: "paused" })), () => "w"),
      menuRows({ kind: "running" }, indexStatus(indexState()), () => "w"),
      menuRows({ kind: "failed", message: "No Python." }, undefined, () => "w"),
    ];
    const commands = states.map((rows) => rows.flatMap((row) => row.command ?? []));
    assert.ok(commands[0]?.includes("cotext.resumeIndexing") && !commands[0].includes("cotext.pauseIndexing"));
    assert.ok(commands[1]?.includes("cotext.pauseIndexing") && !commands[1].includes("cotext.resumeIndexing"));
    assert.ok(!commands[2]?.includes("cotext.rebuildIndex"));
    const known = await vscode.commands.getCommands(true);
    assert.deepEqual(commands.flat().filter((command) => !known.includes(command)), []);
    assert.equal(states[2]?.[0]?.label, "No Python.");
  });
});
