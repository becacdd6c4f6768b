import * as vscode from "vscode";
import { CotextClient } from "./client";
import { readSettings } from "./settings";

/** Wires the parts together; each registers what it contributes. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Cotext", { log: true });
  const provider = () => {
    const [program, ...args] = readSettings().serverCommand;
    return program === undefined
      ? Promise.reject(new Error("Set `cotext.server.command`."))
      : Promise.resolve({ program, args, origin: "the server of `cotext.server.command`" });
  };
  const client = new CotextClient(log, provider, vscode.Uri.joinPath(context.globalStorageUri, "empty"));
  context.subscriptions.push(log, client);
  void client.start();
}
