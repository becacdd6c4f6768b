/** What agents and other models in the editor get from Cotext. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import { registerCopilotContext } from "./copilotContext";
import { registerLanguageModelTools } from "./languageModelTools";

/** Registers the tools for agents and the context provider for Copilot, each where it is present. */
export function registerAgents(_context: vscode.ExtensionContext, client: CotextClient): vscode.Disposable {
  return vscode.Disposable.from(registerLanguageModelTools(client), registerCopilotContext(client));
}
