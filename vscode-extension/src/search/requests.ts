/** Which request of the server answers a search, and what its answer looks like as one list. */

import type { Chunk, IndexState, Range, SearchParams, SearchResult } from "../protocol.gen";
import type { PaletteQuery } from "./query";

/** A request to send. */
export interface SearchRequest {
  readonly method: string;
  readonly params: unknown;
}

/** A place that was found. `chunk` is absent where the server told no more than a name. */
export interface Found {
  readonly uri: string;
  readonly range: Range;
  readonly name?: string | undefined;
  readonly kind?: number | undefined;
  readonly container?: string | undefined;
  readonly chunk?: Chunk;
}

/** One answer. `states` is undefined where the request does not tell them. */
export interface Answer {
  readonly found: readonly Found[];
  readonly states?: readonly IndexState[] | undefined;
  readonly elapsedMs?: number | undefined;
}

/** `SymbolInformation` of `workspace/symbol`. */
interface SymbolInformation {
  name: string;
  kind: number;
  containerName?: string;
  location: { uri: string; range: Range };
}

export const RESULT_LIMIT = 50;

/**
 * The request for a query; undefined where nothing is asked.
 *
 * Symbols are asked of `workspace/symbol`, which knows them by name and by meaning, and of `cotext/search` where a filter
 * is given, which that method does not know.
 */
export function requestFor(query: PaletteQuery, limit = RESULT_LIMIT): SearchRequest | undefined {
  if (query.text.trim() === "") {
    return undefined;
  }
  const filtered = query.languages.length + query.include.length + query.exclude.length > 0;
  if (query.mode === "symbol" && !filtered) {
    return { method: "workspace/symbol", params: { query: query.text } };
  }
  const params: SearchParams = {
    query: query.text,
    limit,
    mode: query.mode,
    languages: [...query.languages],
    include: [...query.include],
    exclude: [...query.exclude],
  };
  return { method: "cotext/search", params };
}

/**
 * Read an answer.
 *
 * Raises: an Error where the answer is of no known shape; single hits of a wrong shape are left out.
 */
export function readAnswer(request: SearchRequest, result: unknown): Answer {
  if (request.method === "workspace/symbol") {
    const listed: unknown[] = Array.isArray(result) ? result : [];
    return { found: listed.filter(isSymbolInformation).map(foundSymbol) };
  }
  const answer = result as Partial<SearchResult> | null;
  if (answer === null || typeof answer !== "object" || !Array.isArray(answer.hits)) {
    throw new Error("The Cotext server gave an answer that is no list of results.");
  }
  return {
    found: (answer.hits as unknown[]).filter(isChunk).map(foundChunk),
    states: Array.isArray(answer.states) ? answer.states : undefined,
    elapsedMs: answer.elapsedMs,
  };
}

/** What tells one place from another in a list, and finds it again in the next. */
export function placeKey(found: Found): string {
  const { start } = found.range;
  return `${found.uri}#${start.line}:${start.character}`;
}

function foundSymbol(symbol: SymbolInformation): Found {
  return {
    uri: symbol.location.uri,
    range: symbol.location.range,
    name: symbol.name,
    kind: symbol.kind,
    container: symbol.containerName,
  };
}

function foundChunk(chunk: Chunk): Found {
  return {
    uri: chunk.uri,
    range: chunk.range,
    name: chunk.symbol?.name,
    kind: chunk.symbol?.kind,
    container: chunk.symbol?.container,
    chunk,
  };
}

function isSymbolInformation(value: unknown): value is SymbolInformation {
  const symbol = value as Partial<SymbolInformation> | null;
  return typeof symbol?.name === "string" && typeof symbol.location?.uri === "string" && isRange(symbol.location.range);
}

function isChunk(value: unknown): value is Chunk {
  const chunk = value as Partial<Chunk> | null;
  return (
    typeof chunk?.uri === "string" &&
    typeof chunk.text === "string" &&
    isRange(chunk.range) &&
    typeof chunk.score?.ranks === "object" &&
    Array.isArray(chunk.matchedBy) &&
    (chunk.matches === undefined || Array.isArray(chunk.matches))
  );
}

function isRange(value: unknown): value is Range {
  const range = value as Partial<Range> | null;
  return typeof range?.start?.line === "number" && typeof range.end?.line === "number";
}
