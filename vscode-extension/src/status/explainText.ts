/** An explanation of a ranking as Markdown. */

import type { ExplainResult, RouteExplanation } from "../protocol.gen";
import { escapeMarkdown } from "./hoverText";

/** What was asked, for a person. */
export interface Explained {
  /** "“query”", or "the cursor at a.go:3". */
  readonly question: string;
  /** Where the target stands: path and line, counted from 1. */
  readonly place: string;
}

/** Names of routes in a person's words. */
const ROUTES: Readonly<Record<string, string>> = {
  bm25: "words",
  embedding: "meaning",
  definition: "definition of a name near the cursor",
  symbol: "name",
};

const ROUTE_REASONS: Readonly<Record<string, string>> = {
  noMatch: "did not find it",
  filtered: "found it, but a filter of the request left it out",
  belowThreshold: "found it, too weakly to count",
  beyondDepth: "found it, further down than is read",
};

const REASONS: Readonly<Record<string, string>> = {
  notIndexed: "no indexed piece of code holds this line",
  ignored: "its file is ignored",
  skipped: "its file was skipped when the folder was indexed",
  perFileLimit: "other places of the same file took the places that one file can have",
  overBudget: "better pieces took all the room that there is",
  currentFile: "the document of the cursor never appears in its own context",
  belowCutoff: "others rank before it",
};

/** The page. */
export function explainText(result: ExplainResult, explained: Explained): string {
  const paragraphs = [
    `# Ranking of ${escapeMarkdown(explained.place)}`,
    `Asked: ${escapeMarkdown(explained.question)}`,
    `**${escapeMarkdown(outcome(result))}**`,
  ];
  const { target } = result;
  if (target !== null) {
    const lines = `lines ${target.range.start.line + 1} to ${Math.max(target.range.start.line + 1, target.range.end.line)}`;
    const name = target.symbol === undefined ? "" : ` (${escapeMarkdown(target.symbol.name)})`;
    paragraphs.push(`The piece of code that is ranked: ${lines}${name}.`);
  }
  const routes = Object.entries(result.routes);
  if (routes.length > 0) {
    paragraphs.push(
      "## Ways of searching",
      table(["Way", "Rank", "Score", ""], ["---", "--:", "--:", "---"], routes.map(([name, route]) => routeRow(name, route))),
    );
    if (result.fusedRank !== undefined) {
      paragraphs.push(`Joined by rank, these lists have it at place ${result.fusedRank}.`);
    }
  }
  paragraphs.push(...evidence(result));
  return `${paragraphs.join("\n\n")}\n`;
}

function outcome(result: ExplainResult): string {
  if (result.returned && result.finalRank !== undefined) {
    return `Shown at place ${result.finalRank} of at most ${result.cutoffRank}.`;
  }
  const reason = REASONS[result.reason ?? ""];
  return `Not among the ${result.cutoffRank} that are shown${reason === undefined ? "" : `: ${reason}`}.`;
}

function routeRow(name: string, route: RouteExplanation): string[] {
  return [
    escapeMarkdown(ROUTES[name] ?? name),
    route.rank === undefined ? "–" : String(route.rank),
    route.score === undefined ? "–" : number(route.score),
    route.reason === undefined ? "" : (ROUTE_REASONS[route.reason] ?? escapeMarkdown(route.reason)),
  ];
}

function evidence(result: ExplainResult): string[] {
  if (result.evidence.length === 0) {
    return [];
  }
  const counted = result.evidence.filter((one) => one.contribution !== 0);
  const sum = counted.reduce((total, one) => total + one.contribution, 0);
  const rows = counted.map((one) => [
    escapeMarkdown(one.name.replaceAll("_", " ")),
    number(one.value),
    number(one.weight),
    number(one.contribution),
  ]);
  return [
    "## Evidence",
    "What speaks for it (or, below zero, against it). Each counts value times weight; the highest sum comes first.",
    table(["Evidence", "Value", "Weight", "Counts"], ["---", "--:", "--:", "--:"], [...rows, ["**Sum**", "", "", `**${number(sum)}**`]]),
    ...(counted.length < result.evidence.length ? [`${result.evidence.length - counted.length} more count nothing here.`] : []),
  ];
}

function table(head: string[], align: string[], rows: string[][]): string {
  return [head, align, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Three digits that matter; a minus that does not break. */
function number(value: number): string {
  const shown = Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
  return shown.replace("-", "−");
}
