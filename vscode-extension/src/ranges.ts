/** Ranges of the protocol and of the editor. */

import * as vscode from "vscode";

import type { Range } from "./protocol.gen";

/** A range of the protocol as the editor's. */
export function vscodeRange(range: Range): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

/** A range of the editor as the protocol's. */
export function wireRange(range: vscode.Range): Range {
  return {
    start: { line: range.start.line, character: range.start.character },
    end: { line: range.end.line, character: range.end.character },
  };
}
