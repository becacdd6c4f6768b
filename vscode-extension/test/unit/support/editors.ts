import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

/** A file of the tests' workspace. */
export function workspaceFile(path: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    throw new Error("The tests' editor has no folder open.");
  }
  return vscode.Uri.joinPath(folder.uri, path);
}

/** The tabs of every group: file names, `*` before the active one, `~` behind one that the next replaces. */
export function tabs(): string[][] {
  return vscode.window.tabGroups.all.map((group) =>
    group.tabs.map((tab) => `${tab.isActive ? "*" : ""}${tab.label}${tab.isPreview ? "~" : ""}`),
  );
}

export async function closeAllEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await vscode.commands.executeCommand("workbench.action.editorLayoutSingle");
}

/** Waits until something holds. */
export async function until(holds: () => boolean, what: string, timeoutMs = 5000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > end) {
      throw new Error(`Not within ${timeoutMs} ms: ${what}; tabs are ${JSON.stringify(tabs())}`);
    }
    await pause(20);
  }
}
