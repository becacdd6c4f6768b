import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./tools.mjs";

/** A browser that asks nothing of the network by itself. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error("Chromium is not installed: run `npm run test:install`.");
  }
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Waits until a page at `url` is an editor's; a listening port alone does not mean that. */
export async function waitForWorkbench(url: string, isDead: () => boolean, timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && !isDead()) {
    const text = await fetch(url).then((response) => response.text(), () => "");
    if (text.includes("vscode-workbench-web-configuration")) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No editor at ${url}${isDead() ? ": it has ended" : ""}.`);
}
