import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import { gatherDiagnostics } from "../../../src/status/copyDiagnostics";
import { diagnosticsText, withoutPaths, type DiagnosticsFacts } from "../../../src/status/diagnostics";
import { workspaceFile } from "../support/editors";
import { indexState, indexStatus } from "../support/states";
import { makeClient, ready } from "../support/testClient";

const facts: DiagnosticsFacts = {
  versions: { Cotext: "0.1.0" },
  standing: { kind: "running" },
  status: indexStatus(indexState({ folder: "file:///home/ann/secret-project" })),
  settings: {},
  errorOutput: [],
  hidden: [
    { path: "/home/ann", shown: "~", hidesNames: false },
    { path: "/home/ann/secret-project", shown: "<folder 1>", hidesNames: true },
  ],
};

describe("diagnostics", () => {
  it("tell versions, the state, and folders by their numbers", () => {
    const text = diagnosticsText(facts);
    assert.match(text, /- Cotext: 0\.1\.0/);
    assert.match(text, /- server: running/);
    assert.match(text, /- folder 1: ready; 10 files found, 9 indexed, 1 skipped \(binary 1\)/);
    assert.ok(!text.includes("ann"));
  });

  it("hold no secret of any setting", () => {
    const text = diagnosticsText({
      ...facts,
      settings: {
        "cotext.server.command": ["/home/ann/bin/cotext", "--token", "s3cret"],
        "cotext.inlineModel.url": "https://ann:s3cret@models.example:8443/s3cret?key=s3cret",
        "cotext.inlineModel.apiKey": "s3cret",
        "cotext.index.exclude": ["s3cret/**"],
        "cotext.completion.maxChunks": 4,
        "cotext.inlineModel.maxTokens": 64,
      },
    });
    assert.ok(!text.includes("s3cret"), text);
    assert.match(text, /"https:\/\/models\.example:8443"/);
    assert.match(text, /"~\/bin\/cotext" with 2 arguments/);
    assert.match(text, /maxChunks`: 4/);
    assert.match(text, /maxTokens`: 64/);
  });

  it("hide paths however they are written, and no more than these", () => {
    const hidden = [
      { path: "C:\\Users\\Ann B", shown: "~", hidesNames: false },
      { path: "/home/ann", shown: "~", hidesNames: false },
    ];
    const text = [
      "C:\\Users\\Ann B\\x.py",
      "c:/users/ann b/x.py",
      '"C:\\\\Users\\\\Ann B\\\\x.py"',
      "file:///C:/Users/Ann%20B/x.py",
      "/home/ann/x /home/annabel/x",
    ].join("\n");
    assert.equal(withoutPaths(text, hidden), ["~\\x.py", "~/x.py", '"~\\\\x.py"', "file:///~/x.py", "~/x /home/annabel/x"].join("\n"));
  });

  it("leave out the names of the workspace's files", () => {
    const hidden = [
      { path: "/w/app", shown: "<folder 1>", hidesNames: true },
      { path: "D:\\w", shown: "<folder 2>", hidesNames: true },
    ];
    const text = [
      "cannot read /w/app/merger plans.md: denied",
      "cannot read '/w/app/merger plans.md': denied",
      "in file:///w/app/merger%20plans.md, and /w/app itself, and /w/apple/x",
      '"D:\\\\w\\\\plans\\\\a.md" d:/w/plans/a.md',
    ].join("\n");
    assert.equal(
      withoutPaths(text, hidden),
      [
        "cannot read <folder 1>/… plans.md: denied",
        "cannot read '<folder 1>/…': denied",
        "in file://<folder 1>/…, and <folder 1> itself, and /w/apple/x",
        '"<folder 2>/…" <folder 2>/…',
      ].join("\n"),
    );
  });

  it("keep what the server wrote in one block", () => {
    const text = diagnosticsText({ ...facts, errorOutput: ["one", "```", "Traceback of /home/ann/secret-project/a.py"] });
    assert.equal(text.match(/```/g)?.length, 2);
    assert.match(text, /Traceback of <folder 1>\/…/);
  });

  it("are gathered from the editor", async () => {
    const client = makeClient();
    await client.start();
    await ready(client);
    const extension = vscode.extensions.getExtension("cotext.cotext");
    assert.ok(extension);
    const text = gatherDiagnostics(extension, client);
    assert.match(text, /- folder 1: ready/);
    assert.match(text, new RegExp(`VS Code: ${vscode.version}`));
    assert.match(text, /`cotext\.server\.command`: ".*" with \d arguments/);
    assert.ok(!text.includes(workspaceFile("").fsPath));
    await client.stop();
    client.dispose();
  });
});
