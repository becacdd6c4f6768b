import * as assert from "node:assert/strict";

import * as vscode from "vscode";

import type { CotextClient } from "../../../src/client";
import { InlineProvider } from "../../../src/inline/provider";
import { closeAllEditors } from "../support/editors";
import { asked, scriptedClient, type ScriptedAnswer } from "../support/scriptedClient";

const METHOD = "textDocument/inlineCompletion";

describe("the provider of inline completions", () => {
  let client: CotextClient;
  let provider: InlineProvider;
  let editor: vscode.TextEditor;

  async function serve(answer: ScriptedAnswer, timeoutMs = 5000): Promise<void> {
    client = scriptedClient({ [METHOD]: answer });
    await client.start();
    provider = new InlineProvider(client, () => timeoutMs);
  }

  async function open(content: string, language = "plaintext"): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ content, language });
    editor = await vscode.window.showTextDocument(document);
    const end = document.positionAt(content.length);
    editor.selection = new vscode.Selection(end, end);
  }

  async function provide(options: { token?: vscode.CancellationToken; invoked?: boolean } = {}): Promise<[string, string][]> {
    const triggerKind = vscode.InlineCompletionTriggerKind[options.invoked === true ? "Invoke" : "Automatic"];
    const items = await provider.provideInlineCompletionItems(
      editor.document,
      editor.selection.active,
      { triggerKind, selectedCompletionInfo: undefined },
      options.token ?? new vscode.CancellationTokenSource().token,
    );
    return items.map(({ insertText, range }) => [typeof insertText === "string" ? insertText : insertText.value, range === undefined ? "" : editor.document.getText(range)]);
  }

  async function type(text: string): Promise<void> {
    await vscode.commands.executeCommand("type", { text });
  }

  afterEach(async () => {
    provider.dispose();
    await client.stop();
    client.dispose();
    await closeAllEditors();
  });

  it("asks as the protocol says", async () => {
    await serve({ result: { items: [{ insertText: "turn 1" }] } });
    await open("re");
    assert.deepEqual(await provide(), [["turn 1", ""]]);
    await type("x");
    await provide({ invoked: true });
    const uri = editor.document.uri.toString();
    assert.deepEqual(await asked(client, METHOD), [
      {
        textDocument: { uri, version: 1 },
        position: { line: 0, character: 2 },
        context: { triggerKind: 2 },
      },
      {
        textDocument: { uri, version: editor.document.version },
        position: { line: 0, character: 3 },
        context: { triggerKind: 1 },
      },
    ]);
  });

  it("asks nothing while its suggestion is typed, and deleted again", async () => {
    await serve({ result: [{ insertText: "turn value" }] });
    await open("re");
    await provide();
    for (const [typed, rest] of [["t", "urn value"], ["u", "rn value"]] as const) {
      await type(typed);
      assert.deepEqual(await provide(), [[rest, ""]]);
    }
    await vscode.commands.executeCommand("deleteLeft");
    assert.deepEqual(await provide(), [["urn value", ""]]);
    assert.equal((await asked(client, METHOD)).length, 1);
    await type("x");
    await provide();
    assert.equal((await asked(client, METHOD)).length, 2);
  });

  it("goes on through brackets that the editor closes", async () => {
    await serve({ result: [{ insertText: "call(a, b);" }] });
    await open("let x = ", "javascript");
    await provide();
    await type("call");
    await type("(");
    assert.equal(editor.document.getText(), "let x = call()");
    assert.deepEqual(await provide(), [["a, b);", ")"]]);
    await type("a");
    assert.deepEqual(await provide(), [[", b);", ")"]]);
    assert.equal((await asked(client, METHOD)).length, 1);
  });

  it("leaves out what stands behind the cursor", async () => {
    await serve({ result: [{ insertText: "a, b)" }] });
    await open("f()");
    editor.selection = new vscode.Selection(0, 2, 0, 2);
    assert.deepEqual(await provide(), [["a, b", ""]]);
  });

  it("gives nothing for an answer that is late, wrong, refused or never comes", async () => {
    const answers: ScriptedAnswer[] = [
      { delayMs: 400, result: [{ insertText: "late" }] },
      { never: true },
      { result: "wrong" },
      { result: { items: [{ text: 1 }] } },
      { result: null },
      { error: { code: -32603, message: "The model is not there." } },
      { exit: true },
    ];
    for (const answer of answers) {
      await serve(answer, 150);
      await open("re");
      assert.deepEqual(await provide(), [], JSON.stringify(answer));
      provider.dispose();
      await client.stop();
      client.dispose();
    }
    await serve({ result: null });
  });

  it("gives nothing for a question that is cancelled, or whose document went on", async () => {
    await serve({ delayMs: 800, result: [{ insertText: "old" }] });
    await open("re");
    const source = new vscode.CancellationTokenSource();
    const cancelled = provide({ token: source.token });
    source.cancel();
    assert.deepEqual(await cancelled, []);
    const overtaken = provide();
    await type("x");
    assert.deepEqual(await overtaken, []);
  });

  it("is quiet while the server does not run", async () => {
    await serve({ result: [{ insertText: "x" }] });
    await open("re");
    await client.stop();
    assert.deepEqual(await provide(), []);
  });

  it("adds little to the server's own time, in a document of 5 MB too", async () => {
    await serve({ result: [{ insertText: "turn 1" }] });
    await open(`${"let value = compute(value);\n".repeat(190_000)}re`);
    const own: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      await type("q");
      await vscode.commands.executeCommand("deleteLeft");
      const started = performance.now();
      await client.request("test/echo", {});
      bare.push(performance.now() - started);
      await type("q");
      await vscode.commands.executeCommand("deleteLeft");
      const asking = performance.now();
      assert.equal((await provide()).length, 1);
      own.push(performance.now() - asking);
    }
    const over = median(own) - median(bare);
    console.log(`[test] inline completion in 5 MB: ${median(own).toFixed(1)} ms, ${over.toFixed(1)} ms over a bare request`);
    assert.ok(over <= 10, `${over} ms`);
  });
});

function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;
}
