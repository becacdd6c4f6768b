/** Where one document stands: is its code found, and if not, why. */

import type { ExplainResult, IndexState, SkippedFile } from "../protocol.gen";
import { plural } from "../words";
import { reasonMeaning, reasonName } from "./skipReasons";

/** What is known of a document. */
export interface DocumentFacts {
  readonly scheme: string;
  /** Of the folder that it lies in; undefined: it lies in none. */
  readonly folder?: IndexState | undefined;
  /** The server's word on it; undefined while it has not been asked. */
  readonly explained?: Pick<ExplainResult, "target" | "reason"> | undefined;
  /** Its entry in the list of skipped files, where it stands there. */
  readonly skipped?: SkippedFile | undefined;
}

/** `busy`: this is about to change. `command` is what can be done about it. */
export interface DocumentWords {
  readonly text: string;
  readonly detail: string;
  readonly busy: boolean;
  readonly command: { readonly id: string; readonly title: string };
}

const STATUS = { id: "cotext.showStatus", title: "Show Status" };
const SKIPPED = { id: "cotext.showSkippedFiles", title: "Show Skipped Files" };
const RESUME = { id: "cotext.resumeIndexing", title: "Resume Indexing" };
const LOG = { id: "cotext.showLog", title: "Show Log" };

/** The words for a document while the server runs. */
export function documentWords(facts: DocumentFacts): DocumentWords {
  const { folder, explained } = facts;
  if (facts.scheme === "untitled") {
    return words("not saved yet", "It gets context from the workspace. It is indexed once it is saved in a folder of it.");
  }
  if (facts.scheme === "vscode-notebook-cell") {
    return words("a notebook’s cell", "It gets context from the workspace. What is found of the notebook is what was saved.");
  }
  if (folder === undefined) {
    return words("outside the workspace’s folders", "It gets context from the workspace, and is not indexed itself.");
  }
  if (folder.phase === "failed") {
    return words("not indexed", `The folder cannot be indexed: ${folder.message ?? "the log says why."}`, LOG);
  }
  if (explained === undefined) {
    return words("…", "", STATUS, true);
  }
  if (explained.target !== null) {
    return words("indexed", "");
  }
  switch (explained.reason) {
    case "ignored":
      return words("ignored", "An ignore file, `files.exclude`, `search.exclude` or `cotext.index.exclude` leaves it out.");
    case "skipped":
      return facts.skipped === undefined
        ? words("skipped", "It is not indexed.", SKIPPED)
        : words(`skipped: ${reasonName(facts.skipped.reason)}`, facts.skipped.detail ?? reasonMeaning(facts.skipped.reason), SKIPPED);
    default:
      return notYet(folder);
  }
}

function notYet(folder: IndexState): DocumentWords {
  switch (folder.phase) {
    case "paused":
      return words("not indexed", "Indexing is paused.", RESUME);
    case "scanning":
    case "indexing": {
      const waiting = Math.max(0, folder.files.found - folder.files.indexed - folder.files.skipped);
      const detail = folder.phase === "scanning" || waiting === 0 ? "The folder is being looked through." : `${plural(waiting, "file")} wait to be indexed.`;
      return words("not indexed yet", detail, STATUS, true);
    }
    default:
      return words("found by its path", "Nothing of its text is indexed: it is empty, very large or minified. Names that it defines are found, too.");
  }
}

function words(text: string, detail: string, command: DocumentWords["command"] = STATUS, busy = false): DocumentWords {
  return { text: `Cotext: ${text}`, detail, busy, command };
}
