/** Positions as they travel: lines and UTF-16 units, both counted from 0. */

export interface WirePosition {
  line: number;
  character: number;
}

/** Half-open. */
export interface WireRange {
  start: WirePosition;
  end: WirePosition;
}
