import * as assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { CotextClient } from "../../../src/client";
import type { IndexStatusResult } from "../../../src/protocol.gen";
import { readSettings } from "../../../src/settings";
import { contextKeys } from "../../../src/status/contextKeys";
import { IndexCommands, applicable, type Questions } from "../../../src/status/indexCommands";
import { until } from "../support/editors";
import { asked, scriptedClient } from "../support/scriptedClient";
import { indexState, indexStatus } from "../support/states";
import { makeClient, ready } from "../support/testClient";

/** Answers in a person's place, and keeps what was asked. */
function answering(yes: boolean, choice?: string): Questions & { heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    confirm: (question) => {
      heard.push(question);
      return Promise.resolve(yes);
    },
    folder: (items, title) => {
      heard.push(`${title}: ${items.map((item) => item.label).join(", ")}`);
      return Promise.resolve(items.find((item) => item.label === choice));
    },
    tell: (message) => {
      heard.push(message);
    },
  };
}

async function started(status: IndexStatusResult): Promise<CotextClient> {
  const client = scriptedClient({ "cotext/indexStatus": { result: status } });
  await client.start();
  return client;
}

const EXECUTE = "workspace/executeCommand";
const two = indexStatus(
  indexState({ folder: "file:///one" }),
  indexState({ folder: "file:///two", phase: "paused", files: { found: 5000, indexed: 5000, skipped: 0 } }),
);

describe("the commands of the index", () => {
  it("act on the real server", async () => {
    // With a cache of its own: the extension's own server writes the index in the usual one.
    const cache = mkdtempSync(join(tmpdir(), "cotext-cache-"));
    const client = makeClient(["/usr/bin/env", `XDG_CACHE_HOME=${cache}`, ...readSettings().serverCommand]);
    await client.start();
    await ready(client);
    const phase = (): string | undefined => client.status?.folders[0]?.phase;
    const questions = answering(true);
    const commands = new IndexCommands(client, questions);
    await commands.pause();
    await until(() => phase() === "paused", "paused");
    assert.deepEqual(contextKeys(client.status)["cotext.canPause"], false);
    await commands.resume();
    await ready(client);
    await commands.clear();
    await until(() => phase() === "paused" && client.status?.folders[0]?.chunks === 0, "cleared");
    await commands.rebuild();
    await ready(client);
    assert.ok((client.status?.folders[0]?.chunks ?? 0) > 5);
    assert.equal(questions.heard.length, 1);
    assert.match(questions.heard[0] ?? "", /^Delete the index of “/);
    await client.stop();
    client.dispose();
    rmSync(cache, { recursive: true, force: true });
  });

  it("do nothing without a yes, where much is lost", async () => {
    const client = await started(two);
    const questions = answering(false, "/two");
    await new IndexCommands(client, questions).clear();
    await new IndexCommands(client, questions).rebuild();
    assert.deepEqual(await asked(client, EXECUTE), []);
    assert.deepEqual(questions.heard.filter((one) => one.includes("?")), ["Delete the index of “/two”?", "Index “/two” anew?"]);
    client.dispose();
  });

  it("ask which folder where there are several to which they apply", async () => {
    const client = await started(two);
    const questions = answering(true, "All folders");
    await new IndexCommands(client, questions).rebuild();
    assert.deepEqual(await asked(client, EXECUTE), [
      { command: "cotext.rebuildIndex", arguments: ["file:///one"] },
      { command: "cotext.rebuildIndex", arguments: ["file:///two"] },
    ]);
    await new IndexCommands(client, questions).resume();
    assert.deepEqual((await asked(client, EXECUTE)).at(-1), { command: "cotext.resumeIndexing", arguments: ["file:///two"] });
    assert.equal(questions.heard.filter((one) => one.startsWith("Resume")).length, 0);
    client.dispose();
  });

  it("say why there is nothing to do", async () => {
    const follower = await started(indexStatus(indexState({ writer: false })));
    const questions = answering(true);
    await new IndexCommands(follower, questions).rebuild();
    await new IndexCommands(follower, questions).resume();
    assert.deepEqual(await asked(follower, EXECUTE), []);
    assert.ok(questions.heard.every((one) => one.startsWith("Another window")));
    follower.dispose();
    const stopped = scriptedClient({});
    await new IndexCommands(stopped, questions).pause();
    assert.match(questions.heard.at(-1) ?? "", /not running/);
    stopped.dispose();
  });
});

describe("what is offered", () => {
  it("is what applies", () => {
    const failed = indexState({ phase: "failed", writer: false });
    assert.deepEqual(applicable("cotext.pauseIndexing", [failed]), []);
    assert.deepEqual(applicable("cotext.rebuildIndex", [failed]), [failed]);
    assert.deepEqual(contextKeys(undefined), {
      "cotext.serverRunning": false,
      "cotext.canRebuild": false,
      "cotext.canPause": false,
      "cotext.canResume": false,
      "cotext.hasSkippedFiles": false,
    });
    const keys = contextKeys(two);
    assert.deepEqual([keys["cotext.canPause"], keys["cotext.canResume"], keys["cotext.hasSkippedFiles"]], [true, true, true]);
  });
});
