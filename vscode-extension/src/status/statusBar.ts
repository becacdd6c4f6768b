/** The item in the status bar: quiet while all is well, and true at any time. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import { folderName } from "./folders";
import { HOVER_COMMANDS, hoverText } from "./hoverText";
import { overviewOf, type Overview } from "./overview";

/** What an item shows; the part of `vscode.StatusBarItem` that is used. */
export type ShownItem = Pick<
  vscode.StatusBarItem,
  "text" | "tooltip" | "backgroundColor" | "accessibilityInformation" | "command" | "name" | "show" | "dispose"
>;

/** Shows the state of the server and its indexes. */
export class StatusBar implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly client: CotextClient,
    private readonly item: ShownItem = vscode.window.createStatusBarItem("cotext.status", vscode.StatusBarAlignment.Right, 90),
  ) {
    item.name = "Cotext";
    item.command = { command: "cotext.showStatus", title: "Show what Cotext does, and what can be done" };
    this.subscriptions = [
      item,
      client.onDidChangeState(() => {
        this.update();
      }),
      client.onDidChangeStatus(() => {
        this.update();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("cotext.inlineModel")) {
          this.update();
        }
      }),
    ];
    this.update();
    item.show();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private update(): void {
    const overview = overviewOf(this.client.state, this.client.status);
    this.item.text = `$(${overview.icon}) ${overview.text}`;
    this.item.accessibilityInformation = { label: overview.label, role: "button" };
    this.item.backgroundColor = background(overview);
    this.item.tooltip = this.hover(overview);
  }

  private hover(overview: Overview): vscode.MarkdownString {
    const model = vscode.workspace.getConfiguration("cotext.inlineModel");
    const choice = { kind: model.get("kind", "none"), model: model.get("model", "") };
    const hover = new vscode.MarkdownString(hoverText(overview, this.client.status, choice, folderName));
    hover.isTrusted = { enabledCommands: HOVER_COMMANDS };
    return hover;
  }
}

function background({ kind }: Overview): vscode.ThemeColor | undefined {
  return kind === "failed" ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
}
