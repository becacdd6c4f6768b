import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { CotextClient } from "../../../src/client";
import { readSettings } from "../../../src/settings";

/** A client of its own for a test; by default of the server that the tests' editor is set to. */
export function makeClient(command: string[] = readSettings().serverCommand): CotextClient {
  const [program = "", ...args] = command;
  const log = vscode.window.createOutputChannel(`Cotext test ${Math.random()}`, { log: true });
  const folder = vscode.Uri.file(mkdtempSync(join(tmpdir(), "cotext-client-")));
  return new CotextClient(log, () => Promise.resolve({ program, args, origin: "the test's server" }), folder);
}

/** Waits until every folder is indexed. */
export async function ready(client: CotextClient): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      const folders = client.status?.folders ?? [];
      if (folders.length > 0 && folders.every((folder) => folder.phase === "ready")) {
        clearTimeout(timer);
        listening.dispose();
        resolve();
      }
    };
    const listening = client.onDidChangeStatus(check);
    const timer = setTimeout(() => {
      listening.dispose();
      reject(new Error(`The index is not ready: ${JSON.stringify(client.status ?? client.state)}`));
    }, 15_000);
    check();
  });
}
