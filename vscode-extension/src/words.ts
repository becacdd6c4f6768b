/** Numbers in a person's words. */

/** A count with its noun: "1 file", "1,200 files". */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A size in the unit that leaves few digits: "0.9 kB", "196 MB". */
export function bytes(count: number): string {
  const units = ["kB", "MB", "GB", "TB"];
  let value = count / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(value < 9.95 ? 1 : 0)} ${units[unit] ?? ""}`;
}
