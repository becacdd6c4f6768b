import { activationBegins, activationEnds, loadingEnds, startText } from "./startTimes";
import * as vscode from "vscode";
import { registerAgents } from "./agents/register";
import { CotextClient } from "./client";
import type { CotextExports } from "./context/api";
import { registerContextView } from "./context/contextView";
import { exportedApi } from "./context/exportedApi";
import { registerInlineCompletion } from "./inline/register";
import { registerSearch } from "./search/register";
import { readSettings } from "./settings";
import { registerStatus } from "./status/register";

/** Wires the parts together; each registers what it contributes. */
export function activate(context: vscode.ExtensionContext): CotextExports {
  activationBegins();
  const log = vscode.window.createOutputChannel("Cotext", { log: true });
  const provider = () => {
    const [program, ...args] = readSettings().serverCommand;
    return program === undefined
      ? Promise.reject(new Error("Set `cotext.server.command`."))
      : Promise.resolve({ program, args, origin: "the server of `cotext.server.command`" });
  };
  const client = new CotextClient(log, provider, vscode.Uri.joinPath(context.globalStorageUri, "empty"));
  context.subscriptions.push(
    log,
    client,
    registerSearch(context, client),
    registerContextView(context, client),
    registerInlineCompletion(context, client),
    registerAgents(context, client),
    registerStatus(context, client),
  );
  void client.start();
  activationEnds();
  log.info(`Activated in ${startText()}.`);
  return exportedApi(client);
}

loadingEnds();
