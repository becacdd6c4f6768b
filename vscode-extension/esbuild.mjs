// Bundles the extension into dist/extension.js; --production leaves the source map out and makes it small.
import { build } from "esbuild";

const production = process.argv.includes("--production");

await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  // The packages' ES modules are bundled smaller and start faster than their UMD ones.
  mainFields: ["module", "main"],
  minify: production,
  sourcemap: !production,
  logLevel: "warning",
});
