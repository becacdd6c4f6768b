import type { Readable } from "node:stream";

/** How many lines a report holds. */
export const KEPT_LINES = 200;

const LONGEST_LINE = 2000;

/** The last lines that a process wrote on its standard error. */
export class ErrorOutput {
  private readonly kept: string[] = [];
  private rest = "";

  /**
   * @param onLine called with each whole line as it comes, without its line break.
   * @param limit how many lines are kept.
   */
  constructor(
    private readonly onLine: (line: string) => void = () => undefined,
    private readonly limit: number = KEPT_LINES,
  ) {}

  /** Reads a stream to its end. */
  follow(stream: Readable): void {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      this.add(text);
    });
    stream.on("end", () => {
      this.add(this.rest === "" ? "" : "\n");
    });
  }

  /** Takes the next piece of text, which may begin and end anywhere in a line. */
  add(text: string): void {
    const lines = (this.rest + text).split(/\r?\n/);
    // A process that never breaks a line must not fill the memory.
    this.rest = (lines.pop() ?? "").slice(0, LONGEST_LINE);
    for (const line of lines) {
      const shown = line.slice(0, LONGEST_LINE);
      this.kept.push(shown);
      this.onLine(shown);
    }
    this.kept.splice(0, this.kept.length - this.limit);
  }

  /** The last lines, the oldest first. */
  get lines(): readonly string[] {
    return this.rest === "" ? this.kept : [...this.kept, this.rest].slice(-this.limit);
  }
}
