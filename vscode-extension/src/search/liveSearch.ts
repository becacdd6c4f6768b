/** Searching while somebody types: waits for a pause, cancels what is out of date, and never shows an old answer. */

/** What came of a question. */
export type Outcome<Q, A> =
  | { readonly kind: "answer"; readonly query: Q; readonly answer: A }
  | { readonly kind: "failure"; readonly query: Q; readonly error: unknown };

/** At most one question is under way; only the last one asked is answered. */
export class LiveSearch<Q, A> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | undefined;

  /**
   * @param ask sends a question; is told by the signal when nobody waits for its answer any more.
   * @param settle is given each outcome that is still wanted.
   * @param busy is told whether an answer is being waited for.
   * @param debounceMs how long no further change must come before a question is sent.
   */
  constructor(
    private readonly ask: (query: Q, signal: AbortSignal) => Promise<A>,
    private readonly settle: (outcome: Outcome<Q, A>) => void,
    private readonly busy: (waiting: boolean) => void,
    private readonly debounceMs: number,
  ) {}

  /** Ask soon, in place of whatever was asked before. */
  change(query: Q, debounceMs = this.debounceMs): void {
    this.cancel();
    this.busy(true);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.run(query);
    }, debounceMs);
  }

  /** Forget what was asked. */
  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running?.abort();
    this.running = undefined;
    this.busy(false);
  }

  private async run(query: Q): Promise<void> {
    const running = new AbortController();
    this.running = running;
    let outcome: Outcome<Q, A>;
    try {
      outcome = { kind: "answer", query, answer: await this.ask(query, running.signal) };
    } catch (error) {
      outcome = { kind: "failure", query, error };
    }
    if (this.running === running) {
      this.running = undefined;
      this.busy(false);
      this.settle(outcome);
    }
  }
}
