import * as assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { LiveSearch, type Outcome } from "../../../src/search/liveSearch";

describe("searching while somebody types", () => {
  function live(ask: (query: string, signal: AbortSignal) => Promise<string>, debounceMs = 5) {
    const outcomes: Outcome<string, string>[] = [];
    const busy: boolean[] = [];
    const search = new LiveSearch(ask, (outcome) => outcomes.push(outcome), (waiting) => busy.push(waiting), debounceMs);
    return { search, outcomes, busy };
  }

  it("asks once for what is typed in one go", async () => {
    const asked: string[] = [];
    const { search, outcomes } = live((query) => {
      asked.push(query);
      return Promise.resolve(query);
    });
    search.change("a");
    search.change("ab");
    search.change("abc");
    await pause(30);
    assert.deepEqual(asked, ["abc"]);
    assert.deepEqual(outcomes, [{ kind: "answer", query: "abc", answer: "abc" }]);
  });

  it("cancels what is out of date, and never shows it though it is answered later", async () => {
    const cancelled: string[] = [];
    const { search, outcomes } = live(async (query, signal) => {
      signal.addEventListener("abort", () => cancelled.push(query));
      await pause(query === "slow" ? 60 : 1);
      return query;
    }, 0);
    search.change("slow");
    await pause(10);
    search.change("fast");
    await pause(100);
    assert.deepEqual(cancelled, ["slow"]);
    assert.deepEqual(outcomes.map((one) => one.query), ["fast"]);
  });

  it("tells failures, but not those of what was cancelled", async () => {
    const { search, outcomes, busy } = live(async (query) => {
      await pause(5);
      throw new Error(query);
    }, 0);
    search.change("one");
    await pause(2);
    search.change("two");
    await pause(30);
    assert.equal(outcomes.length, 1);
    assert.equal(outcomes[0]?.kind, "failure");
    assert.equal(busy.at(-1), false);
  });

  it("forgets what was asked when it is cancelled", async () => {
    const { search, outcomes, busy } = live((query) => Promise.resolve(query));
    search.change("a");
    search.cancel();
    await pause(20);
    assert.deepEqual(outcomes, []);
    assert.equal(busy.at(-1), false);
  });
});
