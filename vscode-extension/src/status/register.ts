/** The status, and the commands by which a person rules the index. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import { escapeIcons } from "../search/rows";
import { keepContextKeys } from "./contextKeys";
import { gatherDiagnostics } from "./copyDiagnostics";
import { registerExplain } from "./explain";
import { folderName } from "./folders";
import { IndexCommands } from "./indexCommands";
import { LanguageStatus } from "./languageStatus";
import { applySettings } from "./settingsChanges";
import { showSkippedFiles } from "./skippedFiles";
import { StatusBar } from "./statusBar";
import { menuRows } from "./statusMenu";

/** Registers the status bar's item, and the commands of the index. */
export function registerStatus(context: vscode.ExtensionContext, client: CotextClient): vscode.Disposable {
  const commands = new IndexCommands(client);
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    new StatusBar(client),
    new LanguageStatus(client),
    keepContextKeys(client),
    applySettings(client),
    registerExplain(client),
    register("cotext.rebuildIndex", () => commands.rebuild()),
    register("cotext.clearIndex", () => commands.clear()),
    register("cotext.pauseIndexing", () => commands.pause()),
    register("cotext.resumeIndexing", () => commands.resume()),
    register("cotext.showSkippedFiles", () => showSkippedFiles(client)),
    register("cotext.showStatus", () => showStatus(client)),
    register("cotext.showLog", () => {
      client.log.show();
    }),
    register("cotext.copyDiagnostics", async () => {
      const text = gatherDiagnostics(context.extension, client);
      await vscode.env.clipboard.writeText(text);
      void vscode.window.setStatusBarMessage("Cotext: diagnostics copied", 3000);
      return text;
    }),
  );
}

async function showStatus(client: CotextClient): Promise<void> {
  const rows = menuRows(client.state, client.status, folderName).map((row) => ({
    ...row,
    label: escapeIcons(row.label),
    iconPath: new vscode.ThemeIcon(row.icon),
  }));
  const chosen = await vscode.window.showQuickPick(rows, { title: "Cotext", placeHolder: "Choose what to do" });
  if (chosen?.command !== undefined) {
    await vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
  }
}
