/** The answer of `textDocument/inlineCompletion`, as texts to put at the cursor. */

import type { Position, Range } from "../protocol.gen";

/** What travels with a request; the numbers are LSP 3.18's. */
export enum InlineCompletionTriggerKind {
  Invoked = 1,
  Automatic = 2,
}

/**
 * The texts that a server's answer would put at the cursor, in its order, without doubles.
 *
 * An item may replace a part of the line before the cursor, if it repeats it. Items of any other shape, snippets and
 * items for other places are left out; an answer that is no list gives none.
 *
 * @param lineBefore the text of the cursor's line before the cursor.
 */
export function suggestionTexts(result: unknown, cursor: Position, lineBefore: string): string[] {
  const listed = Array.isArray(result) ? (result as unknown[]) : (result as { items?: unknown } | null | undefined)?.items;
  if (!Array.isArray(listed)) {
    return [];
  }
  const texts = (listed as unknown[]).map((item) => textAtCursor(item, cursor, lineBefore));
  return [...new Set(texts.filter((text) => text !== undefined && text !== ""))] as string[];
}

function textAtCursor(item: unknown, cursor: Position, lineBefore: string): string | undefined {
  const { insertText, range } = (item ?? {}) as { insertText?: unknown; range?: Range };
  if (typeof insertText !== "string") {
    return undefined;
  }
  if (range?.start === undefined) {
    return insertText;
  }
  if (range.start.line !== cursor.line || range.start.character > cursor.character) {
    return undefined;
  }
  const repeated = lineBefore.slice(range.start.character);
  return insertText.startsWith(repeated) ? insertText.slice(repeated.length) : undefined;
}
