import * as assert from "node:assert/strict";

import { type Chunk, SymbolKind } from "../../../src/protocol.gen";
import { type Answer, placeKey, readAnswer, requestFor } from "../../../src/search/requests";
import { parseQuery } from "../../../src/search/query";
import { rowOf, whyMatched } from "../../../src/search/rows";
import { kindName, symbolIcon } from "../../../src/search/symbolIcons";
import { targetRange } from "../../../src/search/target";

export function chunk(fields: Partial<Chunk> = {}): Chunk {
  return {
    uri: "file:///w/src/store.py",
    range: { start: { line: 10, character: 0 }, end: { line: 13, character: 0 } },
    languageId: "python",
    text: "# Store keeps things.\nclass Store:\n    pass\n",
    score: { rrf: 0.03, ranks: { embedding: 1, bm25: 2 } },
    matchedBy: ["bm25", "embedding"],
    ...fields,
  };
}

function searched(...hits: unknown[]): Answer {
  return readAnswer({ method: "cotext/search", params: {} }, { hits, states: [], elapsedMs: 1 });
}

describe("a row", () => {
  it("has the symbol, where it is, a marked line and why it matched", () => {
    const hit = chunk({
      symbol: { name: "Store", kind: SymbolKind.Class, container: "store" },
      matches: [{ start: { line: 10, character: 2 }, end: { line: 10, character: 7 } }],
    });
    const [found] = searched(hit).found;
    assert.ok(found);
    assert.deepEqual(rowOf(found, "src/store.py"), {
      icon: "symbol-class",
      label: "Store",
      description: "store · src/store.py:12",
      detail: "# «Store» keeps things.   — meaning #1, words #2",
    });
  });

  it("is called by its file where it has no symbol", () => {
    const [found] = searched(chunk()).found;
    assert.ok(found);
    assert.equal(rowOf(found, "src/store.py").label, "store.py");
    assert.equal(rowOf(found, "src/store.py").description, "src/store.py:11");
  });

  it("draws no icons that stand in code", () => {
    const [found] = searched(chunk({ text: "echo $(sync~spin)\n", range: chunk().range })).found;
    assert.ok(found);
    assert.ok(!rowOf(found, "a.sh").detail?.includes("$("));
  });

  it("names each way that found it, the best first", () => {
    assert.equal(whyMatched(chunk({ matchedBy: ["literal"], score: { rrf: 0, ranks: {} } })), "text");
    assert.equal(whyMatched(chunk({ matchedBy: ["other"], score: { rrf: 0, ranks: { other: 3 } } })), "other #3");
  });
});

describe("the icon of a kind", () => {
  it("is there for every kind, and for none", () => {
    assert.equal(symbolIcon(6), "symbol-method");
    assert.equal(symbolIcon(22), "symbol-enum-member");
    assert.equal(symbolIcon(26), "symbol-type-parameter");
    assert.equal(symbolIcon(undefined), "file-code");
    assert.equal(symbolIcon(27), "file-code");
    assert.equal(kindName(12), "function");
  });
});

describe("where a hit is opened", () => {
  const at = (hit: Chunk): unknown => {
    const [found] = searched(hit).found;
    assert.ok(found);
    return targetRange(found).start;
  };

  it("is the name of its definition, not a comment about it", () => {
    assert.deepEqual(at(chunk({ symbol: { name: "Store", kind: SymbolKind.Class } })), { line: 11, character: 6 });
  });

  it("is a whole name, not a part of another one", () => {
    const text = "const restore = 1;\nfunction store() {}\n";
    assert.deepEqual(at(chunk({ text, symbol: { name: "store", kind: SymbolKind.Function } })), { line: 11, character: 9 });
  });

  it("is the match of a literal search", () => {
    const match = { start: { line: 12, character: 4 }, end: { line: 12, character: 8 } };
    assert.deepEqual(at(chunk({ matchedBy: ["literal"], matches: [match] })), match.start);
  });

  it("is the first text where the name is not to be found", () => {
    assert.deepEqual(at(chunk({ text: "\n   x\n", symbol: { name: "gone", kind: SymbolKind.Class } })), { line: 11, character: 3 });
    assert.deepEqual(at(chunk({ text: "" })), { line: 10, character: 0 });
  });

  it("counts the lines that an outline leaves out", () => {
    const line = (number: number) => ({ start: { line: number, character: 0 }, end: { line: number + 1, character: 0 } });
    const hit = chunk({ text: "class A:\n    def b(self):\n", outline: [line(10), line(20)], symbol: { name: "b", kind: SymbolKind.Method } });
    assert.deepEqual(at(hit), { line: 20, character: 8 });
  });
});

describe("a request", () => {
  it("is none for nothing", () => {
    assert.equal(requestFor(parseQuery("@ ")), undefined);
  });

  it("asks for symbols of the workspace, or by a search where there are filters", () => {
    assert.deepEqual(requestFor(parseQuery("@parse")), { method: "workspace/symbol", params: { query: "parse" } });
    const filtered = requestFor(parseQuery("@parse lang:go"), 7);
    assert.equal(filtered?.method, "cotext/search");
    assert.deepEqual(filtered.params, { query: "parse", limit: 7, mode: "symbol", languages: ["go"], include: [], exclude: [] });
  });
});

describe("an answer", () => {
  it("that is no list of results is refused", () => {
    for (const wrong of [null, undefined, 3, "x", {}, { hits: 1 }]) {
      assert.throws(() => readAnswer({ method: "cotext/search", params: {} }, wrong), /no list of results/);
    }
  });

  it("loses hits of a wrong shape, and no others", () => {
    const right = chunk();
    const wrong = [null, 1, {}, { ...right, uri: 1 }, { ...right, range: {} }, { ...right, matchedBy: "x" }, { ...right, score: 1 }];
    assert.deepEqual(searched(...wrong, right).found.map(placeKey), ["file:///w/src/store.py#10:0"]);
    assert.deepEqual(readAnswer({ method: "workspace/symbol", params: {} }, null).found, []);
    assert.deepEqual(readAnswer({ method: "workspace/symbol", params: {} }, [{ name: "x" }, null]).found, []);
  });

  it("of symbols has their names and places", () => {
    const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
    const symbol = { name: "foo", kind: 12, containerName: "Bar", location: { uri: "file:///a", range } };
    const [found] = readAnswer({ method: "workspace/symbol", params: {} }, [symbol]).found;
    assert.ok(found);
    assert.deepEqual(rowOf(found, "a.py"), {
      icon: "symbol-function",
      label: "foo",
      description: "Bar · a.py:2",
      detail: undefined,
    });
  });
});
