import type { IndexState, IndexStatusResult } from "../../../src/protocol.gen";

/** A folder's state, ready unless a test says otherwise. */
export function indexState(fields: Partial<IndexState> = {}): IndexState {
  return {
    folder: "file:///w",
    phase: "ready",
    files: { found: 10, indexed: 9, skipped: 1 },
    ignored: 0,
    chunks: 20,
    generation: 3,
    model: "builtin",
    skippedReasons: { binary: 1 },
    writer: true,
    ...fields,
  };
}

export function indexStatus(...folders: IndexState[]): IndexStatusResult {
  return { folders, memoryBytes: 196_000_000, serverVersion: "0.1.0" };
}
