/** What an agent asks of a tool. Its input is made by a model: it is checked, and a fault is told in words. */

import type { SearchParams } from "../protocol.gen";
import { languageIdentifier, pathGlobs } from "../search/query";

/** Input of `cotext_context`, with the cursor counted from 0. */
export interface ContextInput {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}

const MODES = ["hybrid", "keyword", "semantic", "symbol", "literal", "regex"] as const;
const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 50;

/** The search that an agent asks for. Throws: an Error that names the wrong field. */
export function searchInput(input: unknown): SearchParams {
  const { query, mode, language, path, limit } = fields(input);
  if (typeof query !== "string" || query.trim() === "") {
    throw new Error('"query" must say in words or names what code to look for.');
  }
  const known = MODES.find((one) => one === (mode ?? "hybrid"));
  if (known === undefined) {
    throw new Error(`"mode" must be one of ${MODES.join(", ")}.`);
  }
  return {
    query,
    mode: known,
    limit: limit === undefined ? DEFAULT_LIMIT : Math.min(wholeNumber(limit, "limit"), LARGEST_LIMIT),
    languages: language === undefined ? [] : [languageIdentifier(text(language, "language"))],
    include: path === undefined ? [] : pathGlobs(text(path, "path")),
  };
}

/** The cursor that an agent asks about. Throws: an Error that names the wrong field. */
export function contextInput(input: unknown): ContextInput {
  const { file, line, column } = fields(input);
  return {
    file: text(file, "file"),
    line: wholeNumber(line, "line") - 1,
    character: column === undefined ? Number.MAX_SAFE_INTEGER >>> 1 : wholeNumber(column, "column") - 1,
  };
}

function fields(input: unknown): Record<string, unknown> {
  if (typeof input !== "object" || input === null) {
    throw new Error("The input must be an object.");
  }
  return input as Record<string, unknown>;
}

function text(value: unknown, name: string): string {
  if (typeof value !== "string" || value.trim() === "") {
    throw new Error(`"${name}" must be a text.`);
  }
  return value;
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
    throw new Error(`"${name}" must be a whole number, 1 or more.`);
  }
  return value;
}
