import * as assert from "node:assert/strict";

import { overviewOf } from "../../../src/status/overview";
import { indexState, indexStatus } from "../support/states";

const running = { kind: "running" } as const;

describe("the overview", () => {
  it("tells the server's state before all", () => {
    const status = indexStatus(indexState());
    assert.equal(overviewOf({ kind: "starting" }, undefined).kind, "starting");
    assert.equal(overviewOf({ kind: "starting", message: "Installing the server" }, undefined).label, "Cotext: Installing the server");
    assert.equal(overviewOf({ kind: "stopped" }, status).kind, "stopped");
    const failed = overviewOf({ kind: "failed", message: "No Python was found." }, undefined);
    assert.deepEqual([failed.kind, failed.icon, failed.label], ["failed", "error", "Cotext: No Python was found."]);
    assert.equal(overviewOf(running, undefined).kind, "starting");
  });

  it("is short where all is well, whoever writes the index", () => {
    const ready = overviewOf(running, indexStatus(indexState({ files: { found: 1300, indexed: 1200, skipped: 100 } })));
    assert.deepEqual([ready.kind, ready.text, ready.label, ready.advice], ["ready", "Cotext", "Cotext: 1,200 files indexed", ""]);
    assert.equal(overviewOf(running, indexStatus(indexState({ writer: false }))).kind, "ready");
    assert.equal(overviewOf(running, indexStatus()).kind, "noFolder");
  });

  it("counts what is done of the folders at work", () => {
    const busy = indexState({ phase: "indexing", files: { found: 1500, indexed: 400, skipped: 20 } });
    const work = overviewOf(running, indexStatus(busy, indexState()));
    assert.equal(work.text, "Cotext 420/1,500");
    assert.equal(work.label, "Cotext: indexing 420 of 1,500 files");
    const looking = indexState({ phase: "scanning", files: { found: 3, indexed: 0, skipped: 0 } });
    assert.equal(overviewOf(running, indexStatus(looking)).label, "Cotext: looking for files");
    // While a scan goes on, more may be done than a former count knew of.
    const over = indexState({ phase: "indexing", files: { found: 5, indexed: 9, skipped: 0 } });
    assert.equal(overviewOf(running, indexStatus(over)).text, "Cotext 5/5");
  });

  it("tells what stands still and what to do", () => {
    const paused = overviewOf(running, indexStatus(indexState({ phase: "paused" }), indexState()));
    assert.equal(paused.label, "Cotext: indexing is paused in some folders");
    assert.match(paused.advice, /Resume/);
    const failed = overviewOf(running, indexStatus(indexState({ phase: "failed", message: "The disk is full." })));
    assert.deepEqual([failed.kind, failed.label], ["failed", "Cotext: the folder cannot be indexed: The disk is full."]);
    const two = overviewOf(running, indexStatus(indexState({ phase: "failed" }), indexState()));
    assert.match(two.label, /^Cotext: 1 of 2 folders cannot be indexed/);
    const degraded = overviewOf(running, indexStatus(indexState({ message: "The model is not there; the built-in one is used." })));
    assert.deepEqual([degraded.kind, degraded.icon], ["degraded", "warning"]);
  });

  it("tells that the inline model does not answer, and nothing of one that does", () => {
    const status = indexStatus(indexState());
    const failing = overviewOf(running, { ...status, inlineModel: { state: "failing", message: "Nothing listens at 127.0.0.1:8080." } });
    assert.deepEqual([failing.kind, failing.advice], ["degraded", "Nothing listens at 127.0.0.1:8080."]);
    for (const state of ["idle", "ready"] as const) {
      assert.equal(overviewOf(running, { ...status, inlineModel: { state } }).kind, "ready");
    }
  });

  it("never has an icon without words", () => {
    const states = (["scanning", "indexing", "ready", "paused", "failed"] as const).map((phase) => indexState({ phase }));
    for (const one of states.map((state) => overviewOf(running, indexStatus(state)))) {
      assert.ok(one.text.startsWith("Cotext") && one.label.length > "Cotext: ".length, JSON.stringify(one));
    }
  });
});
