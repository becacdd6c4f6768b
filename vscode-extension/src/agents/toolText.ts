/** Pieces of code as text for an agent. */

import type { Chunk, IndexState } from "../protocol.gen";
import { indexingNote } from "../search/states";

/**
 * Pieces of code, best first, each under its place.
 *
 * @param pathOf how a document is called, such that the agent can open it.
 * @param maxCharacters at most so many characters; pieces that do not fit are counted, the first is shortened.
 */
export function chunksText(chunks: readonly Chunk[], pathOf: (uri: string) => string, maxCharacters: number): string {
  let text = "";
  for (const [index, chunk] of chunks.entries()) {
    const piece = chunkText(chunk, pathOf(chunk.uri));
    if (text.length + piece.length > maxCharacters) {
      const left = chunks.length - index;
      return index === 0
        ? `${piece.slice(0, maxCharacters)}\n…\n(Shortened; ${String(left - 1)} more not shown.)`
        : `${text}(${String(left)} more not shown.)`;
    }
    text += piece;
  }
  return text;
}

/** The answer to a search without hits. */
export function nothingText(states: readonly IndexState[]): string {
  if (states.length === 0) {
    return "No folder is open, so there is no code to search.";
  }
  const note = indexingNote(states);
  return `Nothing was found.${note === undefined ? "" : ` Note: ${note}.`}`;
}

function chunkText(chunk: Chunk, path: string): string {
  const first = chunk.range.start.line + 1;
  const last = chunk.range.end.character > 0 ? chunk.range.end.line + 1 : Math.max(first, chunk.range.end.line);
  const symbol = chunk.symbol;
  const name = symbol === undefined ? "" : ` ${[symbol.container, symbol.name].filter(Boolean).join(".")}`;
  const fence = "`".repeat(Math.max(3, longestRun(chunk.text, "`") + 1));
  const end = /[\r\n]$/.test(chunk.text) ? "" : "\n";
  return `${path}:${String(first)}-${String(last)}${name}\n${fence}${chunk.languageId}\n${chunk.text}${end}${fence}\n\n`;
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const one of text) {
    run = one === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
