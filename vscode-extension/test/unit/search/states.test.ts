import * as assert from "node:assert/strict";

import type { IndexState } from "../../../src/protocol.gen";
import { parseQuery } from "../../../src/search/query";
import { indexingNote, indexVersion, nothingFound, nothingSimilar, searchFailed, serverNotice } from "../../../src/search/states";

function state(fields: Partial<IndexState> = {}): IndexState {
  return {
    folder: "file:///w",
    phase: "ready",
    files: { found: 10, indexed: 9, skipped: 1 },
    ignored: 0,
    chunks: 20,
    generation: 3,
    model: "builtin",
    skippedReasons: {},
    writer: true,
    ...fields,
  };
}

describe("what the palette says of the index", () => {
  it("is nothing where all is ready", () => {
    assert.equal(indexingNote([]), undefined);
    assert.equal(indexingNote([state()]), undefined);
  });

  it("counts files of all folders at work", () => {
    const busy = state({ phase: "indexing", files: { found: 1500, indexed: 400, skipped: 20 } });
    assert.equal(indexingNote([busy, state()]), "indexing 420 of 1,500 files, results so far");
    assert.equal(indexingNote([state({ phase: "scanning", files: { found: 0, indexed: 0, skipped: 0 } })]), "looking for files, results so far");
  });

  it("tells pauses and failures", () => {
    assert.equal(
      indexingNote([state({ phase: "paused" }), state({ phase: "failed" })]),
      "indexing is paused, a folder cannot be indexed",
    );
  });

  it("changes its version with a folder's generation", () => {
    assert.notEqual(indexVersion([state()]), indexVersion([state({ generation: 4 })]));
    assert.equal(indexVersion([state()]), indexVersion([state({ phase: "indexing" })]));
  });
});

describe("what the palette says when nothing is found", () => {
  it("tells what to try, by what was asked", () => {
    assert.match(nothingFound(parseQuery("x"), [state()])[0]?.detail ?? "", /exact text/);
    assert.match(nothingFound(parseQuery("@x"), [state()])[0]?.detail ?? "", /leave out the @/);
    assert.match(nothingFound(parseQuery("/x"), [state()])[0]?.detail ?? "", /\(\?i\)/);
    const filtered = nothingFound(parseQuery("x lang:go path:src"), [state()])[0];
    assert.equal(filtered?.label, "Nothing found for “x” with the language go and the path");
    assert.match(filtered.detail ?? "", /without the language go and the path/);
  });

  it("says that there may be more while it is indexing", () => {
    const busy = state({ phase: "indexing", files: { found: 5, indexed: 1, skipped: 0 } });
    assert.match(nothingFound(parseQuery("x"), [busy])[0]?.detail ?? "", /indexing 1 of 5 files/);
    assert.match(nothingSimilar([busy]).detail ?? "", /indexing 1 of 5 files/);
  });

  it("says that no folder is open, or that one failed and why", () => {
    assert.equal(nothingFound(parseQuery("x"), [])[0]?.action, "openFolder");
    const rows = nothingFound(parseQuery("x"), [state({ phase: "failed", message: "The disk is full." })]);
    assert.equal(rows[1]?.detail, "The disk is full.");
    assert.equal(rows[1].action, "showLog");
  });
});

describe("what the palette says of the server", () => {
  it("is nothing while it runs", () => {
    assert.equal(serverNotice({ kind: "running" }), undefined);
  });

  it("is what can be done otherwise", () => {
    assert.equal(serverNotice({ kind: "starting", message: "Installing" })?.detail, "Installing");
    assert.equal(serverNotice({ kind: "stopped" })?.action, "restart");
    assert.match(serverNotice({ kind: "failed", message: "No Python." })?.detail ?? "", /^No Python\./);
    assert.equal(searchFailed("Bad pattern.").action, "showLog");
  });
});
