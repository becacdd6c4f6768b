/** Inline suggestions of the model that the server talks to. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import { InlineCompletionTriggerKind, suggestionTexts } from "./answer";
import { type Surroundings, trimSuggestion } from "./trim";
import { type Remainder, TypedThrough } from "./typedThrough";

const METHOD = "textDocument/inlineCompletion";
const FOLLOWING_LINES = 12;

/** The part of the client that inline completion needs. */
export type InlineClient = Pick<CotextClient, "request" | "state" | "log">;

/** Asks the server, and answers by itself while a suggestion is typed. Nothing that fails here reaches the user. */
export class InlineProvider implements vscode.InlineCompletionItemProvider, vscode.Disposable {
  private readonly typed = new TypedThrough();
  private readonly changes = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    this.typed.change(
      document.uri.toString(),
      contentChanges.map(({ range, text }) => ({ start: range.start, end: range.end, text })),
    );
  });

  /**
   * @param timeoutMs how long a request may take in all; the server keeps its own limit on the model.
   */
  constructor(
    private readonly client: InlineClient,
    private readonly timeoutMs: () => number,
  ) {}

  async provideInlineCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    context: vscode.InlineCompletionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.InlineCompletionItem[]> {
    const uri = document.uri.toString();
    const left = this.typed.remainders(uri, position);
    if (left.length > 0) {
      return left.map((rest) => item(rest, position));
    }
    if (this.client.state.kind !== "running") {
      return [];
    }
    const invoked = context.triggerKind === vscode.InlineCompletionTriggerKind.Invoke;
    const version = document.version;
    let result: unknown;
    try {
      result = await this.client.request<unknown>(METHOD, params(document, position, context, invoked), token, this.timeoutMs());
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) {
        this.client.log.debug(`No inline completion: ${error instanceof Error ? error.message : String(error)}`);
      }
      return [];
    }
    if (token.isCancellationRequested || document.version !== version) {
      return [];
    }
    const around = surroundings(document, position);
    const texts = suggestionTexts(result, position, around.linePrefix)
      .map((text) => trimSuggestion(text, around, invoked ? "invoked" : "automatic"))
      .filter((text) => text !== "");
    this.typed.start(uri, position, texts);
    return texts.map((text) => item({ text, overtype: 0 }, position));
  }

  dispose(): void {
    this.changes.dispose();
  }
}

function params(
  document: vscode.TextDocument,
  position: vscode.Position,
  context: vscode.InlineCompletionContext,
  invoked: boolean,
): unknown {
  const selected = context.selectedCompletionInfo;
  return {
    textDocument: { uri: document.uri.toString(), version: document.version },
    position: { line: position.line, character: position.character },
    context: {
      triggerKind: invoked ? InlineCompletionTriggerKind.Invoked : InlineCompletionTriggerKind.Automatic,
      ...(selected && { selectedCompletionInfo: { range: selected.range, text: selected.text } }),
    },
  };
}

function surroundings(document: vscode.TextDocument, position: vscode.Position): Surroundings {
  const line = document.lineAt(position.line).text;
  const last = Math.min(document.lineCount, position.line + 1 + FOLLOWING_LINES);
  const following: string[] = [];
  for (let at = position.line + 1; at < last; at += 1) {
    following.push(document.lineAt(at).text);
  }
  return { linePrefix: line.slice(0, position.character), lineSuffix: line.slice(position.character), following };
}

function item(rest: Remainder, position: vscode.Position): vscode.InlineCompletionItem {
  return new vscode.InlineCompletionItem(rest.text, new vscode.Range(position, position.translate(0, rest.overtype)));
}
