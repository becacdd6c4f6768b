/** `Cotext: Show Skipped Files`: what is not indexed and why, by reason; Enter opens a file. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { SkippedFile, SkippedFilesParams, SkippedFilesResult } from "../protocol.gen";
import { readable } from "../readable";
import { escapeIcons } from "../search/rows";
import { plural } from "../words";
import { type AskForFolder, chooseFolders } from "./folders";
import { reasonMeaning, reasonName } from "./skipReasons";

const METHOD = "cotext/skippedFiles";

/** How many files are listed of a folder. */
export const LISTED = 2000;

export interface SkippedRow extends vscode.QuickPickItem {
  readonly uri?: string;
}

/** Shows rows to a person, and gives the one that is chosen. */
export type ShowRows = (rows: SkippedRow[], title: string) => Thenable<SkippedRow | undefined>;

/**
 * The rows: a separator for each reason, the commonest first, and its files by path.
 *
 * @param pathOf how a document is called for a person, by its URI.
 * @param total how many files there are; more than `files`, where some are not listed.
 */
export function skippedRows(files: readonly SkippedFile[], total: number, pathOf: (uri: string) => string): SkippedRow[] {
  const groups = new Map<string, SkippedFile[]>();
  for (const file of files) {
    groups.set(file.reason, [...(groups.get(file.reason) ?? []), file]);
  }
  const rows: SkippedRow[] = [];
  for (const [reason, group] of [...groups].sort(([, one], [, other]) => other.length - one.length)) {
    rows.push({ label: `${group.length.toLocaleString("en")} ${reasonName(reason)}`, kind: vscode.QuickPickItemKind.Separator });
    const shown = group.map((file) => ({ path: pathOf(file.uri), file }));
    shown.sort((one, other) => (one.path < other.path ? -1 : 1));
    for (const { path, file } of shown) {
      const detail = file.detail ?? reasonMeaning(reason);
      rows.push({ label: escapeIcons(path), description: reasonName(reason), detail: escapeIcons(detail), uri: file.uri });
    }
  }
  if (total > files.length) {
    rows.push({ label: `${plural(total - files.length, "more file")} not listed`, kind: vscode.QuickPickItemKind.Separator });
  }
  return rows;
}

/** Asks the server, and opens what a person chooses. */
export async function showSkippedFiles(client: CotextClient, show: ShowRows = showInPalette, ask?: AskForFolder): Promise<void> {
  const states = (client.status?.folders ?? []).filter((state) => state.files.skipped > 0);
  const folders = await chooseFolders(states, "Show Skipped Files", ask);
  if (folders === undefined) {
    return;
  }
  if (folders.length === 0) {
    void vscode.window.showInformationMessage("No file was skipped.");
    return;
  }
  let title: string;
  let rows: SkippedRow[];
  try {
    const answers = await Promise.all(
      folders.map((folder) => {
        const params: SkippedFilesParams = { folder, limit: LISTED };
        return client.request<SkippedFilesResult>(METHOD, params);
      }),
    );
    const total = answers.reduce((sum, answer) => sum + readable(METHOD, () => answer.total), 0);
    const pathOf = (uri: string): string => vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
    rows = readable(METHOD, () => skippedRows(answers.flatMap((answer) => answer.files), total, pathOf));
    title = `Skipped Files (${total.toLocaleString("en")})`;
  } catch (error) {
    void vscode.window.showErrorMessage(`The skipped files cannot be listed: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  const chosen = await show(rows, title);
  if (chosen?.uri !== undefined) {
    // Not as text: an editor of its own may know what to do with a picture or another binary file.
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(chosen.uri));
  }
}

const showInPalette: ShowRows = (rows, title) =>
  vscode.window.showQuickPick(rows, { title, placeHolder: "Choose a file to open it", matchOnDescription: true, matchOnDetail: true });
