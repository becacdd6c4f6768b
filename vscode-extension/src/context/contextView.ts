/** `Cotext: Show Completion Context`: a page beside the editor that follows the cursor. */

import { randomBytes } from "node:crypto";

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { Chunk, CompletionContextParams, CompletionContextResult } from "../protocol.gen";
import { vscodeRange } from "../ranges";
import { LiveSearch, type Outcome } from "../search/liveSearch";
import { indexVersion, serverNotice } from "../search/states";
import { targetRange } from "../search/target";
import { contextBody, messageBody } from "./contextHtml";
import { contextPage } from "./contextPage";

const VIEW_TYPE = "cotext.completionContext";
const DEBOUNCE_MS = 100;
const NO_EDITOR = "Put the cursor into a document to see the context that a model would get there.";

interface Cursor {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}

/** Registers `cotext.showCompletionContext`. */
export function registerContextView(_context: vscode.ExtensionContext, client: CotextClient): vscode.Disposable {
  let view: ContextView | undefined;
  const command = vscode.commands.registerCommand("cotext.showCompletionContext", () => {
    view ??= new ContextView(client, () => {
      view = undefined;
    });
    view.reveal();
  });
  return vscode.Disposable.from(command, { dispose: () => view?.dispose() });
}

class ContextView implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly live: LiveSearch<Cursor, CompletionContextResult>;
  private readonly subscriptions: vscode.Disposable[] = [];
  private cursor: Cursor | undefined = activeCursor();
  /** The cursor whose context `chunks` is. */
  private explained: Cursor | undefined;
  private chunks: readonly Chunk[] = [];
  private body = messageBody(NO_EDITOR);
  private ready = false;
  private indexVersion = "";

  constructor(
    private readonly client: CotextClient,
    closed: () => void,
  ) {
    this.panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      "Completion Context",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [] },
    );
    this.live = new LiveSearch(
      (cursor, signal) => this.ask(cursor, signal),
      (outcome) => {
        this.settle(outcome);
      },
      () => undefined,
      DEBOUNCE_MS,
    );
    this.subscriptions.push(
      this.panel.webview.onDidReceiveMessage((message: unknown) => {
        this.received(message);
      }),
      this.panel.onDidChangeViewState(() => {
        this.refresh(0);
      }),
      this.panel.onDidDispose(() => {
        this.live.cancel();
        vscode.Disposable.from(...this.subscriptions).dispose();
        closed();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) {
          this.follow();
        }
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.follow();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.cursor?.document) {
          this.follow();
        }
      }),
      client.onDidChangeStatus(({ folders }) => {
        const version = indexVersion(folders);
        if (version !== this.indexVersion) {
          this.indexVersion = version;
          this.refresh(DEBOUNCE_MS);
        }
      }),
      client.onDidChangeState(() => {
        this.refresh(0);
      }),
    );
    this.panel.webview.html = contextPage(randomBytes(16).toString("base64"), this.panel.webview.cspSource);
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
    this.follow();
  }

  dispose(): void {
    this.panel.dispose();
  }

  private follow(): void {
    this.cursor = activeCursor() ?? this.cursor;
    this.refresh(DEBOUNCE_MS);
  }

  private refresh(debounceMs: number): void {
    if (!this.panel.visible) {
      this.live.cancel();
      return;
    }
    const standing = serverNotice(this.client.state);
    if (standing !== undefined) {
      this.live.cancel();
      this.show(messageBody(`${standing.label}. ${standing.detail ?? ""}`));
    } else if (this.cursor === undefined || this.cursor.document.isClosed) {
      this.show(messageBody(NO_EDITOR));
    } else {
      this.live.change(this.cursor, debounceMs);
    }
  }

  private async ask(cursor: Cursor, signal: AbortSignal): Promise<CompletionContextResult> {
    const cancellation = new vscode.CancellationTokenSource();
    signal.addEventListener("abort", () => {
      cancellation.cancel();
    });
    const params: CompletionContextParams = paramsOf(cursor);
    try {
      return await this.client.request("cotext/completionContext", params, cancellation.token);
    } finally {
      cancellation.dispose();
    }
  }

  private settle(outcome: Outcome<Cursor, CompletionContextResult>): void {
    if (outcome.kind === "failure") {
      const message = outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
      this.client.log.debug(`No completion context: ${message}`);
      this.show(messageBody(`The context could not be made: ${message}`));
      return;
    }
    const { document, position } = outcome.query;
    this.explained = outcome.query;
    this.chunks = outcome.answer.chunks;
    const path = vscode.workspace.asRelativePath(document.uri);
    this.show(
      contextBody(outcome.answer, { path, line: position.line }, (uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri))),
    );
  }

  private show(body: string): void {
    this.body = body;
    if (this.ready) {
      void this.panel.webview.postMessage({ body });
    }
  }

  private received(message: unknown): void {
    const { kind, index } = message as { kind?: unknown; index?: unknown };
    if (kind === "ready") {
      this.ready = true;
      void this.panel.webview.postMessage({ body: this.body });
      return;
    }
    const chunk = typeof index === "number" ? this.chunks[index] : undefined;
    if (chunk !== undefined && kind === "open") {
      void this.openChunk(chunk);
    } else if (chunk !== undefined && kind === "explain" && this.explained !== undefined) {
      void vscode.commands.executeCommand("cotext.explainRanking", {
        at: paramsOf(this.explained),
        target: { uri: chunk.uri, line: targetRange({ uri: chunk.uri, range: chunk.range, chunk }).start.line },
      });
    }
  }

  private async openChunk(chunk: Chunk): Promise<void> {
    const column = vscode.window.visibleTextEditors.find((editor) => editor.document === this.cursor?.document)?.viewColumn;
    const { start } = vscodeRange(chunk.range);
    await vscode.window.showTextDocument(vscode.Uri.parse(chunk.uri), {
      viewColumn: column ?? vscode.ViewColumn.One,
      selection: new vscode.Range(start, start),
    });
  }
}

function paramsOf({ document, position }: Cursor): Pick<CompletionContextParams, "textDocument" | "position"> {
  return { textDocument: { uri: document.uri.toString() }, position: { line: position.line, character: position.character } };
}

function activeCursor(): Cursor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && { document: editor.document, position: editor.selection.active };
}
