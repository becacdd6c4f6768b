// Runs test/unit in the extension host of a real VS Code: `npm run test:unit [-- PATTERN]`; or with --benchmarks
// test/benchmarks: `npm run bench`.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser, waitForWorkbench } from "./browser";
import { freePort, makeEditorFolders } from "./editorFolders";
import { EXTENSION, PYTHON, WORKSPACES } from "./paths";
import { ProcessGroup } from "./processGroup";
import { codeServerFolder, nodeForCodeServer } from "./tools.mjs";

/** Begins what the tests themselves write; the rest is the editor's. */
const MARK = "[test] ";
const TIMEOUT_MS = 240_000;

async function runUnit(suite: string, pattern: string): Promise<boolean> {
  const folders = makeEditorFolders({ "cotext.server.command": [PYTHON, "-I", "-m", "cotext", "serve"] });
  const workspace = join(folders.root, "workspace");
  cpSync(join(WORKSPACES, "key_value_store_go"), workspace, { recursive: true });
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const args = [
    join(codeServerFolder, "lib", "vscode", "out", "server-main.js"),
    ...["--host", "127.0.0.1", "--port", String(port), "--without-connection-token", "--accept-server-license-terms"],
    ...["--server-data-dir", folders.userData, "--user-data-dir", folders.userData],
    ...["--extensions-dir", folders.extensions],
    ...["--enable-smoke-test-driver", "--disable-telemetry", "--disable-workspace-trust"],
  ];
  const environment = { ...folders.environment, COTEXT_TEST_EXTENSION: EXTENSION, COTEXT_TEST_PATTERN: pattern };
  const server = ProcessGroup.start(nodeForCodeServer, args, environment, folders.log);
  const browser = await launchBrowser();
  try {
    await waitForWorkbench(`http://${address}/?folder=${workspace}`, () => server.exitCode !== null);
    const page = await browser.newPage();
    const ended = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`The tests did not end within ${TIMEOUT_MS / 1000} s.`));
      }, TIMEOUT_MS);
      const finish = (code: number) => {
        clearTimeout(timer);
        resolve(code);
      };
      page.exposeFunction("codeAutomationExit", finish).catch(reject);
    });
    await page.exposeFunction("codeAutomationLog", (_kind: string, values: unknown[]) => {
      const text = String(values[0]);
      if (text.startsWith(MARK)) {
        console.log(text.slice(MARK.length));
      }
    });
    const inEditor = (path: string) => `vscode-remote://${address}${path}`;
    const payload = [
      ["extensionDevelopmentPath", inEditor(EXTENSION)],
      ["extensionTestsPath", inEditor(join(EXTENSION, "dist", "test", suite, "index.js"))],
      ["skipWelcome", "true"],
    ];
    await page.goto(`http://${address}/?folder=${workspace}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
    return (await ended) === 0;
  } catch (error) {
    console.error(readFileSync(folders.log, "utf8").split("\n").slice(-40).join("\n"));
    throw error;
  } finally {
    await browser.close();
    await server.end();
    folders.remove();
  }
}

const isBenchmark = process.argv[2] === "--benchmarks";
const [suite, pattern] = isBenchmark ? ["benchmarks", process.argv[3]] : ["unit", process.argv[2]];
process.exitCode = (await runUnit(suite, pattern ?? "")) ? 0 : 1;
