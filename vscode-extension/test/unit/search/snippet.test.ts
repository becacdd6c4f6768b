import * as assert from "node:assert/strict";

import type { Range } from "../../../src/protocol.gen";
import { snippet } from "../../../src/search/snippet";

function on(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: end } };
}

describe("the snippet of a hit", () => {
  it("is the line with the most of what was asked, marked", () => {
    const text = "// about keys\n\tfunc scanPrefix(prefix) {\n}\n";
    assert.equal(
      snippet(text, 10, [on(10, 9, 13), on(11, 6, 10), on(11, 10, 16)]),
      "func «scanPrefix»(prefix) {",
    );
  });

  it("is the first line with words where nothing matches", () => {
    assert.equal(snippet("\n---\n  hello  \n", 0, []), "hello");
    assert.equal(snippet("", 0, []), "");
    assert.equal(snippet("\n\n", 3, []), "");
  });

  it("is cut around the first match of a long line", () => {
    const line = `${"a".repeat(500)} needle ${"b".repeat(500)}`;
    const shown = snippet(line, 0, [on(0, 501, 507)], 100);
    assert.match(shown, /^…a+ «needle» b+…$/);
    assert.equal(shown.length, 104);
  });

  it("never cuts a character in two", () => {
    const line = "😀".repeat(300);
    assert.doesNotMatch(snippet(`x${line}`, 0, [], 100), /[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it("passes over ranges that are not in the text", () => {
    assert.equal(snippet("one\n", 5, [on(2, 0, 3), on(5, 1, 99), on(9, 0, 1)]), "o«ne»");
  });

  it("follows a match over several lines", () => {
    const match: Range = { start: { line: 0, character: 4 }, end: { line: 1, character: 3 } };
    assert.equal(snippet("say one\r\ntwo three\r\n", 0, [match]), "say «one»");
  });
});
