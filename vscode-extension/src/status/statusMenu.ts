/** `Cotext: Show Status`: what the hover tells, and what can be done now, by keyboard. */

import type { IndexStatusResult } from "../protocol.gen";
import type { ServerStanding } from "../search/states";
import { contextKeys } from "./contextKeys";
import { overviewOf } from "./overview";
import { reasonCounts } from "./skipReasons";

/** A row; without `command` it only tells something. */
export interface MenuRow {
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly command?: string;
  readonly arguments?: readonly unknown[];
}

/**
 * The rows, what stands first and what can be done after it.
 *
 * @param nameOf how a folder is called for a person, by its URI.
 */
export function menuRows(
  standing: ServerStanding,
  status: IndexStatusResult | undefined,
  nameOf: (folder: string) => string,
): MenuRow[] {
  const overview = overviewOf(standing, status);
  const keys = contextKeys(status);
  const rows: MenuRow[] = [{ icon: overview.icon.replace("~spin", ""), label: overview.label.replace(/^Cotext: /, "") }];
  for (const state of status?.folders ?? []) {
    const skipped = reasonCounts(state.skippedReasons);
    const description = [
      `${state.files.indexed.toLocaleString("en")} of ${state.files.found.toLocaleString("en")} files, ${state.chunks.toLocaleString("en")} chunks`,
      ...(skipped === "" ? [] : [`skipped: ${skipped}`]),
      ...(state.message === undefined ? [] : [state.message]),
    ].join("; ");
    rows.push({ icon: "folder", label: nameOf(state.folder), description });
  }
  const can = (wanted: boolean | undefined, row: MenuRow): MenuRow[] => (wanted === true ? [row] : []);
  return [
    ...rows,
    ...can(keys["cotext.serverRunning"], { icon: "search-fuzzy", label: "Search code by meaning", command: "cotext.searchByMeaning" }),
    ...can(keys["cotext.canPause"], { icon: "debug-pause", label: "Pause indexing", command: "cotext.pauseIndexing" }),
    ...can(keys["cotext.canResume"], { icon: "debug-continue", label: "Resume indexing", command: "cotext.resumeIndexing" }),
    ...can(keys["cotext.hasSkippedFiles"], { icon: "list-unordered", label: "Show skipped files", command: "cotext.showSkippedFiles" }),
    ...can(keys["cotext.canRebuild"], { icon: "refresh", label: "Rebuild the index", command: "cotext.rebuildIndex" }),
    { icon: "settings-gear", label: "Settings", command: "workbench.action.openSettings", arguments: ["@ext:cotext.cotext"] },
    { icon: "output", label: "Show the log", command: "cotext.showLog" },
    { icon: "copy", label: "Copy diagnostics", command: "cotext.copyDiagnostics" },
  ];
}
