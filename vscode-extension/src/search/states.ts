/** What the palette says when it has no rows to show, or not all of them yet. True, and of use. */

import type { IndexState } from "../protocol.gen";
import { plural } from "../words";
import type { PaletteQuery } from "./query";

/** A row that is no result. `action` is what Enter does. */
export interface Notice {
  readonly icon: string;
  readonly label: string;
  readonly detail?: string;
  readonly action?: "showLog" | "restart" | "openFolder" | "openSettings";
}

/** How the server stands, as `CotextClient.state` tells it. */
export interface ServerStanding {
  readonly kind: "starting" | "running" | "stopped" | "failed";
  readonly message?: string;
}

/**
 * How far the indexes are, for the palette's title; undefined where all are ready.
 *
 * Example: "indexing 120 of 400 files, results so far".
 */
export function indexingNote(states: readonly IndexState[]): string | undefined {
  const busy = states.filter((state) => state.phase === "scanning" || state.phase === "indexing");
  const paused = states.filter((state) => state.phase === "paused");
  const failed = states.filter((state) => state.phase === "failed");
  const notes: string[] = [];
  if (busy.length > 0) {
    const found = sum(busy, (state) => state.files.found);
    const done = sum(busy, (state) => state.files.indexed + state.files.skipped);
    notes.push(
      busy.some((state) => state.phase === "indexing") && found > 0
        ? `indexing ${String(Math.min(done, found))} of ${plural(found, "file")}, results so far`
        : "looking for files, results so far",
    );
  }
  if (paused.length > 0) {
    notes.push("indexing is paused");
  }
  if (failed.length > 0) {
    notes.push(`${failed.length === 1 ? "a folder" : plural(failed.length, "folder")} cannot be indexed`);
  }
  return notes.length === 0 ? undefined : notes.join(", ");
}

/** The rows for an answer without results. */
export function nothingFound(query: PaletteQuery, states: readonly IndexState[]): Notice[] {
  if (states.length === 0) {
    return [{ icon: "folder", label: "No folder is open", detail: "Open a folder, and its code can be searched.", action: "openFolder" }];
  }
  const tries: string[] = [];
  const note = indexingNote(states);
  if (note !== undefined) {
    tries.push(`${note}: more may be found in a moment`);
  }
  if (query.languages.length + query.include.length + query.exclude.length > 0) {
    tries.push(`search without ${filterNames(query)}`);
  }
  switch (query.mode) {
    case "hybrid":
      tries.push("use words that would stand in the code or its comments", '" for exact text, @ for names, / for a pattern');
      break;
    case "symbol":
      tries.push("leave out the @ to search all code by meaning");
      break;
    case "literal":
      tries.push('leave out the " to search by meaning');
      break;
    case "regex":
      tries.push("patterns are case-sensitive unless they begin with (?i)", "leave out the / to search by meaning");
      break;
  }
  const rows: Notice[] = [{ icon: "search", label: `Nothing found for ${shown(query)}`, detail: `Try: ${tries.join("; ")}.` }];
  for (const state of states.filter((one) => one.phase === "failed")) {
    rows.push({ icon: "error", label: "A folder cannot be indexed", detail: state.message ?? state.folder, action: "showLog" });
  }
  return rows;
}

/** The row where no code like a selection is found. */
export function nothingSimilar(states: readonly IndexState[]): Notice {
  const note = indexingNote(states);
  return {
    icon: "search",
    label: "No code like this was found elsewhere",
    detail: note === undefined ? "Try: select more, or less, of the code." : `${note}: more may be found in a moment.`,
  };
}

/** What changes when the indexes hold something else. */
export function indexVersion(states: readonly IndexState[]): string {
  return states.map((state) => `${state.folder}@${String(state.generation)}`).join(" ");
}

/** The row for a search that failed. */
export function searchFailed(message: string): Notice {
  return { icon: "error", label: "The search failed", detail: `${message} Press Enter for the log.`, action: "showLog" };
}

/** The row for a server that does not run; undefined where it runs. */
export function serverNotice(standing: ServerStanding): Notice | undefined {
  switch (standing.kind) {
    case "running":
      return undefined;
    case "starting":
      return { icon: "loading~spin", label: "Cotext is starting", detail: standing.message ?? "Results come as soon as it runs." };
    case "stopped":
      return { icon: "debug-start", label: "The Cotext server is not running", detail: "Press Enter to start it.", action: "restart" };
    case "failed":
      return {
        icon: "error",
        label: "The Cotext server could not be started",
        detail: `${standing.message ?? "It ended."} Press Enter for the log.`,
        action: "showLog",
      };
  }
}

/** What can be typed, shown while nothing is. */
export const PLACEHOLDER = 'Describe the code you look for. @ name, / pattern, " exact text, lang:go, path:src';

function shown(query: PaletteQuery): string {
  const names = filterNames(query);
  return names === "" ? `“${query.text}”` : `“${query.text}” with ${names}`;
}

function filterNames(query: PaletteQuery): string {
  const names: string[] = [];
  if (query.languages.length > 0) {
    names.push(`the language ${query.languages.join(", ")}`);
  }
  if (query.include.length + query.exclude.length > 0) {
    names.push("the path");
  }
  return names.join(" and ");
}

function sum(states: readonly IndexState[], value: (state: IndexState) => number): number {
  return states.reduce((total, state) => total + value(state), 0);
}
