/** Conditions for menus and for the commands' palette: what is offered is what applies. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { IndexStatusResult } from "../protocol.gen";
import { applicable } from "./indexCommands";

export type ContextKeys = Readonly<Record<string, boolean>>;

/** The conditions as they are; `status` is undefined while the server does not run. */
export function contextKeys(status: IndexStatusResult | undefined): ContextKeys {
  const folders = status?.folders ?? [];
  return {
    "cotext.serverRunning": status !== undefined,
    "cotext.canRebuild": applicable("cotext.rebuildIndex", folders).length > 0,
    "cotext.canPause": applicable("cotext.pauseIndexing", folders).length > 0,
    "cotext.canResume": applicable("cotext.resumeIndexing", folders).length > 0,
    "cotext.hasSkippedFiles": folders.some((state) => state.files.skipped > 0),
  };
}

/** Keeps the editor's conditions true; tells only what has changed. */
export function keepContextKeys(
  client: CotextClient,
  set: (name: string, value: boolean) => void = (name, value) => void vscode.commands.executeCommand("setContext", name, value),
): vscode.Disposable {
  const told = new Map<string, boolean>();
  const update = (): void => {
    for (const [name, value] of Object.entries(contextKeys(client.status))) {
      if (told.get(name) !== value) {
        told.set(name, value);
        set(name, value);
      }
    }
  };
  update();
  return vscode.Disposable.from(client.onDidChangeState(update), client.onDidChangeStatus(update));
}
