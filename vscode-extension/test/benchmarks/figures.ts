/** Figures of a benchmark, as they are printed. */

import { monitorEventLoopDelay } from "node:perf_hooks";

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints a line that the tests' runner passes on. */
export function print(text: string): void {
  console.log(`[test] ${text}`);
}

/** Prints the median, the 95th percentile and the maximum in milliseconds. */
export function printTimes(what: string, values: readonly number[]): void {
  const [median, high, most] = [percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1)];
  print(`${what}: median ${median.toFixed(1)} ms, 95th ${high.toFixed(1)} ms, most ${most.toFixed(1)} ms (${values.length})`);
}

/**
 * The longest time that this process did nothing else, in milliseconds, while something was done.
 *
 * Nothing that is shorter than the resolution of 1 ms is seen.
 */
export async function longestBlock(action: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  try {
    await action();
  } finally {
    delays.disable();
  }
  return delays.max / 1e6;
}
