/** The one line that shows why a piece of code was found, with the matching parts marked. */

import type { Range } from "../protocol.gen";

export const OPENING_MARK = "«";
export const CLOSING_MARK = "»";
const ELLIPSIS = "…";

interface Part {
  start: number;
  end: number;
}

/**
 * The line of a text that holds the most of what was asked, marked and shortened.
 *
 * @param text text of whole lines.
 * @param firstLine line number of the text's first line.
 * @param matches ranges to mark, in the numbers of the document; those outside the text are passed over.
 * @param length at most so many characters of code.
 * @returns "" for a text without a word.
 */
export function snippet(text: string, firstLine: number, matches: readonly Range[], length = 140): string {
  const lines = text.split(/\r\n|\r|\n/);
  const marked = lines.map((line, index) => partsOfLine(line, firstLine + index, matches));
  const best = bestLine(lines, marked);
  const line = lines[best] ?? "";
  return shortened(line, joined(marked[best] ?? []), length);
}

function partsOfLine(line: string, number: number, matches: readonly Range[]): Part[] {
  return matches
    .filter((match) => match.start.line <= number && number <= match.end.line)
    .map((match) => ({
      start: match.start.line === number ? Math.min(match.start.character, line.length) : 0,
      end: match.end.line === number ? Math.min(match.end.character, line.length) : line.length,
    }))
    .filter((part) => part.start < part.end)
    .sort((one, other) => one.start - other.start);
}

function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last !== undefined && part.start <= last.end) {
      last.end = Math.max(last.end, part.end);
    } else {
      whole.push({ ...part });
    }
  }
  return whole;
}

function bestLine(lines: readonly string[], marked: readonly (readonly Part[])[]): number {
  let best = -1;
  let most = -1;
  for (const [index, line] of lines.entries()) {
    const distinct = new Set((marked[index] ?? []).map((part) => line.slice(part.start, part.end).toLowerCase())).size;
    if (distinct > most && /[\p{L}\p{N}]/u.test(line)) {
      best = index;
      most = distinct;
    }
  }
  return best;
}

function shortened(line: string, parts: readonly Part[], length: number): string {
  const from = line.length - line.trimStart().length;
  const to = line.trimEnd().length;
  const first = parts[0]?.start ?? from;
  let start = from;
  if (to - from > length && first - from > length / 2) {
    start = Math.min(wholeCharacter(line, first - Math.floor(length / 3)), Math.max(from, to - length));
  }
  const end = wholeCharacter(line, Math.min(to, start + length));
  let shown = start > from ? ELLIPSIS : "";
  let at = start;
  for (const part of parts) {
    const partStart = Math.max(part.start, at);
    const partEnd = Math.min(part.end, end);
    if (partStart < partEnd) {
      shown += line.slice(at, partStart) + OPENING_MARK + line.slice(partStart, partEnd) + CLOSING_MARK;
      at = partEnd;
    }
  }
  shown += line.slice(at, end) + (end < to ? ELLIPSIS : "");
  return shown.replace(/\s+/g, " ");
}

/** An offset that does not cut a surrogate pair. */
function wholeCharacter(line: string, offset: number): number {
  const unit = line.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
