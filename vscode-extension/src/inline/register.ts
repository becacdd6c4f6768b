/** Inline completion: registered while a model is configured, with its key from the editor's secret storage. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import { InlineProvider } from "./provider";

const SECRET = "inlineModel.apiKey";
const GRACE_MS = 1000;

/** What inline completion works in: documents that the server knows. */
const DOCUMENTS: vscode.DocumentSelector = [
  { scheme: "file" },
  { scheme: "untitled" },
  { scheme: "vscode-notebook-cell" },
];

/** Registers the provider and the commands for the model's key. */
export function registerInlineCompletion(context: vscode.ExtensionContext, client: CotextClient): vscode.Disposable {
  let provider: vscode.Disposable | undefined;

  const configure = (): void => {
    const wanted = vscode.workspace.getConfiguration("cotext.inlineModel").get<string>("kind", "none") !== "none";
    if (wanted && provider === undefined) {
      const inline = new InlineProvider(client, requestTimeoutMs);
      provider = vscode.Disposable.from(inline, vscode.languages.registerInlineCompletionItemProvider(DOCUMENTS, inline));
    } else if (!wanted) {
      provider?.dispose();
      provider = undefined;
    }
  };

  const sendKey = async (): Promise<void> => {
    if (client.state.kind !== "running") {
      return;
    }
    try {
      const value = (await context.secrets.get(SECRET)) ?? "";
      await client.request("cotext/setSecret", { name: SECRET, value });
    } catch (error) {
      client.log.warn(`The model's API key could not be given to the server: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  configure();
  void sendKey();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("cotext.inlineModel")) {
        configure();
      }
    }),
    client.onDidChangeState(({ kind }) => {
      if (kind === "running") {
        void sendKey();
      }
    }),
    context.secrets.onDidChange(({ key }) => {
      if (key === SECRET) {
        void sendKey();
      }
    }),
    vscode.commands.registerCommand("cotext.setInlineModelApiKey", async () => {
      const value = await vscode.window.showInputBox({
        title: "API Key of the Inline Model",
        prompt: "Kept in the editor's secret storage, and given to the Cotext server alone.",
        password: true,
        ignoreFocusOut: true,
      });
      if (value !== undefined && value.trim() !== "") {
        await context.secrets.store(SECRET, value.trim());
      }
    }),
    vscode.commands.registerCommand("cotext.clearInlineModelApiKey", () => context.secrets.delete(SECRET)),
    {
      dispose: () => {
        provider?.dispose();
      },
    },
  );
}

/** The server waits for the model as long as its settings say; past that and its own work it is not going to answer. */
function requestTimeoutMs(): number {
  const settings = vscode.workspace.getConfiguration("cotext.inlineModel");
  return settings.get("timeoutMs", 5000) + settings.get("debounceMs", 75) + GRACE_MS;
}
