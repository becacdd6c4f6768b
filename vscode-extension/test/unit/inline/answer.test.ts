import * as assert from "node:assert/strict";

import { suggestionTexts } from "../../../src/inline/answer";

describe("the answer of the model's server", () => {
  const cursor = { line: 2, character: 4 };
  const range = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
  });

  it("may be a list or an object with one", () => {
    assert.deepEqual(suggestionTexts([{ insertText: "a" }], cursor, "    "), ["a"]);
    assert.deepEqual(suggestionTexts({ items: [{ insertText: "a" }, { insertText: "b" }, { insertText: "a" }] }, cursor, ""), ["a", "b"]);
  });

  it("may repeat the line before the cursor, which is not inserted again", () => {
    assert.deepEqual(suggestionTexts([{ insertText: "return", range: range(2, 1, 4) }], cursor, "\tret"), ["urn"]);
    assert.deepEqual(suggestionTexts([{ insertText: "other", range: range(2, 1, 4) }], cursor, "\tret"), []);
    assert.deepEqual(suggestionTexts([{ insertText: "x", range: range(2, 4, 9) }], cursor, "abcd"), ["x"]);
  });

  it("gives nothing for other places, snippets and wrong shapes", () => {
    const wrong = [null, 1, {}, { insertText: { kind: "snippet", value: "x" } }, { insertText: "x", range: range(3, 0, 0) }];
    assert.deepEqual(suggestionTexts(wrong, cursor, "    "), []);
    for (const answer of [null, undefined, "text", 4, { items: 3 }]) {
      assert.deepEqual(suggestionTexts(answer, cursor, ""), []);
    }
  });
});
