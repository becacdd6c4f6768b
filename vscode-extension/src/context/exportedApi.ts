/** The exported interface over the server's requests. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import {
  type Chunk,
  type ChunkSymbol,
  type CompletionContextParams,
  type CompletionContextResult,
  type SearchParams,
  type SearchResult,
  SymbolKind,
} from "../protocol.gen";
import { vscodeRange } from "../ranges";
import { readable } from "../readable";
import type { CodeChunk, CotextApi, CotextExports } from "./api";

/** The part of the client that the interface needs. */
export type Requests = Pick<CotextClient, "request">;

/** What `activate` returns. */
export function exportedApi(client: Requests): CotextExports {
  const api: CotextApi = {
    version: 1,
    async getCompletionContext(document, position, options = {}, token) {
      const params: CompletionContextParams = {
        textDocument: { uri: document.uri.toString() },
        position: { line: position.line, character: position.character },
        ...defined({
          maxChunks: options.maxChunks,
          maxCharacters: options.maxCharacters,
          timeBudgetMs: options.timeBudgetMs,
          excludeUris: options.excludeUris?.map(String),
        }),
      };
      const result = await client.request<CompletionContextResult>("cotext/completionContext", params, token);
      return readable("cotext/completionContext", () => ({
        chunks: result.chunks.map(codeChunk),
        queryRange: vscodeRange(result.query.range),
        isIncomplete: result.isIncomplete,
        elapsedMs: result.elapsedMs,
      }));
    },
    async search(query, options = {}, token) {
      const params: SearchParams = {
        query,
        ...defined({
          limit: options.limit,
          mode: options.mode,
          languages: options.languages && [...options.languages],
          include: options.include && [...options.include],
          exclude: options.exclude && [...options.exclude],
          folder: options.folder?.toString(),
        }),
      };
      const result = await client.request<SearchResult>("cotext/search", params, token);
      return readable("cotext/search", () => ({
        chunks: result.hits.map(codeChunk),
        isIncomplete: result.states.some((state) => state.phase !== "ready"),
        elapsedMs: result.elapsedMs,
      }));
    },
  };
  return {
    getApi(version: number): CotextApi {
      if (version !== 1) {
        throw new Error(`Cotext has version 1 of its interface, not ${String(version)}.`);
      }
      return api;
    },
  };
}

function codeChunk(chunk: Chunk): CodeChunk {
  return {
    uri: vscode.Uri.parse(chunk.uri),
    range: vscodeRange(chunk.range),
    languageId: chunk.languageId,
    text: chunk.text,
    matches: (chunk.matches ?? []).map(vscodeRange),
    score: { rrf: chunk.score.rrf, ranks: chunk.score.ranks },
    matchedBy: chunk.matchedBy,
    ...(chunk.outline && { outline: chunk.outline.map(vscodeRange) }),
    ...(chunk.symbol && { symbol: codeSymbol(chunk.symbol) }),
  };
}

function codeSymbol({ name, kind, container }: ChunkSymbol): NonNullable<CodeChunk["symbol"]> {
  // The editor numbers the kinds otherwise than the protocol.
  const editorKind = vscode.SymbolKind[SymbolKind[kind] as keyof typeof SymbolKind];
  return { name, kind: editorKind, ...(container !== undefined && { container }) };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
