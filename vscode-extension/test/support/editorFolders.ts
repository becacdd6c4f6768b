import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Settings that keep an editor quiet: no welcome, no assistant beside, no telemetry. */
const QUIET_SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "editor.accessibilitySupport": "off",
  "window.menuBarVisibility": "compact",
};

/** Folders of one editor that has never run. */
export interface EditorFolders {
  root: string;
  userData: string;
  extensions: string;
  log: string;
  /** Environment for the editor: caches and data of the server lie below `root` too. */
  environment: NodeJS.ProcessEnv;
  remove(): void;
}

export function makeEditorFolders(settings: Record<string, unknown>): EditorFolders {
  const root = mkdtempSync(join(tmpdir(), "cotext-editor-"));
  const [userData, extensions] = [join(root, "user-data"), join(root, "extensions")];
  mkdirSync(extensions);
  // The editor's own machine is a remote one to the browser: settings of machine scope count from there alone.
  for (const level of ["User", "Machine"]) {
    mkdirSync(join(userData, level), { recursive: true });
    writeFileSync(join(userData, level, "settings.json"), JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
  }
  const environment = {
    ...process.env,
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    XDG_CACHE_HOME: join(root, "cache"),
    XDG_DATA_HOME: join(root, "data"),
    XDG_STATE_HOME: join(root, "state"),
  };
  const remove = () => {
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return { root, userData, extensions, log: join(root, "editor.log"), environment, remove };
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") {
    throw new Error("No port was given.");
  }
  return address.port;
}
