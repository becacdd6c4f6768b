/** What of a document is meant where code like it is looked for and nothing is selected. */

import type { Range } from "../protocol.gen";

const LONGEST = 60;

/**
 * The lines without a gap around a line, at most 60, nearest first; on an empty line, the lines that follow it.
 *
 * @param lineAt text of a line, without its end.
 * @param lineCount how many lines the document has.
 * @param line the cursor's line.
 * @returns undefined where there is no text there.
 */
export function paragraphAround(lineAt: (line: number) => string, lineCount: number, line: number): Range | undefined {
  const blank = (at: number): boolean => lineAt(at).trim() === "";
  let start = Math.min(Math.max(line, 0), lineCount - 1);
  while (start < lineCount - 1 && blank(start)) {
    start += 1;
  }
  if (lineCount === 0 || blank(start)) {
    return undefined;
  }
  let end = start;
  while (end < lineCount - 1 && end - start < LONGEST - 1 && !blank(end + 1)) {
    end += 1;
  }
  while (start > 0 && end - start < LONGEST - 1 && !blank(start - 1)) {
    start -= 1;
  }
  return { start: { line: start, character: 0 }, end: { line: end, character: lineAt(end).length } };
}

/** A selection as one line to search for: white space joined, at most so many characters. */
export function selectionQuery(selected: string, length = 1000): string {
  return selected.replace(/\s+/g, " ").trim().slice(0, length).trimEnd();
}
