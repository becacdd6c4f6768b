/** `Cotext: Explain Ranking`: why a place stands where it stands in an answer, as a page. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { ExplainParams, ExplainResult } from "../protocol.gen";
import { readable } from "../readable";
import { explainText } from "./explainText";

export const SCHEME = "cotext-explain";

/** How many pages are kept for tabs that are still open. */
const KEPT = 20;

/** Pages of Markdown that exist in memory alone. */
class Pages implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private made = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "This explanation is no longer kept. Ask for it again.\n";
  }

  /** A page's URI, whose name is what its tab is called. */
  add(name: string, text: string): vscode.Uri {
    this.made += 1;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: String(this.made) });
    this.texts.set(uri.toString(), text);
    for (const old of [...this.texts.keys()].slice(0, -KEPT)) {
      this.texts.delete(old);
    }
    return uri;
  }
}

/** Asks a person which search is to be explained; undefined: never mind. */
export type AskForQuery = (place: string) => Thenable<string | undefined>;

const askInInput: AskForQuery = (place) =>
  vscode.window.showInputBox({
    title: "Explain Ranking",
    prompt: `Which search should find ${place}?`,
    placeHolder: "What you searched for",
  });

/** Registers `cotext.explainRanking`, which takes the parameters of `cotext/explain`, or explains the cursor's line. */
export function registerExplain(client: CotextClient, ask: AskForQuery = askInInput): vscode.Disposable {
  const pages = new Pages();
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, pages),
    vscode.commands.registerCommand("cotext.explainRanking", async (given?: ExplainParams) => {
      const params = isExplainParams(given) ? given : await atCursor(ask);
      if (params === undefined) {
        return;
      }
      const place = placeName(params.target.uri, params.target.line);
      try {
        const result = await client.request<ExplainResult>("cotext/explain", params);
        const page = readable("cotext/explain", () => explainText(result, { question: questionName(params), place }));
        await show(pages.add(`Ranking of ${place.slice(place.lastIndexOf("/") + 1).replace(":", " line ")}`, page));
      } catch (error) {
        void vscode.window.showErrorMessage(`The ranking cannot be explained: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  );
}

async function show(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  } catch {
    // The editor's own Markdown extension may be switched off.
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

async function atCursor(ask: AskForQuery): Promise<ExplainParams | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage("Put the cursor on the code whose ranking you want to know.");
    return undefined;
  }
  const target = { uri: editor.document.uri.toString(), line: editor.selection.active.line };
  const query = (await ask(placeName(target.uri, target.line)))?.trim();
  return query === undefined || query === "" ? undefined : { query, target };
}

function placeName(uri: string, line: number): string {
  return `${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))}:${line + 1}`;
}

function questionName(params: ExplainParams): string {
  if (params.at === undefined) {
    return `“${params.query ?? ""}”`;
  }
  return `the context of the cursor at ${placeName(params.at.textDocument.uri, params.at.position.line)}`;
}

function isExplainParams(value: unknown): value is ExplainParams {
  const params = value as Partial<ExplainParams> | undefined;
  return typeof params?.target?.uri === "string" && (params.query !== undefined || params.at !== undefined);
}
