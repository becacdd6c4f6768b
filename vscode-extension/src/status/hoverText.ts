/** What the status bar item's hover tells, as Markdown. */

import type { IndexState, IndexStatusResult } from "../protocol.gen";
import { bytes } from "../words";
import { followed, type Overview } from "./overview";
import { reasonCounts } from "./skipReasons";

/** The inline model as it is set; `kind` "none": off. */
export interface InlineModelChoice {
  readonly kind: string;
  readonly model: string;
}

/** Commands that the hover links to; no other command can be run from it. */
export const HOVER_COMMANDS = ["cotext.showSkippedFiles", "cotext.showLog", "cotext.showStatus"] as const;

/** The editor draws the columns of a hover's table without room between them. */
const GAP = "&nbsp;&nbsp;";

/**
 * The Markdown of the hover. Text that is not the extension's own is escaped.
 *
 * @param nameOf how a folder is called for a person, by its URI.
 */
export function hoverText(
  overview: Overview,
  status: IndexStatusResult | undefined,
  inlineModel: InlineModelChoice,
  nameOf: (folder: string) => string,
): string {
  const paragraphs = [`**${escapeMarkdown(capital(overview.label.replace(/^Cotext: /, "")))}**`];
  if (overview.advice !== "") {
    paragraphs.push(keepCode(overview.advice));
  }
  if (status !== undefined) {
    paragraphs.push(...ofStatus(status, inlineModel, nameOf));
  }
  paragraphs.push("[More](command:cotext.showStatus) · [Show log](command:cotext.showLog)");
  return paragraphs.join("\n\n");
}

/** Text as Markdown that shows it as it is. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-.!|~$&]/g, "\\$&")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\r?\n/g, " ");
}

function ofStatus(status: IndexStatusResult, inlineModel: InlineModelChoice, nameOf: (folder: string) => string): string[] {
  const { folders } = status;
  const paragraphs: string[] = [];
  if (folders.length > 0) {
    const rows = folders.map((state) => folderRow(state, nameOf(state.folder)));
    paragraphs.push([`| Folder | ${GAP}Files | ${GAP}Chunks | ${GAP}State |`, "| :-- | --: | --: | :-- |", ...rows].join("\n"));
  }
  const skipped = reasonCounts(sumOfReasons(folders));
  const models = [...new Set(folders.map((state) => state.model))].map(escapeMarkdown).join(", ");
  const facts = [
    ...(skipped === "" ? [] : [`Skipped: ${skipped} ([show](command:cotext.showSkippedFiles))`]),
    ...(models === "" ? [] : [`Embedding model: ${models}`]),
    `Inline model: ${inlineWords(status, inlineModel)}`,
    ...(status.memoryBytes > 0 ? [`Memory: ${bytes(status.memoryBytes)}`] : []),
    `Server: ${escapeMarkdown(status.serverVersion)}`,
  ];
  paragraphs.push(facts.join("  \n"));
  return paragraphs;
}

function folderRow(state: IndexState, name: string): string {
  const count = (value: number): string => value.toLocaleString("en");
  const files = state.files.indexed + state.files.skipped < state.files.found ? `${count(state.files.indexed)} of ${count(state.files.found)}` : count(state.files.indexed);
  return `| ${escapeMarkdown(name)} | ${GAP}${files} | ${GAP}${count(state.chunks)} | ${GAP}${phaseWords(state)} |`;
}

function phaseWords(state: IndexState): string {
  const message = state.message === undefined || state.message === "" ? "" : `: ${escapeMarkdown(state.message)}`;
  const follower = followed([state]).length > 0 ? "; another window writes its index" : "";
  const phase = { scanning: "looking for files", indexing: "indexing", ready: "ready", paused: "paused", failed: "failed" }[state.phase];
  return `${phase}${message}${follower}`;
}

function inlineWords(status: IndexStatusResult, choice: InlineModelChoice): string {
  if (choice.kind === "none") {
    return "off";
  }
  const name = escapeMarkdown(choice.model === "" ? choice.kind : `${choice.model} (${choice.kind})`);
  const standing = status.inlineModel;
  const message = standing?.message === undefined ? "" : `: ${escapeMarkdown(standing.message)}`;
  switch (standing?.state) {
    case undefined:
      return name;
    case "idle":
      return `${name}, not asked yet`;
    case "ready":
      return `${name}, answers`;
    case "failing":
      return `${name}, does not answer${message}`;
    case "needsConsent":
      return `${name}, waits for your consent${message}`;
  }
}

function sumOfReasons(folders: readonly IndexState[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const state of folders) {
    for (const [reason, count] of Object.entries(state.skippedReasons)) {
      sums[reason] = (sums[reason] ?? 0) + count;
    }
  }
  return sums;
}

/** Advice names commands between backquotes; the rest of it may come from the server. */
function keepCode(text: string): string {
  return text.split(/(`[^`\n]*`)/).map((part) => (/^`.*`$/.test(part) ? part : escapeMarkdown(part))).join("");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
