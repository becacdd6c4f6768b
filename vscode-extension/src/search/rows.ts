/** How a place that was found reads in the list. */

import type { Chunk } from "../protocol.gen";
import type { Found } from "./requests";
import { snippet } from "./snippet";
import { symbolIcon } from "./symbolIcons";
import { targetRange } from "./target";

/** The text of one row. `icon` is a codicon's name. */
export interface Row {
  readonly icon: string;
  readonly label: string;
  readonly description: string;
  readonly detail?: string | undefined;
}

/**
 * A row of the list.
 *
 * @param found the place.
 * @param path how its document is called for a person, relative to its folder.
 */
export function rowOf(found: Found, path: string): Row {
  const line = targetRange(found).start.line + 1;
  const container = found.container === undefined || found.container === "" ? "" : `${found.container} · `;
  const chunk = found.chunk;
  const shown = chunk === undefined ? "" : snippetOf(chunk);
  const why = chunk === undefined ? "" : whyMatched(chunk);
  const detail = [shown, why].filter((part) => part !== "").join("   — ");
  return {
    icon: symbolIcon(found.kind),
    label: escapeIcons(found.name ?? fileName(path)),
    description: escapeIcons(`${container}${path}:${String(line)}`),
    detail: detail === "" ? undefined : escapeIcons(detail),
  };
}

/** Why a chunk is in the list, in a person's words: the routes that found it, the best rank first. */
export function whyMatched(chunk: Pick<Chunk, "matchedBy" | "score">): string {
  const ranks = chunk.score.ranks;
  const rank = (route: string): number => ranks[route] ?? Number.MAX_SAFE_INTEGER;
  return [...chunk.matchedBy]
    .sort((one, other) => rank(one) - rank(other))
    .map((route) => {
      const name = ROUTE_NAMES[route] ?? route;
      const place = ranks[route];
      return place === undefined ? name : `${name} #${String(place)}`;
    })
    .join(", ");
}

/** `$(name)` in a row would be drawn as an icon; code may hold it. */
export function escapeIcons(text: string): string {
  return text.replace(/\$\(/g, "$\u200b(");
}

const ROUTE_NAMES: Readonly<Record<string, string>> = {
  bm25: "words",
  embedding: "meaning",
  definition: "definition",
  symbol: "name",
  literal: "text",
  regex: "pattern",
};

function snippetOf(chunk: Chunk): string {
  return snippet(chunk.text, chunk.range.start.line, chunk.matches ?? []);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
