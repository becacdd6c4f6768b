/** Settings count as soon as they are changed. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";

/**
 * Settings of the editor that the server is told when it starts alone. Its own are sent to it as they change, and those
 * that say which server runs are seen to where it is started.
 */
const TOLD_AT_START = ["files.exclude", "search.exclude", "files.encoding"];

/** Several settings may be changed at once. */
const DEBOUNCE_MS = 500;

/** Starts the server anew after a change of what it is told at its start alone. Its index stays. */
export function applySettings(
  client: CotextClient,
  onChange: vscode.Event<vscode.ConfigurationChangeEvent> = vscode.workspace.onDidChangeConfiguration,
): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listening = onChange((change) => {
    if (TOLD_AT_START.some((name) => change.affectsConfiguration(name)) && client.state.kind === "running") {
      clearTimeout(timer);
      timer = setTimeout(() => void client.restart(), DEBOUNCE_MS);
    }
  });
  return vscode.Disposable.from(listening, {
    dispose: () => {
      clearTimeout(timer);
    },
  });
}
