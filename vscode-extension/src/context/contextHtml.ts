/** The context of a cursor as a page: which code a model would get, from where, and why. */

import type { Chunk, CompletionContextResult } from "../protocol.gen";
import { whyMatched } from "../search/rows";
import { kindName } from "../search/symbolIcons";

/** The cursor whose context is shown. `line` counts from 0. */
export interface ContextCursor {
  readonly path: string;
  readonly line: number;
}

/**
 * The page's content. Every text of the workspace in it is escaped.
 *
 * @param pathOf how a document is called for a person.
 */
export function contextBody(result: CompletionContextResult, cursor: ContextCursor, pathOf: (uri: string) => string): string {
  const characters = result.chunks.reduce((total, chunk) => total + chunk.text.length, 0);
  const count = result.chunks.length;
  const facts = [
    count === 1 ? "1 piece of code" : `${String(count)} pieces of code`,
    `${characters.toLocaleString("en")} characters`,
    `${result.elapsedMs.toFixed(0)} ms`,
  ];
  const note = result.isIncomplete
    ? `<p class="note" role="status">Incomplete: the index is still being built, or the time was up.</p>`
    : "";
  const list =
    count === 0
      ? `<p class="empty">${result.isIncomplete ? "Nothing yet." : "No code elsewhere in the workspace belongs to this place."}</p>`
      : result.chunks.map((chunk, index) => section(chunk, index, pathOf(chunk.uri))).join("");
  return `<header><h1>Context at ${escapeHtml(cursor.path)}:${String(cursor.line + 1)}</h1><p class="facts">${facts.join(" · ")}</p>${note}</header>${list}`;
}

/** The page's content where there is no context to show. */
export function messageBody(message: string): string {
  return `<p class="empty" role="status">${escapeHtml(message)}</p>`;
}

/** Text as HTML, in content and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function section(chunk: Chunk, index: number, path: string): string {
  const first = chunk.range.start.line + 1;
  const last = Math.max(first, chunk.range.end.character > 0 ? chunk.range.end.line + 1 : chunk.range.end.line);
  const where = `${path}:${String(first)}${last > first ? `–${String(last)}` : ""}`;
  const symbol = chunk.symbol;
  const container = symbol?.container === undefined || symbol.container === "" ? "" : `${symbol.container}.`;
  const name = symbol === undefined ? "" : ` <span class="symbol">${escapeHtml(`${kindName(symbol.kind) ?? ""} ${container}${symbol.name}`.trim())}</span>`;
  const scores = [
    `score ${chunk.score.rrf.toFixed(4)}`,
    ...(chunk.score.bm25 === undefined ? [] : [`words ${chunk.score.bm25.toFixed(1)}`]),
    ...(chunk.score.embedding === undefined ? [] : [`meaning ${chunk.score.embedding.toFixed(2)}`]),
  ];
  return (
    `<section aria-label="${escapeHtml(where)}"><h2><span class="rank">${String(index + 1)}</span> ` +
    `<button class="link" data-kind="open" data-index="${String(index)}" title="Open this place">${escapeHtml(where)}</button>${name}</h2>` +
    `<p class="why"><span class="routes">${escapeHtml(whyMatched(chunk))}</span> <span class="scores">${escapeHtml(scores.join(" · "))}</span> ` +
    `<button class="link" data-kind="explain" data-index="${String(index)}" aria-label="Explain the ranking of ${escapeHtml(where)}">Explain</button></p>` +
    `<pre tabindex="0"><code>${escapeHtml(code(chunk))}</code></pre></section>`
  );
}

/** The text of a piece; where an outline leaves lines out, a line says so. */
function code(chunk: Chunk): string {
  if (chunk.outline === undefined || chunk.outline.length < 2) {
    return chunk.text;
  }
  const lines = chunk.text.split(/(?<=\r\n|\n|\r(?!\n))/);
  let shown = "";
  let at = 0;
  let previousEnd: number | undefined;
  for (const part of chunk.outline) {
    const end = part.end.character > 0 ? part.end.line + 1 : part.end.line;
    if (previousEnd !== undefined && part.start.line > previousEnd) {
      shown += `${/^[ \t]*/.exec(lines[at] ?? "")?.[0] ?? ""}…\n`;
    }
    const count = end - part.start.line;
    shown += lines.slice(at, at + count).join("");
    at += count;
    previousEnd = end;
  }
  return shown + lines.slice(at).join("");
}
