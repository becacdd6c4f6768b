// Makes dist/cotext-VERSION.vsix: the bundled extension with the server's wheel, both of the tree as it stands.
// The wheel is built with the Python of PYTHON, or of the repository's .venv, or the first on the PATH.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createVSIX } from "@vscode/vsce";

const extension = import.meta.dirname;
const repository = resolve(extension, "..");
const carried = join(extension, "server");
const { version } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));

/** What the wheel is built from. Built in place, it would also hold what an earlier build left in build/. */
const SOURCES = ["pyproject.toml", "README.md", "LICENSE", join("server", "cotext")];

function findPython() {
  const inVenv = process.platform === "win32" ? join("Scripts", "python.exe") : join("bin", "python");
  const ofRepository = join(repository, ".venv", inVenv);
  const onPath = process.platform === "win32" ? "python" : "python3";
  return process.env.PYTHON ?? (existsSync(ofRepository) ? ofRepository : onPath);
}

/** With a setuptools of its own that is new enough, Python needs no index to build a wheel. */
function hasSetuptools(python) {
  const check = "import setuptools, sys; sys.exit(int(setuptools.__version__.split('.')[0]) < 77)";
  try {
    execFileSync(python, ["-I", "-c", check], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Builds the wheel into `target` and returns its path. The same sources give the same bytes. */
function buildWheel(target) {
  const python = findPython();
  const sources = mkdtempSync(join(tmpdir(), "cotext-wheel-"));
  try {
    for (const path of SOURCES) {
      const filter = (from) => basename(from) !== "__pycache__";
      cpSync(join(repository, path), join(sources, path), { recursive: true, filter });
    }
    const isolation = hasSetuptools(python) ? ["--no-build-isolation"] : [];
    const args = ["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", ...isolation];
    execFileSync(python, [...args, "--wheel-dir", target, sources], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, SOURCE_DATE_EPOCH: "946684800" },
    });
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
  const file = `cotext-${version}-py3-none-any.whl`;
  if (!existsSync(join(target, file))) {
    throw new Error(`Expected ${file}, built ${readdirSync(target).join(", ")}: are the versions in pyproject.toml and package.json equal?`);
  }
  return join(target, file);
}

rmSync(carried, { recursive: true, force: true });
mkdirSync(carried);
const wheel = buildWheel(carried);
const sha256 = createHash("sha256").update(readFileSync(wheel)).digest("hex");
writeFileSync(join(carried, "wheel.json"), `${JSON.stringify({ file: basename(wheel), version, sha256 }, null, 2)}\n`);

mkdirSync(join(extension, "dist"), { recursive: true });
const packagePath = join(extension, "dist", `cotext-${version}.vsix`);
// There is no public repository that links of the README could lead to.
await createVSIX({
  cwd: extension,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
console.log(packagePath);
