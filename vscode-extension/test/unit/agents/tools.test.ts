import * as assert from "node:assert/strict";

import { contextInput, searchInput } from "../../../src/agents/toolInput";
import { chunksText, nothingText } from "../../../src/agents/toolText";
import { type Chunk, SymbolKind } from "../../../src/protocol.gen";

describe("what an agent asks", () => {
  it("is a search", () => {
    assert.deepEqual(searchInput({ query: "open files", language: "PY", path: "src", limit: 3 }), {
      query: "open files",
      mode: "hybrid",
      limit: 3,
      languages: ["python"],
      include: ["**/*src*", "**/*src*/**"],
    });
    assert.equal(searchInput({ query: "x", limit: 1000 }).limit, 50);
  });

  it("is a cursor, counted from 1", () => {
    assert.deepEqual(contextInput({ file: "a.py", line: 3, column: 5 }), { file: "a.py", line: 2, character: 4 });
    assert.ok(contextInput({ file: "a.py", line: 3 }).character > 1_000_000);
  });

  it("names the field that is wrong", () => {
    const searches: [unknown, RegExp][] = [
      [null, /object/],
      [{}, /"query"/],
      [{ query: " " }, /"query"/],
      [{ query: "x", mode: "fuzzy" }, /"mode"/],
      [{ query: "x", limit: 0 }, /"limit"/],
      [{ query: "x", limit: 1.5 }, /"limit"/],
      [{ query: "x", path: 3 }, /"path"/],
      [{ query: "x", language: "" }, /"language"/],
    ];
    for (const [input, message] of searches) {
      assert.throws(() => searchInput(input), message);
    }
    assert.throws(() => contextInput({ line: 1 }), /"file"/);
    assert.throws(() => contextInput({ file: "a", line: 0 }), /"line"/);
    assert.throws(() => contextInput({ file: "a", line: 1, column: "2" }), /"column"/);
  });
});

describe("what an agent gets", () => {
  const chunk: Chunk = {
    uri: "file:///w/a.md",
    range: { start: { line: 4, character: 0 }, end: { line: 6, character: 0 } },
    languageId: "markdown",
    text: "```\ncode\n",
    score: { rrf: 0, ranks: {} },
    matchedBy: [],
    symbol: { name: "b", kind: SymbolKind.Method, container: "A" },
  };
  const pathOf = (uri: string) => uri.slice("file:///w/".length);

  it("is each piece under its place, in a fence that it cannot close", () => {
    assert.equal(chunksText([chunk], pathOf, 1000), "a.md:5-6 A.b\n````markdown\n```\ncode\n````\n\n");
    assert.equal(chunksText([{ ...chunk, text: "x", symbol: { name: "b", kind: SymbolKind.Method } }], pathOf, 1000), "a.md:5-6 b\n```markdown\nx\n```\n\n");
  });

  it("fits into what it may take", () => {
    const text = chunksText([chunk, chunk, chunk], pathOf, 100);
    assert.match(text, /\(1 more not shown\.\)$/);
    assert.match(chunksText([chunk, chunk], pathOf, 20), /^a\.md:5-6 A\.b\n```\n?…?[\s\S]*Shortened; 1 more/);
  });

  it("says why there is nothing", () => {
    assert.match(nothingText([]), /No folder/);
  });
});
