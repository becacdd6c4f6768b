/** The language status item: where the document of the active editor stands. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { ExplainParams, ExplainResult, IndexState, SkippedFile, SkippedFilesParams, SkippedFilesResult } from "../protocol.gen";
import { indexVersion, serverNotice } from "../search/states";
import { documentWords, type DocumentFacts, type DocumentWords } from "./documentState";
import { LISTED } from "./skippedFiles";

/** Documents that Cotext has something to say on. */
const DOCUMENTS: vscode.DocumentSelector = [{ scheme: "file" }, { scheme: "untitled" }, { scheme: "vscode-notebook-cell" }];

const DEBOUNCE_MS = 200;
/** Lines that are looked at to find one with text: where a file begins with nothing, nothing of it is indexed there. */
const LOOKED_AT = 200;

/** What an item shows; the part of `vscode.LanguageStatusItem` that is used. */
export type ShownLanguageStatus = Pick<
  vscode.LanguageStatusItem,
  "name" | "text" | "detail" | "busy" | "severity" | "command" | "accessibilityInformation" | "dispose"
>;

/** Keeps the item true to the active document. */
export class LanguageStatus implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  private seen = "";

  constructor(
    private readonly client: CotextClient,
    private readonly item: ShownLanguageStatus = vscode.languages.createLanguageStatusItem("cotext.document", DOCUMENTS),
  ) {
    item.name = "Cotext";
    const refresh = (): void => {
      this.refresh();
    };
    this.subscriptions = [
      item,
      vscode.window.onDidChangeActiveTextEditor(refresh),
      vscode.workspace.onDidSaveTextDocument(refresh),
      client.onDidChangeState(refresh),
      client.onDidChangeStatus(({ folders }) => {
        // Told four times a second while files are indexed; a document's own state changes with commits and phases.
        const seen = `${indexVersion(folders)} ${folders.map((state) => state.phase).join(" ")}`;
        if (seen !== this.seen) {
          this.seen = seen;
          this.refresh();
        }
      }),
    ];
    this.refresh(0);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private refresh(delayMs = DEBOUNCE_MS): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), delayMs);
  }

  private async update(): Promise<void> {
    this.asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    const standing = serverNotice(this.client.state);
    if (standing !== undefined) {
      this.show({
        text: standing.label,
        detail: standing.detail ?? "",
        busy: this.client.state.kind === "starting",
        command: { id: "cotext.showStatus", title: "Show Status" },
      });
      return;
    }
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined) {
      return;
    }
    try {
      const facts = await documentFacts(this.client, document, asking.token);
      if (!asking.token.isCancellationRequested) {
        this.show(documentWords(facts));
      }
    } catch (error) {
      if (!asking.token.isCancellationRequested) {
        this.client.log.debug(`Where ${document.uri.scheme} document stands is not known: ${String(error)}`);
        this.show(documentWords({ scheme: document.uri.scheme, folder: folderState(this.client, document.uri) }));
      }
    } finally {
      asking.dispose();
    }
  }

  private show({ text, detail, busy, command }: DocumentWords): void {
    this.item.text = text;
    this.item.detail = detail;
    this.item.busy = busy;
    this.item.severity = vscode.LanguageStatusSeverity.Information;
    this.item.command = { command: command.id, title: command.title };
    this.item.accessibilityInformation = { label: detail === "" ? text : `${text}. ${detail}` };
  }
}

/**
 * What the server knows of a document.
 *
 * @throws what `CotextClient.request` throws.
 */
export async function documentFacts(
  client: CotextClient,
  document: vscode.TextDocument,
  token?: vscode.CancellationToken,
): Promise<DocumentFacts> {
  const { scheme } = document.uri;
  const folder = folderState(client, document.uri);
  if (folder === undefined || scheme !== "file") {
    return { scheme };
  }
  const uri = document.uri.toString();
  // An empty query costs no search: what is asked is whether there is a chunk.
  const params: ExplainParams = { query: "", target: { uri, line: firstText(document) } };
  const explained = await client.request<ExplainResult>("cotext/explain", params, token);
  const skipped = explained.reason === "skipped" ? await skippedEntry(client, folder.folder, uri, token) : undefined;
  return { scheme, folder, explained, skipped };
}

async function skippedEntry(
  client: CotextClient,
  folder: string,
  uri: string,
  token: vscode.CancellationToken | undefined,
): Promise<SkippedFile | undefined> {
  const params: SkippedFilesParams = { folder, limit: LISTED };
  const { files } = await client.request<SkippedFilesResult>("cotext/skippedFiles", params, token);
  return files.find((file) => vscode.Uri.parse(file.uri).toString() === uri);
}

/** The state of the innermost folder that a document lies in. */
function folderState(client: CotextClient, uri: vscode.Uri): IndexState | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
  return client.status?.folders.find((state) => vscode.Uri.parse(state.folder).toString() === folder);
}

function firstText(document: vscode.TextDocument): number {
  for (let line = 0; line < Math.min(document.lineCount, LOOKED_AT); line += 1) {
    if (!document.lineAt(line).isEmptyOrWhitespace) {
      return line;
    }
  }
  return 0;
}
