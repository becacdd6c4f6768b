/** What the extension adds to the editor's start, by its own clock. Imported before all else. */

const loading = performance.now();
let loadMs: number | undefined;
let activating: number | undefined;
let activateMs: number | undefined;

/** Called when all of the code has been loaded. */
export function loadingEnds(): void {
  loadMs = performance.now() - loading;
}

/** Called as the first thing of activation, for which the editor chooses the time. */
export function activationBegins(): void {
  activating = performance.now();
}

/** Called as its last thing. */
export function activationEnds(): void {
  activateMs = activating === undefined ? undefined : performance.now() - activating;
}

/** "31 ms (12 ms to load, 19 ms to activate)". */
export function startText(): string {
  if (loadMs === undefined || activateMs === undefined) {
    return "not ended";
  }
  return `${(loadMs + activateMs).toFixed(0)} ms (${loadMs.toFixed(0)} ms to load, ${activateMs.toFixed(0)} ms to activate)`;
}
