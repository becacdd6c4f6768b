/** Rebuild, clear, pause and resume: what a person can have done with the indexes. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { Command, IndexState } from "../protocol.gen";
import { plural } from "../words";
import { type AskForFolder, chooseFolders, folderName } from "./folders";
import { followed } from "./overview";

/** How many files are indexed anew without a question. */
export const REBUILT_UNASKED = 1000;

/** Asks whether something shall be done. */
export type Confirm = (question: string, detail: string, yes: string) => Promise<boolean>;

/** How a person is asked; tests answer themselves. */
export interface Questions {
  readonly confirm: Confirm;
  readonly folder?: AskForFolder;
  readonly tell: (message: string) => void;
}

const DIALOGS: Questions = {
  confirm: async (question, detail, yes) => (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes,
  tell: (message) => void vscode.window.showInformationMessage(message),
};

/** Folders to which a command can be applied now. */
export function applicable(command: Command, states: readonly IndexState[]): IndexState[] {
  const own = states.filter((state) => !followed(states).includes(state));
  switch (command) {
    case "cotext.pauseIndexing":
      return own.filter((state) => state.phase !== "paused" && state.phase !== "failed");
    case "cotext.resumeIndexing":
      return own.filter((state) => state.phase === "paused");
    default:
      return own;
  }
}

/** The four commands over the server's. */
export class IndexCommands {
  constructor(
    private readonly client: CotextClient,
    private readonly questions: Questions = DIALOGS,
  ) {}

  rebuild(): Promise<void> {
    return this.run("cotext.rebuildIndex", "Rebuild Index", (states) => {
      const files = states.reduce((total, state) => total + state.files.found, 0);
      return files < REBUILT_UNASKED
        ? Promise.resolve(true)
        : this.questions.confirm(
            `Index ${named(states)} anew?`,
            `${plural(files, "file")} are read and encoded again. Searches find less until that is done.`,
            "Rebuild",
          );
    });
  }

  clear(): Promise<void> {
    return this.run("cotext.clearIndex", "Clear Index", (states) =>
      this.questions.confirm(
        `Delete the index of ${named(states)}?`,
        "Nothing is found there until you resume indexing, which reads every file again. Your files are not touched.",
        "Delete Index",
      ),
    );
  }

  pause(): Promise<void> {
    return this.run("cotext.pauseIndexing", "Pause Indexing");
  }

  resume(): Promise<void> {
    return this.run("cotext.resumeIndexing", "Resume Indexing");
  }

  private async run(
    command: Command,
    title: string,
    isWanted: (states: readonly IndexState[]) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    const { status } = this.client;
    const states = applicable(command, status?.folders ?? []);
    if (states.length === 0) {
      this.questions.tell(whyNone(command, status?.folders));
      return;
    }
    const chosen = await chooseFolders(states, title, this.questions.folder);
    const meant = states.filter((state) => chosen?.includes(state.folder));
    if (meant.length === 0 || !(await isWanted(meant))) {
      return;
    }
    try {
      await Promise.all(
        meant.map((state) => this.client.request("workspace/executeCommand", { command, arguments: [state.folder] })),
      );
    } catch (error) {
      void vscode.window.showErrorMessage(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function named(states: readonly IndexState[]): string {
  return states.length === 1 ? `“${folderName(states[0]?.folder ?? "")}”` : plural(states.length, "folder");
}

function whyNone(command: Command, states: readonly IndexState[] | undefined): string {
  if (states === undefined) {
    return "Cotext is not running. `Cotext: Restart Server` starts it.";
  }
  if (states.length === 0) {
    return "No folder is open whose code could be indexed.";
  }
  if (followed(states).length === states.length) {
    return "Another window of this machine indexes this folder. Do it there, or close that window.";
  }
  return command === "cotext.resumeIndexing" ? "Indexing is not paused." : "Nothing is being indexed that could be paused.";
}
