/** Folders of the workspace as a person calls them, and the choice of one. */

import * as vscode from "vscode";

import type { IndexState } from "../protocol.gen";
import { plural } from "../words";

/** What a folder of the workspace is called, by its URI as the server spells it. */
export function folderName(uri: string): string {
  const parsed = vscode.Uri.parse(uri);
  const folder = (vscode.workspace.workspaceFolders ?? []).find((one) => one.uri.toString() === parsed.toString());
  return folder?.name ?? vscode.workspace.asRelativePath(parsed, false);
}

export interface FolderItem extends vscode.QuickPickItem {
  /** URIs of what is chosen. */
  readonly folders: readonly string[];
}

/** Asks a person for one of the items; undefined: nothing was chosen. */
export type AskForFolder = (items: FolderItem[], title: string) => Thenable<FolderItem | undefined>;

const askInPalette: AskForFolder = (items, title) =>
  vscode.window.showQuickPick(items, { title, placeHolder: "Choose a folder of the workspace", matchOnDescription: true });

/**
 * The folders that a command is for: the one that there is, or those that a person chooses.
 *
 * @param title of the question.
 * @returns undefined where nothing was chosen; empty where there is none.
 */
export async function chooseFolders(
  states: readonly IndexState[],
  title: string,
  ask: AskForFolder = askInPalette,
): Promise<readonly string[] | undefined> {
  if (states.length < 2) {
    return states.map((state) => state.folder);
  }
  const each = states.map((state) => ({
    label: folderName(state.folder),
    description: plural(state.files.indexed, "file"),
    folders: [state.folder],
  }));
  const all = { label: "All folders", description: plural(states.length, "folder"), folders: states.map((state) => state.folder) };
  return (await ask([all, ...each], title))?.folders;
}
