/** Where in its document a place that was found begins: where the cursor goes, and what is brought into view. */

import type { Found } from "./requests";
import type { Range } from "../protocol.gen";

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\[)|--|;|"""|''')/;

/**
 * What to select when the place is opened: the match of a literal search, the name of a definition (an empty range before
 * it), else the start of the piece's first line with text.
 */
export function targetRange(found: Found): Range {
  const chunk = found.chunk;
  if (chunk === undefined) {
    return { start: found.range.start, end: found.range.start };
  }
  const match = chunk.matches?.[0];
  if (match !== undefined && chunk.matchedBy.some((route) => route === "literal" || route === "regex")) {
    return match;
  }
  const lines = chunk.text.split(/\r\n|\r|\n/);
  const at = (chunk.symbol && definition(lines, chunk.symbol.name)) ?? firstText(lines);
  const start = { line: lineInDocument(found, at.line), character: at.character };
  return { start, end: start };
}

interface Place {
  line: number;
  character: number;
}

function definition(lines: readonly string[], name: string): Place | undefined {
  const own = name.split(/[.:#]+/).at(-1) ?? name;
  if (own === "") {
    return undefined;
  }
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_$])${own.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "u");
  for (const [line, text] of lines.entries()) {
    const match = COMMENT.test(text) ? null : whole.exec(text);
    if (match !== null) {
      return { line, character: match.index };
    }
  }
  return undefined;
}

function firstText(lines: readonly string[]): Place {
  const line = Math.max(0, lines.findIndex((text) => text.trim() !== ""));
  const text = lines[line] ?? "";
  return { line, character: text.length - text.trimStart().length };
}

/** The document's line of a line of the shown text; an outline shows only some of the lines of its range. */
function lineInDocument(found: Found, shownLine: number): number {
  let left = shownLine;
  for (const part of found.chunk?.outline ?? []) {
    const lines = part.end.line - part.start.line + (part.end.character > 0 ? 1 : 0);
    if (left < lines) {
      return part.start.line + left;
    }
    left -= lines;
  }
  return found.range.start.line + shownLine;
}
