// Bundles the extension into dist/extension.js, and with --tests the tests into dist/test; --production leaves the
// source map out and makes it small.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const production = process.argv.includes("--production");

/** @type {import("esbuild").BuildOptions} */
const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  // The packages' ES modules are bundled smaller and start faster than their UMD ones.
  mainFields: ["module", "main"],
  sourcemap: !production,
  logLevel: "warning",
};

await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  format: "cjs",
  external: ["vscode"],
  minify: production,
});

if (process.argv.includes("--tests")) {
  const files = readdirSync("test", { recursive: true }).map((name) => join("test", name));
  const inEditor = [join("test", "unit"), join("test", "benchmarks")];
  const isEntry = (name) => name.endsWith(".test.ts") || inEditor.some((folder) => name === join(folder, "index.ts"));
  // The extension host loads CommonJS only.
  await build({
    ...common,
    entryPoints: files.filter((name) => isEntry(name) && inEditor.some((folder) => name.startsWith(folder))),
    outdir: "dist/test",
    outbase: "test",
    format: "cjs",
    external: ["vscode", "mocha"],
  });
  await build({
    ...common,
    entryPoints: [
      ...files.filter((name) => isEntry(name) && name.startsWith(join("test", "e2e"))),
      join("test", "support", "runUnit.ts"),
    ],
    outdir: "dist/test",
    outbase: "test",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    packages: "external",
  });
}
