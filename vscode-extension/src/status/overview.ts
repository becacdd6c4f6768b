/** Where everything stands, in the few words of the status bar. */

import type { IndexState, IndexStatusResult } from "../protocol.gen";
import type { ServerStanding } from "../search/states";
import { plural } from "../words";

export type OverviewKind = "starting" | "stopped" | "failed" | "noFolder" | "working" | "paused" | "degraded" | "ready";

/** `icon` is a codicon's name; `text` stands beside it; `label` is the whole of it, for a person who does not see it. */
export interface Overview {
  readonly kind: OverviewKind;
  readonly icon: string;
  readonly text: string;
  readonly label: string;
  /** What to do about it; empty where there is nothing to do. */
  readonly advice: string;
}

/** Folders whose index another window of this machine writes. */
export function followed(states: readonly IndexState[]): IndexState[] {
  return states.filter((state) => !state.writer && (state.phase === "ready" || state.phase === "indexing"));
}

/**
 * The one thing that a person should know first.
 *
 * @param status undefined while the server has told none.
 */
export function overviewOf(standing: ServerStanding, status: IndexStatusResult | undefined): Overview {
  switch (standing.kind) {
    case "starting":
      return overview("starting", "loading~spin", "Cotext", standing.message ?? "starting the server");
    case "stopped":
      return overview("stopped", "circle-slash", "Cotext off", "the server is not running", "`Cotext: Restart Server` starts it.");
    case "failed":
      return overview("failed", "error", "Cotext failed", standing.message ?? "the server does not run", "The log says more.");
    case "running":
      return status === undefined ? overview("starting", "loading~spin", "Cotext", "starting") : ofIndexes(status);
  }
}

function ofIndexes(status: IndexStatusResult): Overview {
  const folders = status.folders;
  if (folders.length === 0) {
    return overview("noFolder", "search-fuzzy", "Cotext", "no folder is open", "Open a folder, and its code can be searched.");
  }
  const failed = folders.filter((state) => state.phase === "failed");
  if (failed.length > 0) {
    const which = folders.length === 1 ? "the folder" : `${failed.length} of ${plural(folders.length, "folder")}`;
    const why = failed[0]?.message ?? "the log says why";
    return overview("failed", "error", "Cotext failed", `${which} cannot be indexed: ${why}`, "`Cotext: Rebuild Index` tries again.");
  }
  const working = folders.filter((state) => state.phase === "scanning" || state.phase === "indexing");
  if (working.length > 0) {
    return ofWork(working);
  }
  if (folders.some((state) => state.phase === "paused")) {
    const which = folders.every((state) => state.phase === "paused") ? "indexing is paused" : "indexing is paused in some folders";
    return overview("paused", "debug-pause", "Cotext paused", which, "`Cotext: Resume Indexing` goes on.");
  }
  const degraded = folders.find((state) => state.message !== undefined && state.message !== "");
  if (degraded !== undefined) {
    return overview("degraded", "warning", "Cotext", degraded.message ?? "");
  }
  const inline = status.inlineModel;
  if (inline?.state === "failing" || inline?.state === "needsConsent") {
    const what = inline.state === "failing" ? "the inline model does not answer" : "the inline model waits for your consent";
    return overview("degraded", "warning", "Cotext", what, inline.message ?? "");
  }
  const files = folders.reduce((total, state) => total + state.files.indexed, 0);
  return overview("ready", "search-fuzzy", "Cotext", `${plural(files, "file")} indexed`);
}

function ofWork(working: readonly IndexState[]): Overview {
  const found = working.reduce((total, state) => total + state.files.found, 0);
  const done = working.reduce((total, state) => total + state.files.indexed + state.files.skipped, 0);
  if (found === 0 || working.every((state) => state.phase === "scanning")) {
    return overview("working", "sync~spin", "Cotext", "looking for files");
  }
  const [shown, all] = [Math.min(done, found).toLocaleString("en"), found.toLocaleString("en")];
  return overview("working", "sync~spin", `Cotext ${shown}/${all}`, `indexing ${shown} of ${plural(found, "file")}`);
}

function overview(kind: OverviewKind, icon: string, text: string, what: string, advice = ""): Overview {
  return { kind, icon, text, label: `Cotext: ${what}`, advice };
}
