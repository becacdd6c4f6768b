import * as assert from "node:assert/strict";

import * as vscode from "vscode";

import { contextTool, registerLanguageModelTools, searchTool } from "../../../src/agents/languageModelTools";
import type { CotextClient } from "../../../src/client";
import { workspaceFile } from "../support/editors";
import { makeClient, ready } from "../support/testClient";

describe("the tools for agents", () => {
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

  async function invoke(tool: vscode.LanguageModelTool<unknown>, input: unknown, tokenBudget?: number): Promise<string> {
    const tokenizationOptions = tokenBudget === undefined ? undefined : { tokenBudget, countTokens: () => Promise.resolve(1) };
    const result = await tool.invoke(
      { input, toolInvocationToken: undefined, ...(tokenizationOptions && { tokenizationOptions }) },
      new vscode.CancellationTokenSource().token,
    );
    return (result?.content ?? []).map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
  }

  it("are declared as they are registered", () => {
    const declared = vscode.extensions.getExtension("cotext.cotext")?.packageJSON as {
      contributes: { languageModelTools: { name: string; inputSchema: { required: string[] } }[] };
    };
    assert.deepEqual(declared.contributes.languageModelTools.map(({ name }) => name), ["cotext_search", "cotext_context"]);
    assert.ok(registerLanguageModelTools(client) instanceof vscode.Disposable);
  });

  it("search", async () => {
    const text = await invoke(searchTool(client), { query: "map failures to HTTP status codes", path: "internal", language: "go" });
    assert.match(text, /^internal\/server\/handler\.go:65-77 writeError\n```go\n\/\/ writeError translates/);
    assert.match(await invoke(searchTool(client), { query: "zzqqxx", mode: "literal" }), /^Nothing was found\.$/);
    assert.ok((await invoke(searchTool(client), { query: "log" }, 100)).length < 400);
  });

  it("give the code that matters at a line", async () => {
    const absolute = workspaceFile("internal/engine/engine.go").fsPath;
    for (const file of ["internal/engine/engine.go", absolute]) {
      assert.match(await invoke(contextTool(client), { file, line: 80 }), /internal\/memtable\/table\.go:\d+-\d+ /);
    }
  });

  it("look at nothing outside of the workspace", async () => {
    for (const file of ["/etc/passwd", "../../etc/passwd", "gone.go"]) {
      await assert.rejects(invoke(contextTool(client), { file, line: 1 }), /"file": there is no/, file);
    }
  });

  it("say what they do, and what is wrong with their input", async () => {
    const token = new vscode.CancellationTokenSource().token;
    const prepared = await searchTool(client).prepareInvocation?.({ input: { query: "open files" } }, token);
    assert.match(String(prepared?.invocationMessage), /open files/);
    await assert.rejects(invoke(searchTool(client), {}), /"query"/);
    await assert.rejects(invoke(contextTool(client), { file: "go.mod", line: 0 }), /"line"/);
  });
});
