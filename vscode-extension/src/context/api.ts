/**
 * What Cotext offers to other extensions. This file stands alone: copy it into an extension that uses it.
 *
 * ```ts
 * const extension = vscode.extensions.getExtension<CotextExports>("cotext.cotext");
 * const cotext = (await extension?.activate())?.getApi(1);
 * const context = await cotext?.getCompletionContext(editor.document, editor.selection.active);
 * ```
 */

import type { CancellationToken, Position, Range, SymbolKind, TextDocument, Uri } from "vscode";

/** What activating the extension returns. */
export interface CotextExports {
  /**
   * The interface of a version. Within a version fields are only added.
   *
   * @throws Error for a version that this extension does not have.
   */
  getApi(version: 1): CotextApi;
}

/** Version 1. Every method rejects with an `Error` whose message is for a person when the server does not run or does
 * not answer in time, and with `vscode.CancellationError` when its token is cancelled. */
export interface CotextApi {
  readonly version: 1;

  /**
   * What an inline model should see of the rest of the workspace, for a cursor.
   *
   * The document may be changed, unsaved, untitled or a notebook's cell. It never appears in its own context.
   */
  getCompletionContext(
    document: TextDocument,
    position: Position,
    options?: CompletionContextOptions,
    token?: CancellationToken,
  ): Promise<CompletionContext>;

  /** Code that a question in words, a name, a text or a regular expression finds, best first. */
  search(query: string, options?: SearchOptions, token?: CancellationToken): Promise<SearchAnswer>;
}

/** Where a field is missing, the setting `cotext.completion.*` of its name counts. */
export interface CompletionContextOptions {
  /** At most so many pieces of code. */
  maxChunks?: number;
  /** At most so many characters of code, over all pieces. */
  maxCharacters?: number;
  /** When the answer is due, in milliseconds: with what is there by then. */
  timeBudgetMs?: number;
  /** Documents that shall not appear, besides the one that is asked for. */
  excludeUris?: readonly Uri[];
}

export interface CompletionContext {
  /** Best first; no two overlap. Equal for an equal state of document and workspace. */
  readonly chunks: readonly CodeChunk[];
  /** What of the document was read as the query. */
  readonly queryRange: Range;
  /** Whether the index is still being built, or the time budget was hit. */
  readonly isIncomplete: boolean;
  /** The server's own time, in milliseconds. */
  readonly elapsedMs: number;
}

export interface SearchOptions {
  /** At most so many; 20 where it is missing, never over 200. */
  limit?: number;
  /** `hybrid` (words and meaning) where it is missing. `literal` and `regex` need no index. */
  mode?: "hybrid" | "keyword" | "semantic" | "symbol" | "literal" | "regex";
  /** Language identifiers. */
  languages?: readonly string[];
  /** Globs relative to a workspace folder. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** One workspace folder alone. */
  folder?: Uri;
}

export interface SearchAnswer {
  /** Best first. */
  readonly chunks: readonly CodeChunk[];
  /** Whether a folder's index is still being built. */
  readonly isIncomplete: boolean;
  /** The server's own time, in milliseconds. */
  readonly elapsedMs: number;
}

/** One piece of code. */
export interface CodeChunk {
  readonly uri: Uri;
  /** Whole lines. */
  readonly range: Range;
  readonly languageId: string;
  /** The document's text of `range` as it stands now, or of the ranges of `outline`, joined, where that is there. */
  readonly text: string;
  readonly outline?: readonly Range[];
  readonly symbol?: { readonly name: string; readonly kind: SymbolKind; readonly container?: string };
  /** Parts that match the question. */
  readonly matches: readonly Range[];
  /** Reciprocal rank fusion score, and the 1-based rank in each way of searching that found it. */
  readonly score: { readonly rrf: number; readonly ranks: Readonly<Record<string, number>> };
  /** The ways of searching that found it: "bm25" (words), "embedding" (meaning), "definition", "symbol", "literal",
   * "regex". */
  readonly matchedBy: readonly string[];
}
