/** A suggestion that is being typed: what is left of it, without asking the server. */

export interface CursorPosition {
  readonly line: number;
  readonly character: number;
}

/** One change of a document: the replaced range and the new text. */
export interface TextChange {
  readonly start: CursorPosition;
  readonly end: CursorPosition;
  readonly text: string;
}

/** What is left of a suggestion. `overtype` counts the characters behind the cursor that it replaces. */
export interface Remainder {
  readonly text: string;
  readonly overtype: number;
}

/**
 * The suggestions of one cursor, followed while their own text is typed.
 *
 * Typed characters that begin a suggestion keep it; deleting them again gives them back; a closing bracket or quote that
 * the editor put behind the cursor is taken for the suggestion's own. Any other change of the document ends it.
 */
export class TypedThrough {
  private typed = "";
  private closers = "";
  private texts: readonly string[] = [];
  private anchor: CursorPosition = { line: 0, character: 0 };
  private document = "";

  /** Follow these suggestions, given for this place. Takes the place of what was followed. */
  start(document: string, position: CursorPosition, texts: readonly string[]): void {
    this.document = document;
    this.anchor = position;
    this.texts = texts.filter((text) => text !== "");
    this.typed = "";
    this.closers = "";
  }

  /** Follow nothing. */
  clear(): void {
    this.texts = [];
  }

  /** Take note of a change of a document. */
  change(document: string, changes: readonly TextChange[]): void {
    if (document !== this.document || this.texts.length === 0 || changes.length === 0) {
      return;
    }
    const change = changes.length === 1 ? changes[0] : undefined;
    if (change === undefined || !(this.inserted(change) || this.deleted(change))) {
      this.clear();
    }
  }

  /** What is left of the suggestions at a place; empty where it is another place, or all of it is typed. */
  remainders(document: string, position: CursorPosition): Remainder[] {
    if (document !== this.document || !same(position, this.cursor())) {
      return [];
    }
    return this.texts
      .filter((text) => text.startsWith(this.typed) && text.length > this.typed.length)
      .map((text) => text.slice(this.typed.length))
      .filter((rest) => rest !== this.closers)
      .map((text) => ({ text, overtype: overtyped(text, this.closers) }));
  }

  private cursor(): CursorPosition {
    return after(this.anchor, this.typed);
  }

  private inserted(change: TextChange): boolean {
    const cursor = this.cursor();
    const text = change.text.replace(/\r\n/g, "\n");
    if (!same(change.start, cursor) || text === "") {
      return false;
    }
    if (!same(change.start, change.end)) {
      return this.typedOver(change, text);
    }
    if (this.continues(text)) {
      this.typed += text;
      return true;
    }
    const [first, second] = [text.charAt(0), text.charAt(1)];
    if (text.length === 2 && PAIRS[first] === second && this.continues(first)) {
      this.typed += first;
      this.closers = second + this.closers;
      return true;
    }
    return false;
  }

  /** Typing a closing bracket over the one that the editor put there. */
  private typedOver(change: TextChange, text: string): boolean {
    const length = change.end.line === change.start.line ? change.end.character - change.start.character : -1;
    if (length === text.length && this.closers.startsWith(text) && this.continues(text)) {
      this.typed += text;
      this.closers = this.closers.slice(text.length);
      return true;
    }
    return false;
  }

  private deleted(change: TextChange): boolean {
    if (change.text !== "" || !same(change.end, this.cursor()) || same(change.start, change.end)) {
      return false;
    }
    for (let kept = this.typed.length - 1; kept >= 0 && this.closers === ""; kept -= 1) {
      if (same(after(this.anchor, this.typed.slice(0, kept)), change.start)) {
        this.typed = this.typed.slice(0, kept);
        return true;
      }
    }
    return false;
  }

  private continues(text: string): boolean {
    return this.texts.some((one) => one.startsWith(this.typed + text));
  }
}

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", '"': '"', "'": "'", "`": "`", "<": ">" };

function same(one: CursorPosition, other: CursorPosition): boolean {
  return one.line === other.line && one.character === other.character;
}

function after(start: CursorPosition, text: string): CursorPosition {
  const lines = text.split("\n");
  const last = lines.at(-1) ?? "";
  return lines.length === 1
    ? { line: start.line, character: start.character + last.length }
    : { line: start.line + lines.length - 1, character: last.length };
}

/** How many of the closers behind the cursor the rest of a suggestion brings itself, in their order. */
function overtyped(rest: string, closers: string): number {
  const firstLine = rest.split("\n", 1)[0] ?? "";
  let at = 0;
  let count = 0;
  for (const closer of closers) {
    const found = firstLine.indexOf(closer, at);
    if (found < 0) {
      break;
    }
    at = found + 1;
    count += 1;
  }
  return count;
}
