import * as assert from "node:assert/strict";
import { ErrorOutput } from "../../../src/server/errorOutput";

describe("what the server wrote on its standard error", () => {
  it("is whole lines, wherever the pieces begin and end", () => {
    const seen: string[] = [];
    const output = new ErrorOutput((line) => seen.push(line));
    for (const piece of ["fir", "st\r", "\nsecond\n\nlast"]) {
      output.add(piece);
    }
    assert.deepEqual(seen, ["first", "second", ""]);
    assert.deepEqual(output.lines, ["first", "second", "", "last"]);
  });

  it("is the last lines only", () => {
    const output = new ErrorOutput(undefined, 3);
    output.add("1\n2\n3\n4\n5");
    assert.deepEqual(output.lines, ["3", "4", "5"]);
  });

  it("is short, even if a line never ends", () => {
    const output = new ErrorOutput();
    for (let count = 0; count < 100; count++) {
      output.add("x".repeat(10_000));
    }
    assert.equal(output.lines.length, 1);
    assert.ok((output.lines[0]?.length ?? 0) <= 2000);
  });
});
