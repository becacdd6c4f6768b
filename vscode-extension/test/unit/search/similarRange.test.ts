import * as assert from "node:assert/strict";

import { paragraphAround, selectionQuery } from "../../../src/search/similarRange";

describe("the code around a cursor", () => {
  const around = (text: string, line: number) => {
    const lines = text.split("\n");
    const found = paragraphAround((at) => lines[at] ?? "", lines.length, line);
    return found && [found.start.line, found.end.line, found.end.character];
  };

  it("is the lines without a gap", () => {
    assert.deepEqual(around("a\n\nbb\nccc\n\nd", 3), [2, 3, 3]);
    assert.deepEqual(around("a\nb", 99), [0, 1, 1]);
  });

  it("is what follows an empty line", () => {
    assert.deepEqual(around("a\n\n\nb\nc", 1), [3, 4, 1]);
  });

  it("is nothing in an empty document, or at its empty end", () => {
    assert.equal(around("", 0), undefined);
    assert.equal(around("a\n\n", 2), undefined);
  });

  it("has an end in a file without gaps", () => {
    const [start, end] = around("x\n".repeat(100_000), 50_000) ?? [];
    assert.equal((end ?? 0) - (start ?? 0), 59);
  });
});

describe("a selection as a question", () => {
  it("is one line of bounded length", () => {
    assert.equal(selectionQuery("  a\n\t b  "), "a b");
    assert.equal(selectionQuery("word ".repeat(1000), 12), "word word wo");
  });
});
