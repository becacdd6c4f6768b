/** Why a file stays out of the index, in a person's words. */

const NAMES: Readonly<Record<string, string>> = {
  binary: "binary",
  tooLarge: "too large",
  undecodable: "in no known encoding",
  unreadable: "unreadable",
  outsideFolder: "outside the folder",
  special: "no ordinary file",
  crashed: "crashed the indexer",
};

const MEANINGS: Readonly<Record<string, string>> = {
  binary: "It holds bytes that are no text.",
  tooLarge: "It is larger than what is indexed.",
  undecodable: "Its text is in no encoding that is known here. `files.encoding` may name it.",
  unreadable: "It cannot be read; its permissions may forbid it.",
  outsideFolder: "It is a link to a place outside the folder.",
  special: "It is a device, a pipe or the like.",
  crashed: "Reading it ended the indexing process twice, so it is left alone until it changes.",
};

/** A reason as one says it after "is": "too large". */
export function reasonName(reason: string): string {
  return NAMES[reason] ?? reason;
}

/** A sentence on it. */
export function reasonMeaning(reason: string): string {
  return MEANINGS[reason] ?? "";
}

/** Counts by reason, the largest first: "12 binary, 1 too large"; empty where nothing was skipped. */
export function reasonCounts(reasons: Readonly<Record<string, number>>): string {
  return Object.entries(reasons)
    .filter(([, count]) => count > 0)
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .map(([reason, count]) => `${count.toLocaleString("en")} ${reasonName(reason)}`)
    .join(", ");
}
