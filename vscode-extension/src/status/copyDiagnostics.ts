/** Gathers what `Cotext: Copy Diagnostics` copies. */

import { homedir } from "node:os";

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import { startText } from "../startTimes";
import { diagnosticsText } from "./diagnostics";

/** The text for the clipboard. */
export function gatherDiagnostics(extension: vscode.Extension<unknown>, client: CotextClient): string {
  const manifest = extension.packageJSON as Manifest;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return diagnosticsText({
    versions: {
      Cotext: manifest.version,
      "VS Code": vscode.version,
      platform: `${process.platform} ${process.arch}`,
      node: process.versions.node,
      remote: vscode.env.remoteName ?? "none",
      workspace: `${folders.length} folders (${[...new Set(folders.map((folder) => folder.uri.scheme))].join(", ") || "none"})`,
      activation: startText(),
      trusted: String(vscode.workspace.isTrusted),
    },
    standing: client.state,
    status: client.status,
    settings: changedSettings(Object.keys(manifest.contributes.configuration.properties)),
    errorOutput: client.errorOutput,
    hidden: [
      ...folders.map((folder, index) => ({ path: folder.uri.fsPath, shown: `<folder ${index + 1}>`, hidesNames: true })),
      { path: homedir(), shown: "~", hidesNames: false },
    ],
  });
}

interface Manifest {
  version: string;
  contributes: { configuration: { properties: Record<string, unknown> } };
}

function changedSettings(names: readonly string[]): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of names) {
    const value = vscode.workspace.getConfiguration().get<unknown>(name);
    const standard = vscode.workspace.getConfiguration().inspect(name)?.defaultValue;
    if (JSON.stringify(value) !== JSON.stringify(standard)) {
      changed[name] = value;
    }
  }
  return changed;
}
