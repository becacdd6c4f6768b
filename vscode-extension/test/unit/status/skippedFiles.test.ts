import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import { showSkippedFiles, skippedRows, type SkippedRow } from "../../../src/status/skippedFiles";
import { closeAllEditors, tabs, until, workspaceFile } from "../support/editors";
import { makeClient } from "../support/testClient";

describe("the list of skipped files", () => {
  it("groups by reason, the commonest first, and says what is missing", () => {
    const rows = skippedRows(
      [
        { uri: "file:///w/b.bin", reason: "binary" },
        { uri: "file:///w/big.txt", reason: "tooLarge", detail: "It has 9 MB." },
        { uri: "file:///w/a$(bug).bin", reason: "binary" },
      ],
      7,
      (uri) => uri.replace("file:///w/", ""),
    );
    assert.deepEqual(
      rows.map((row) => row.label.replace("\u200b", "")),
      ["2 binary", "a$(bug).bin", "b.bin", "1 too large", "big.txt", "4 more files not listed"],
    );
    assert.equal(rows[4]?.detail, "It has 9 MB.");
    assert.ok(rows[1]?.detail !== undefined && rows[1].detail !== "");
    assert.ok(!rows[1].label.includes("$(bug)"));
  });

  it("is the server's, and opens what is chosen", async () => {
    const file = workspaceFile("logo.bin");
    await vscode.workspace.fs.writeFile(file, Uint8Array.from([0, 1, 2, 0, 255]));
    const client = makeClient();
    await client.start();
    await until(() => client.status?.folders[0]?.files.skipped === 1 && client.status.folders[0].phase === "ready", "skipped", 15_000);
    let shown: SkippedRow[] = [];
    await showSkippedFiles(client, (rows) => {
      shown = rows;
      return Promise.resolve(rows[1]);
    });
    assert.deepEqual(shown.map((row) => row.label), ["1 binary", "logo.bin"]);
    await until(() => tabs().flat().some((tab) => tab.includes("logo.bin")), "opened");
    await closeAllEditors();
    await vscode.workspace.fs.delete(file);
    await client.stop();
    client.dispose();
  });
});
