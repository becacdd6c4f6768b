import * as assert from "node:assert/strict";

import * as vscode from "vscode";

import { type ContextProvider, copilotProvider, offerTo } from "../../../src/agents/copilotContext";
import type { CotextClient } from "../../../src/client";
import { closeAllEditors, workspaceFile } from "../support/editors";
import { makeClient, ready } from "../support/testClient";

describe("context for Copilot", () => {
  let client: CotextClient;

  before(async () => {
    client = makeClient();
    await client.start();
    await ready(client);
  });

  after(async () => {
    await client.stop();
    client.dispose();
    await closeAllEditors();
  });

  it("is pieces of code, the best as the most important", async () => {
    const document = await vscode.workspace.openTextDocument(workspaceFile("internal/engine/engine.go"));
    const uri = document.uri.toString();
    const offset = document.offsetAt(new vscode.Position(79, 9));
    const token = new vscode.CancellationTokenSource().token;
    const resolve = copilotProvider(client).resolver.resolve;
    const snippets = await resolve({ documentContext: { uri, offset }, timeBudget: 3000 }, token);
    assert.ok(snippets.some(({ value }) => value.includes("func (t *Table) ScanPrefix")));
    const importance = snippets.map((one) => one.importance);
    assert.deepEqual(importance, [...importance].sort((one, other) => other - one));
    assert.ok(importance.every((one) => one >= 0 && one <= 100));
    const placed = await resolve({ documentContext: { uri, offset: 0, position: { line: 79, character: 9 } }, timeBudget: 3000 }, token);
    assert.deepEqual(placed, snippets);
    assert.deepEqual(await resolve({ documentContext: { uri: "file:///gone", offset: 3 } }, token), []);
  });

  it("is offered to each form of the interface, and to nothing else", async () => {
    const registered: string[] = [];
    const registerContextProvider = ({ id }: ContextProvider) => {
      registered.push(id);
      return new vscode.Disposable(() => undefined);
    };
    const getContextProviderAPI = () => ({ registerContextProvider });
    const provider = copilotProvider(client);
    assert.ok(await offerTo({ getContextProviderAPI }, provider));
    assert.ok(await offerTo({ getContextProviderAPI: () => Promise.resolve({ registerContextProvider }) }, provider));
    assert.ok(await offerTo({ getAPI: () => ({ getContextProviderAPI }) }, provider));
    assert.deepEqual(registered, ["cotext", "cotext", "cotext"]);
    for (const other of [undefined, {}, { getAPI: () => undefined }, { getContextProviderAPI: () => undefined }]) {
      assert.equal(await offerTo(other, provider), undefined);
    }
  });
});
