/** The tools `cotext_search` and `cotext_context` for agents in the editor, where it has such tools. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { CompletionContextParams, CompletionContextResult, SearchResult } from "../protocol.gen";
import { contextInput, searchInput } from "./toolInput";
import { chunksText, nothingText } from "./toolText";

const CHARACTERS_PER_TOKEN = 3;
const DEFAULT_CHARACTERS = 12_000;

/** The part of the client that the tools need. */
export type ToolClient = Pick<CotextClient, "request">;

/** Registers the tools; nothing where the editor has none. */
export function registerLanguageModelTools(client: ToolClient): vscode.Disposable {
  // Editors built on an older VS Code have no such interface, whatever its types say.
  const { lm } = vscode as { lm?: Partial<typeof vscode.lm> };
  if (lm?.registerTool === undefined) {
    return new vscode.Disposable(() => undefined);
  }
  return vscode.Disposable.from(
    lm.registerTool("cotext_search", searchTool(client)),
    lm.registerTool("cotext_context", contextTool(client)),
  );
}

/** Search by meaning, words, names, text or pattern. */
export function searchTool(client: ToolClient): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation({ input }) {
      return { invocationMessage: `Searching the code for “${searchInput(input).query}”` };
    },
    async invoke(options, token) {
      const params = searchInput(options.input);
      const result = await client.request<SearchResult>("cotext/search", params, token);
      return textResult(
        result.hits.length === 0 ? nothingText(result.states) : chunksText(result.hits, pathOf, characters(options)),
      );
    },
  };
}

/** The code elsewhere that matters for a place. */
export function contextTool(client: ToolClient): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation({ input }) {
      const { file, line } = contextInput(input);
      return { invocationMessage: `Looking for the code that matters at ${file}:${String(line + 1)}` };
    },
    async invoke(options, token) {
      const { file, line, character } = contextInput(options.input);
      const uri = await workspaceFile(file);
      const params: CompletionContextParams = {
        textDocument: { uri: uri.toString() },
        position: { line, character },
        maxCharacters: characters(options),
      };
      const result = await client.request<CompletionContextResult>("cotext/completionContext", params, token);
      if (result.chunks.length === 0) {
        return textResult(result.isIncomplete ? "Nothing yet: the index is still being built." : "No code elsewhere belongs to this place.");
      }
      return textResult(chunksText(result.chunks, pathOf, Number.MAX_SAFE_INTEGER));
    },
  };
}

/** A file of the workspace by its path. Throws: an Error for a path that leads outside, or nowhere. */
async function workspaceFile(path: string): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const candidates = /^([/\\]|[A-Za-z]:[/\\])/.test(path)
    ? [vscode.Uri.file(path)]
    : [
        ...folders.map((folder) => vscode.Uri.joinPath(folder.uri, path)),
        ...folders
          .filter((folder) => path.startsWith(`${folder.name}/`))
          .map((folder) => vscode.Uri.joinPath(folder.uri, path.slice(folder.name.length + 1))),
      ];
  for (const uri of candidates.filter((one) => vscode.workspace.getWorkspaceFolder(one) !== undefined)) {
    try {
      await vscode.workspace.fs.stat(uri);
      return uri;
    } catch {
      // The next candidate may be there.
    }
  }
  throw new Error(`"file": there is no ${path} in the open folders.`);
}

function characters(options: vscode.LanguageModelToolInvocationOptions<unknown>): number {
  const tokens = options.tokenizationOptions?.tokenBudget;
  return tokens === undefined ? DEFAULT_CHARACTERS : Math.min(DEFAULT_CHARACTERS, tokens * CHARACTERS_PER_TOKEN);
}

function pathOf(uri: string): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
}

function textResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
