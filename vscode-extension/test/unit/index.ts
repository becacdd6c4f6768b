// What VS Code loads to run the tests of this folder in its extension host.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import Mocha from "mocha";

/** Runs every test file, or those whose tests' names hold COTEXT_TEST_PATTERN. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  // So that the runner can tell the tests' words from the editor's.
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => {
    console.log(`[test] ${format(...values)}`);
  };
  const mocha = new Mocha({ ui: "bdd", color: false, timeout: 20_000, forbidOnly: true });
  const pattern = process.env.COTEXT_TEST_PATTERN ?? "";
  if (pattern !== "") {
    mocha.fgrep(pattern);
  }
  for (const name of readdirSync(__dirname, { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".test.js")) {
      mocha.addFile(join(__dirname, name));
    }
  }
  await new Promise<void>((resolve, reject) => {
    mocha.run((failures) => {
      if (failures === 0) {
        resolve();
      } else {
        reject(new Error(`${failures} tests failed.`));
      }
    });
  });
}
