/** What of a model's text is inserted: not what stands behind the cursor already, and no more than fits there. */

/** The place of a suggestion: its line before and behind the cursor, and the lines that follow. */
export interface Surroundings {
  readonly linePrefix: string;
  readonly lineSuffix: string;
  /** A few lines below the cursor's; without line ends. */
  readonly following: readonly string[];
}

/** How a suggestion came to be asked for: while typing, or by a command. */
export type Trigger = "automatic" | "invoked";

/**
 * The part of a model's text to suggest; "" where nothing is left.
 *
 * Line ends become "\n". Behind the cursor's line: text that the line has there already is cut from the end. Below it:
 * the text ends where it would repeat the next lines. With code behind the cursor, or in a line comment, it is one line;
 * while typing it ends where the block that the cursor is in ends.
 */
export function trimSuggestion(text: string, at: Surroundings, trigger: Trigger): string {
  let kept = text.replace(/\r\n?/g, "\n");
  if (!allowsLines(at)) {
    kept = firstLine(kept);
  }
  kept = withoutFollowingLines(kept, at.following);
  if (trigger === "automatic") {
    kept = untilBlockEnds(kept, at.linePrefix);
  }
  kept = withoutLineSuffix(kept, at.lineSuffix);
  if (!/^\S/.test(at.lineSuffix)) {
    kept = kept.trimEnd();
  }
  return kept.trim() === "" ? "" : kept;
}

/** Whether a suggestion may have several lines: nothing but closing brackets behind the cursor, and no line comment. */
export function allowsLines(at: Surroundings): boolean {
  return at.lineSuffix.trim() === "" && !LINE_COMMENT.test(at.linePrefix);
}

/** Cut from the end what the rest of the line has already. */
export function withoutLineSuffix(text: string, lineSuffix: string): string {
  const suffix = lineSuffix.trim();
  if (suffix === "") {
    return text;
  }
  const end = text.trimEnd();
  for (let length = Math.min(suffix.length, end.length); length > 0; length -= 1) {
    const overlap = suffix.slice(0, length);
    if (end.endsWith(overlap) && isRepetition(end.slice(0, end.length - length), overlap, length === suffix.length)) {
      return end.slice(0, end.length - length);
    }
  }
  return text;
}

/** End the text where its lines become the lines that follow in the document. */
export function withoutFollowingLines(text: string, following: readonly string[]): string {
  const next = meaningful(following);
  const lines = text.split("\n");
  for (let start = 1; start < lines.length; start += 1) {
    const rest = meaningful(lines.slice(start));
    const repeated = rest.slice(0, next.length);
    const toTheEnd = repeated.length === rest.length || repeated.some((line) => /[\p{L}\p{N}]/u.test(line));
    if (repeated.length > 0 && toTheEnd && repeated.every((line, index) => line === next[index])) {
      const before = lines.slice(0, start).join("\n");
      if (isRepetition(before, repeated.join(""), true)) {
        return before;
      }
    }
  }
  return text;
}

/** End the text before a line that stands further left than the cursor's: there the block ends that the cursor is in. */
export function untilBlockEnds(text: string, linePrefix: string): string {
  const lines = text.split("\n");
  const indentation = width(linePrefix);
  const end = lines.findIndex((line, index) => index > 0 && line.trim() !== "" && width(line) < indentation);
  return end < 0 ? text : lines.slice(0, end).join("\n");
}

const LINE_COMMENT = /(?:^|\s)(?:\/\/|#(?![[!{])|--\s)[^"'`]*$/;
const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const OPENERS: ReadonlySet<string> = new Set(Object.values(CLOSERS));

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function meaningful(lines: readonly string[]): string[] {
  return lines.map((line) => line.trimEnd()).filter((line) => line !== "");
}

function closersOnly(text: string): boolean {
  return /^[\s)\]};,]*$/.test(text);
}

/** Brackets are repeated where the text closes more than it opens; words are where the whole suffix is. */
function isRepetition(before: string, overlap: string, whole: boolean): boolean {
  return closersOnly(overlap) ? closesTooMuch(before, overlap) : whole;
}

/** Whether closing brackets have no opening ones in the text before them; true where there are no brackets. */
function closesTooMuch(before: string, closing: string): boolean {
  const open: string[] = [];
  for (const character of before) {
    if (OPENERS.has(character)) {
      open.push(character);
    } else if (open.at(-1) === CLOSERS[character]) {
      open.pop();
    }
  }
  const brackets = closing.match(/[)\]}]/g) ?? [];
  return brackets.length === 0 || brackets.some((bracket) => open.pop() !== CLOSERS[bracket]);
}

/** Columns of the indentation, a tab counted as four. */
function width(line: string): number {
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? "";
  return indentation.replace(/\t/g, "    ").length;
}
