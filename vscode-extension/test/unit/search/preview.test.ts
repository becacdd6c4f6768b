import * as assert from "node:assert/strict";

import * as vscode from "vscode";

import { type Place, Preview } from "../../../src/search/preview";
import { closeAllEditors, tabs, until, workspaceFile } from "../support/editors";

const ENGINE = "internal/engine/engine.go";
const HANDLER = "internal/server/handler.go";
const LOG = "internal/wal/log.go";

function place(path: string, line: number): Place {
  const range = { start: { line, character: 0 }, end: { line: line + 3, character: 0 } };
  return { uri: workspaceFile(path), target: { start: range.start, end: range.start }, whole: range, matches: [] };
}

async function open(path: string, options: vscode.TextDocumentShowOptions = {}): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(workspaceFile(path), { preview: false, ...options });
}

for (const enablePreview of [true, false]) {
  describe(`the preview of a result, with enablePreview ${enablePreview ? "on" : "off"}`, () => {
    const problems: string[] = [];
    let preview: Preview;

    const begin = () => {
      problems.length = 0;
      preview = new Preview((message) => problems.push(message));
    };

    before(async () => {
      await vscode.workspace.getConfiguration("workbench.editor").update("enablePreview", enablePreview, true);
    });

    beforeEach(closeAllEditors);

    afterEach(async () => {
      preview.dispose();
      await closeAllEditors();
    });

    after(async () => {
      await vscode.workspace.getConfiguration("workbench.editor").update("enablePreview", undefined, true);
    });

    it("leaves no tab behind, and the editor as it was", async () => {
      const editor = await open(ENGINE, { selection: new vscode.Range(60, 3, 62, 1) });
      const [visible] = editor.visibleRanges;
      begin();
      await preview.show(place(HANDLER, 64));
      assert.equal(vscode.window.activeTextEditor?.document.uri.path, workspaceFile(HANDLER).path);
      await preview.show(place(LOG, 20));
      await preview.show(place(HANDLER, 10));
      assert.equal(tabs().flat().length, 2);
      await preview.restore();
      await until(() => tabs().flat().join() === "*engine.go", "the tab alone");
      const active = vscode.window.activeTextEditor;
      assert.ok(active);
      assert.deepEqual(active.selection, new vscode.Selection(60, 3, 62, 1));
      await until(() => active.visibleRanges[0]?.start.line === visible?.start.line, "the old place in view");
      assert.deepEqual(problems, []);
    });

    it("closes what it opened where nothing was open", async () => {
      begin();
      await preview.show(place(HANDLER, 64));
      await preview.restore();
      await until(() => tabs().flat().length === 0, "no tab");
    });

    it("keeps tabs that were open, with their selections and what they show", async () => {
      const handler = await open(HANDLER, { selection: new vscode.Range(0, 1, 0, 4) });
      const [visible] = handler.visibleRanges;
      await open(ENGINE);
      begin();
      await preview.show(place(HANDLER, 64));
      await preview.show(place(LOG, 20));
      await preview.show(place(HANDLER, 64));
      await preview.restore();
      await until(() => tabs().flat().join() === "handler.go,*engine.go", "both tabs, the old one active");
      const again = await open(HANDLER);
      assert.deepEqual(again.selection, new vscode.Selection(0, 1, 0, 4));
      await until(() => again.visibleRanges[0]?.start.line === visible?.start.line, "the old place in view");
    });

    it("moves nothing but the view in the document that is open", async () => {
      const editor = await open(ENGINE, { selection: new vscode.Range(1, 0, 1, 0) });
      begin();
      await preview.show(place(ENGINE, 90));
      await until(() => (editor.visibleRanges[0]?.start.line ?? 0) > 30, "the result in view");
      assert.deepEqual(editor.selection, new vscode.Selection(1, 0, 1, 0));
      await preview.restore();
      await until(() => editor.visibleRanges[0]?.start.line === 0, "the old place in view");
      assert.deepEqual(tabs().flat(), ["*engine.go"]);
    });

    it("gives back the tab that it took the place of", async () => {
      await open(ENGINE);
      await open(LOG, { preview: true });
      await open(ENGINE);
      const before = tabs();
      begin();
      await preview.show(place(HANDLER, 64));
      await preview.restore();
      await until(() => JSON.stringify(tabs()) === JSON.stringify(before), `tabs ${JSON.stringify(before)}`);
    });

    it("opens what is chosen in the same group", async () => {
      await open(ENGINE);
      begin();
      await preview.show(place(LOG, 20));
      await preview.show(place(HANDLER, 64));
      await preview.open(place(HANDLER, 65), false);
      await until(() => tabs().flat().join() === "engine.go,*handler.go", "both tabs");
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 65);
    });

    it("opens what is chosen beside, with the group as it was", async () => {
      await open(ENGINE);
      begin();
      await preview.show(place(HANDLER, 64));
      await preview.open(place(HANDLER, 65), true);
      await until(() => JSON.stringify(tabs()) === JSON.stringify([["*engine.go"], ["*handler.go"]]), "two groups");
      assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.Two);
    });

    it("shows the last of many places that are asked for at once", async () => {
      await open(ENGINE);
      begin();
      const shown = [place(LOG, 1), place(HANDLER, 1), place("internal/wal/record.go", 1), place(HANDLER, 64)];
      await Promise.all(shown.map((one) => preview.show(one)));
      assert.deepEqual(tabs().flat().map((tab) => tab.replace("~", "")), ["engine.go", "*handler.go"]);
      const showing = preview.show(place(LOG, 1));
      await Promise.all([showing, preview.restore()]);
      await until(() => tabs().flat().join() === "*engine.go", "the tab alone");
    });

    it("says in the log alone that a file is gone", async () => {
      await open(ENGINE);
      begin();
      await preview.show(place("gone.go", 1));
      assert.equal(problems.length, 1);
      await preview.restore();
      assert.deepEqual(tabs().flat(), ["*engine.go"]);
      await assert.rejects(preview.open(place("gone.go", 1), false));
    });

    it("keeps a document that was changed meanwhile", async () => {
      await open(ENGINE);
      begin();
      await preview.show(place(LOG, 20));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(workspaceFile(LOG), new vscode.Position(0, 0), "// changed\n");
      await vscode.workspace.applyEdit(edit);
      await preview.restore();
      assert.ok(tabs().flat().some((tab) => tab.includes("log.go")));
      await vscode.window.showTextDocument(workspaceFile(LOG));
      await vscode.commands.executeCommand("workbench.action.files.revert");
    });
  });
}
