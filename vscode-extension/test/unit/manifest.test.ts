import * as assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

import { contextKeys } from "../../src/status/contextKeys";
import { VISIBLE_CONTEXT } from "../../src/search/palette";

interface Command {
  command: string;
  title: string;
  enablement?: string;
}

interface Manifest {
  icon: string;
  contributes: {
    commands: Command[];
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings: { command: string; when?: string }[];
    walkthroughs: { icon: string; steps: { description: string; media: { svg: string; altText: string }; completionEvents: string[] }[] }[];
  };
}

describe("the manifest", () => {
  let folder: string;
  let manifest: Manifest;
  let known: string[];

  before(async () => {
    const extension = vscode.extensions.getExtension("cotext.cotext");
    assert.ok(extension);
    await extension.activate();
    folder = extension.extensionPath;
    manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    known = await vscode.commands.getCommands(true);
  });

  it("has no command that nobody carries out, and hides none that somebody does", () => {
    const listed = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(listed.filter((command) => !known.includes(command)), []);
    const own = known.filter((command) => /^cotext\.(?!_)/.test(command));
    assert.deepEqual(own.filter((command) => !listed.includes(command)), []);
  });

  it("asks only for conditions that somebody sets", () => {
    const { commands, menus, keybindings } = manifest.contributes;
    const conditions = [
      ...commands.map((one) => one.enablement),
      ...Object.values(menus).flat().map((one) => one.when),
      ...keybindings.map((one) => one.when),
    ].join(" ");
    const named = conditions.match(/\bcotext\.\w+/g) ?? [];
    const set = [...Object.keys(contextKeys(undefined)), VISIBLE_CONTEXT];
    assert.ok(named.length > 5);
    assert.deepEqual(named.filter((name) => !set.includes(name)), []);
    const used = [...menus.commandPalette ?? [], ...keybindings].map((one) => one.command);
    assert.ok(used.every((command) => commands.some((one) => one.command === command)));
  });

  it("has a walkthrough whose pictures and commands exist", () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    assert.ok(walkthrough);
    const pictures = [manifest.icon, walkthrough.icon, ...walkthrough.steps.map((step) => step.media.svg)];
    assert.deepEqual(pictures.filter((path) => !existsSync(join(folder, path))), []);
    assert.ok(walkthrough.steps.every((step) => step.media.altText.length > 20));
    // The editor shows descriptions with links alone, and backquotes as they are.
    assert.ok(walkthrough.steps.every((step) => !step.description.includes("`")));
    const text = JSON.stringify(walkthrough.steps);
    const linked = [...text.matchAll(/(?:command:|onCommand:)([\w.]+)/g)].flatMap(([, command]) => command ?? []);
    assert.ok(linked.length >= 8);
    assert.deepEqual(linked.filter((command) => !known.includes(command)), []);
    const properties = vscode.extensions.getExtension("cotext.cotext")?.packageJSON as { contributes: { configuration: { properties: object } } };
    const settings = [...text.matchAll(/onSettingChanged:([\w.]+)/g)].flatMap(([, name]) => name ?? []);
    assert.deepEqual(settings.filter((name) => !(name in properties.contributes.configuration.properties)), []);
  });

  it("has a README that names commands by their titles", () => {
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const titles = manifest.contributes.commands.map((one) => one.title);
    const named = [...readme.matchAll(/`Cotext: ([^`]+)`/g)].flatMap(([, title]) => title ?? []);
    assert.ok(named.length > 3);
    assert.deepEqual(named.filter((title) => !titles.includes(title)), []);
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].flatMap(([, path]) => path ?? []);
    assert.deepEqual(pictures.filter((path) => !existsSync(join(folder, path))), []);
  });
});
