import * as assert from "node:assert/strict";

import { HOVER_COMMANDS, escapeMarkdown, hoverText } from "../../../src/status/hoverText";
import { overviewOf } from "../../../src/status/overview";
import { bytes } from "../../../src/words";
import { indexState, indexStatus } from "../support/states";

const off = { kind: "none", model: "" };
const name = (folder: string): string => folder.slice(folder.lastIndexOf("/") + 1);

function hover(status: ReturnType<typeof indexStatus>, model = off): string {
  return hoverText(overviewOf({ kind: "running" }, status), status, model, name).replaceAll("&nbsp;", "");
}

describe("the hover", () => {
  it("tells folders, files, chunks, models, memory and what was skipped", () => {
    const text = hover(indexStatus(indexState({ folder: "file:///app", skippedReasons: { binary: 12, tooLarge: 3 } })));
    assert.match(text, /\| app \| 9 \| 20 \| ready \|/);
    assert.match(text, /Skipped: 12 binary, 3 too large/);
    assert.match(text, /Embedding model: builtin/);
    assert.match(text, /Inline model: off/);
    assert.match(text, /Memory: 196 MB/);
  });

  it("tells a follower, a pause and how far the work is", () => {
    assert.match(hover(indexStatus(indexState({ writer: false }))), /ready; another window writes its index/);
    assert.match(hover(indexStatus(indexState({ phase: "paused" }))), /`Cotext: Resume Indexing` goes on/);
    assert.match(hover(indexStatus(indexState({ phase: "indexing", files: { found: 50, indexed: 7, skipped: 1 } }))), /\| 7 of 50 \|/);
  });

  it("tells the inline model and its last failure", () => {
    const status = indexStatus(indexState());
    status.inlineModel = { state: "failing", message: "It took too long." };
    assert.match(hover(status, { kind: "ollama", model: "qwen" }), /Inline model: qwen \\\(ollama\\\), does not answer: It took too long\\\./);
  });

  it("runs no command but its own, whatever a folder or a message is called", () => {
    const evil = indexState({
      folder: "file:///[x](command:workbench.action.quit)",
      phase: "failed",
      message: "a | b\n<img src=x> $(bug) `c` ![](command:y)",
      model: "[m](command:z)",
    });
    const text = hover(indexStatus(evil));
    const links = [...text.matchAll(/(?<!\\)\]\((?!\\)([^)]*)\)/g)].map(([, target]) => target?.replace("command:", ""));
    assert.ok(links.length > 0 && links.every((link) => (HOVER_COMMANDS as readonly string[]).includes(link ?? "")), links.join());
    assert.ok(!text.includes("<img"));
    assert.ok(!/(?<!\\)\$\(bug/.test(text));
    assert.equal(text.split("\n").filter((line) => line.startsWith("| ")).length, 3);
  });
});

describe("words", () => {
  it("escape what Markdown would read", () => {
    assert.equal(escapeMarkdown("a_b*c"), "a\\_b\\*c");
  });

  it("tell sizes in few digits", () => {
    assert.deepEqual([0, 900, 9_940_000, 196_000_000, 999_600_000, 2.5e12].map(bytes), ["0.0 kB", "0.9 kB", "9.9 MB", "196 MB", "1.0 GB", "2.5 TB"]);
  });
});
