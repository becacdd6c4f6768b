/** `Cotext: Copy Diagnostics`: what helps to find a fault, without code, secrets, or names of a person's files. */

import type { IndexState, IndexStatusResult } from "../protocol.gen";
import type { ServerStanding } from "../search/states";
import { bytes } from "../words";

/** What is told. */
export interface DiagnosticsFacts {
  /** Versions and the like, by name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly standing: ServerStanding;
  readonly status: IndexStatusResult | undefined;
  /** Settings that are not at their default, by full name. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the server wrote last on its standard error. */
  readonly errorOutput: readonly string[];
  /** Paths that stand in none of it: the workspace's folders, the home folder. */
  readonly hidden: readonly HiddenPath[];
}

/** A path, what stands in its place, and whether the names below it are left out, too. */
export interface HiddenPath {
  readonly path: string;
  readonly shown: string;
  readonly hidesNames: boolean;
}

/** Markdown to paste into an issue. */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const settings = Object.entries(facts.settings).map(([name, value]) => `- \`${name}\`: ${shownSetting(name, value)}`);
  const output = facts.errorOutput.length === 0 ? ["(nothing)"] : facts.errorOutput;
  const text = [
    ...Object.entries(facts.versions).map(([name, value]) => `- ${name}: ${value}`),
    `- server: ${facts.standing.kind}${facts.standing.message === undefined ? "" : `, ${facts.standing.message}`}`,
    ...ofStatus(facts.status),
    "",
    "Settings that are not at their default:",
    "",
    ...(settings.length === 0 ? ["(none)"] : settings),
    "",
    `What the server wrote last (${facts.errorOutput.length} lines):`,
    "",
    "```text",
    ...output.map((line) => line.replaceAll("```", "'''")),
    "```",
    "",
  ].join("\n");
  return withoutPaths(text, facts.hidden);
}

/**
 * The text with other words in place of paths, the longest path first, whichever way its separators are written and,
 * after "file:", encoded.
 */
export function withoutPaths(text: string, hidden: readonly HiddenPath[]): string {
  const longestFirst = hidden.filter(({ path }) => path.length > 1).sort((one, other) => other.path.length - one.path.length);
  let result = text;
  for (const { path, shown, hidesNames } of longestFirst) {
    const forward = path.replaceAll("\\", "/");
    // A lone drive letter's case is the editor's whim.
    const flags = /^[a-z]:/i.test(path) ? "giu" : "gu";
    for (const spelling of new Set([path, forward, path.replaceAll("\\", "\\\\"), encodeURI(forward)])) {
      const folder = spelling.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      if (hidesNames) {
        result = result.replace(new RegExp(`(["'\`])${folder}[\\\\/][^"'\`\\n]+`, flags), (_, quote: string) => `${quote}${shown}/…`);
        result = result.replace(new RegExp(`${folder}[\\\\/][^\\s"'\`<>|,;:()]+`, flags), () => `${shown}/…`);
      }
      result = result.replace(new RegExp(`${folder}(?![\\p{L}\\p{N}_-])`, flags), () => shown);
    }
  }
  return result;
}

function ofStatus(status: IndexStatusResult | undefined): string[] {
  if (status === undefined) {
    return ["- index: not known"];
  }
  const inline = status.inlineModel;
  return [
    `- server version: ${status.serverVersion}`,
    `- memory: ${bytes(status.memoryBytes)}`,
    ...(inline === undefined ? [] : [`- inline model: ${inline.state}${inline.message === undefined ? "" : `, ${inline.message}`}`]),
    ...status.folders.map((state, index) => `- folder ${index + 1}: ${ofFolder(state)}`),
  ];
}

function ofFolder(state: IndexState): string {
  const { found, indexed, skipped } = state.files;
  const reasons = Object.entries(state.skippedReasons).map(([reason, count]) => `${reason} ${count}`);
  return [
    state.phase,
    `${found} files found, ${indexed} indexed, ${skipped} skipped${reasons.length === 0 ? "" : ` (${reasons.join(", ")})`}`,
    `${state.ignored} entries ignored`,
    `${state.chunks} chunks`,
    `generation ${state.generation}`,
    state.writer ? "writer" : "follower",
    ...(state.message === undefined ? [] : [state.message]),
  ].join("; ");
}

/** A command's arguments and a URL's user, query and path may hold secrets; patterns of files tell names. */
function shownSetting(name: string, value: unknown): string {
  if (name === "cotext.server.command") {
    return Array.isArray(value) ? `${JSON.stringify(value[0])} with ${value.length - 1} arguments` : "not a list";
  }
  if (Array.isArray(value)) {
    return `${value.length} entries`;
  }
  if (/url$/i.test(name)) {
    return origin(value);
  }
  return /key|secret|token$|password/i.test(name) ? "(set)" : JSON.stringify(value);
}

function origin(value: unknown): string {
  try {
    const url = new URL(String(value));
    return JSON.stringify(`${url.protocol}//${url.host}`);
  } catch {
    return "no URL";
  }
}
