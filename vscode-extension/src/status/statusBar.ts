/** The item in the status bar: quiet while all is well, and true at any time. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import { folderName } from "./folders";
import { HOVER_COMMANDS, hoverText } from "./hoverText";
import { overviewOf, type Overview, type OverviewKind } from "./overview";

/** What an item shows; the part of `vscode.StatusBarItem` that is used. */
export type ShownItem = Pick<
  vscode.StatusBarItem,
  "text" | "tooltip" | "backgroundColor" | "accessibilityInformation" | "command" | "name" | "show" | "dispose"
>;

/** A change of the item closes or redraws a hover that is being read, whose links cannot be pressed meanwhile. */
const INTERVAL_MS = 2000;

/** Shows the state of the server and its indexes. */
export class StatusBar implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private shown: OverviewKind | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param intervalMs how long the item stays as it is while only its numbers change; default 2 s. */
  constructor(
    private readonly client: CotextClient,
    private readonly item: ShownItem = vscode.window.createStatusBarItem("cotext.status", vscode.StatusBarAlignment.Right, 90),
    private readonly intervalMs = INTERVAL_MS,
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
          this.show(overviewOf(client.state, client.status));
        }
      }),
    ];
    this.update();
    item.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Shows what is new at once, and numbers a little later. */
  private update(): void {
    const overview = overviewOf(this.client.state, this.client.status);
    if (overview.kind !== this.shown) {
      this.show(overview);
    } else {
      this.timer ??= setTimeout(() => {
        this.show(overviewOf(this.client.state, this.client.status));
      }, this.intervalMs);
    }
  }

  private show(overview: Overview): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.shown = overview.kind;
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
