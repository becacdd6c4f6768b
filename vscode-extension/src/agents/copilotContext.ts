/** Cotext as a context provider of GitHub Copilot, where that is installed and takes any. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { CompletionContextParams, CompletionContextResult, Position } from "../protocol.gen";

/** A request for context, as Copilot tells it. */
export interface ResolveRequest {
  readonly documentContext: { readonly uri: string; readonly offset: number; readonly position?: Position };
  readonly timeBudget?: number;
}

/** A piece of code, as Copilot takes it. `importance`: 0 to 100. */
export interface CodeSnippet {
  readonly uri: string;
  readonly value: string;
  readonly importance: number;
}

/** What Copilot is given. */
export interface ContextProvider {
  readonly id: string;
  readonly selector: vscode.DocumentSelector;
  readonly resolver: {
    readonly resolve: (request: ResolveRequest, token: vscode.CancellationToken) => Promise<CodeSnippet[]>;
  };
}

interface ContextProviderApi {
  registerContextProvider?: (provider: ContextProvider) => vscode.Disposable;
}

interface CopilotApi {
  getContextProviderAPI?: (version: "v1") => ContextProviderApi | undefined | Promise<ContextProviderApi | undefined>;
}

interface CopilotChatExports extends CopilotApi {
  getAPI?: (version: 1) => CopilotApi | undefined;
}

const EXTENSIONS = ["github.copilot-chat", "github.copilot"];
const DEFAULT_BUDGET_MS = 150;
/** Of Copilot's own time, what is left for the way there and back. */
const SHARE_OF_BUDGET = 0.8;

/** Registers with each Copilot extension that is there, now or when it is installed. */
export function registerCopilotContext(client: Pick<CotextClient, "request" | "log">): vscode.Disposable {
  const registered = new Map<string, vscode.Disposable>();
  let disposed = false;
  const look = async (): Promise<void> => {
    for (const id of EXTENSIONS) {
      const extension = vscode.extensions.getExtension<CopilotChatExports>(id);
      if (extension === undefined || registered.has(id)) {
        continue;
      }
      const placeholder = new vscode.Disposable(() => undefined);
      registered.set(id, placeholder);
      try {
        const provider = await offerTo(await extension.activate(), copilotProvider(client));
        if (provider === undefined) {
          client.log.debug(`${id} takes no context providers.`);
        } else if (disposed) {
          provider.dispose();
        } else {
          registered.set(id, provider);
          client.log.info(`Cotext gives context to ${id}.`);
        }
      } catch (error) {
        client.log.debug(`${id} did not take a context provider: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  void look();
  const changes = vscode.extensions.onDidChange(() => void look());
  return new vscode.Disposable(() => {
    disposed = true;
    changes.dispose();
    for (const one of registered.values()) {
      one.dispose();
    }
  });
}

/** Register a provider with what a Copilot extension exports; undefined where that takes none. */
export async function offerTo(
  exported: CopilotChatExports | undefined,
  provider: ContextProvider,
): Promise<vscode.Disposable | undefined> {
  const api = exported?.getAPI?.(1) ?? exported;
  const providers = await api?.getContextProviderAPI?.("v1");
  return providers?.registerContextProvider?.(provider);
}

/** The provider: pieces of code in their order, the best as the most important. */
export function copilotProvider(client: Pick<CotextClient, "request">): ContextProvider {
  return {
    id: "cotext",
    selector: [{ scheme: "file" }, { scheme: "untitled" }, { scheme: "vscode-notebook-cell" }],
    resolver: {
      resolve: async (request, token) => {
        const position = request.documentContext.position ?? positionOf(request);
        if (position === undefined) {
          return [];
        }
        const params: CompletionContextParams = {
          textDocument: { uri: request.documentContext.uri },
          position: { line: position.line, character: position.character },
          timeBudgetMs: Math.max(1, Math.floor((request.timeBudget ?? DEFAULT_BUDGET_MS) * SHARE_OF_BUDGET)),
        };
        const { chunks } = await client.request<CompletionContextResult>("cotext/completionContext", params, token);
        return chunks.map((chunk, index) => ({
          uri: chunk.uri,
          value: chunk.text,
          importance: Math.round(100 - (60 * index) / chunks.length),
        }));
      },
    },
  };
}

function positionOf({ documentContext }: ResolveRequest): Position | undefined {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === documentContext.uri);
  return document?.positionAt(documentContext.offset);
}
