/** What a person typed into the palette, as the search it asks for. */

export type SearchMode = "hybrid" | "literal" | "regex" | "symbol";

/**
 * A search as it was typed.
 *
 * `text` is what is looked for, `languages` are LSP language identifiers, `include` and `exclude` VS Code globs relative
 * to a workspace folder. Empty lists restrict nothing.
 */
export interface PaletteQuery {
  readonly mode: SearchMode;
  readonly text: string;
  readonly languages: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const PREFIXES: Readonly<Record<string, SearchMode>> = { "@": "symbol", "/": "regex", '"': "literal" };

/** One filter: `lang:go`, `path:src/net`, `-path:"old code"`. */
const FILTER = /(-?)\b(lang|language|path):(?:"([^"]*)"|([^\s"]+))/iy;

const LANGUAGE_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "c#": "csharp",
    "c++": "cpp",
    bash: "shellscript",
    cs: "csharp",
    docker: "dockerfile",
    ex: "elixir",
    golang: "go",
    hs: "haskell",
    js: "javascript",
    jsx: "javascriptreact",
    kt: "kotlin",
    md: "markdown",
    py: "python",
    rb: "ruby",
    rs: "rust",
    sh: "shellscript",
    shell: "shellscript",
    ts: "typescript",
    tsx: "typescriptreact",
    txt: "plaintext",
    yml: "yaml",
  }),
);

/**
 * Read what was typed.
 *
 * A first character `@`, `/` or `"` chooses symbols, a regular expression or literal text; a space before it makes it an
 * ordinary character. Filters stand before that prefix, or anywhere in words. What follows `/` or `"` is taken as it is,
 * unless it is closed by the same character with nothing but filters behind it: `"path:x" lang:go`.
 */
export function parseQuery(typed: string): PaletteQuery {
  const filters = new Filters();
  let rest = typed;
  for (let end = leadingFilter(rest, filters); end > 0; end = leadingFilter(rest, filters)) {
    rest = rest.slice(end).trimStart();
  }
  const mode = PREFIXES[rest.charAt(0)];
  if (mode === "regex" || mode === "literal") {
    return filters.query(mode, closed(rest, filters));
  }
  return filters.query(mode ?? "hybrid", words(mode === undefined ? rest : rest.slice(1), filters));
}

/** How a language is called by the server; an unknown name is passed on in lower case. */
export function languageIdentifier(name: string): string {
  const lower = name.toLowerCase();
  return LANGUAGE_ALIASES.get(lower) ?? lower;
}

/**
 * The globs for a part of a path: what contains it, files and folders alike. A path with glob characters is a glob
 * already; it counts from the folder's root where it begins with "/", else from anywhere.
 */
export function pathGlobs(part: string): string[] {
  const path = part.replace(/\\/g, "/");
  const rooted = path.startsWith("/");
  const inner = path.replace(/^\.?\/+/, "");
  if (inner === "") {
    return [];
  }
  const anywhere = rooted ? "" : "**/";
  if (/[*?[{]/.test(inner)) {
    return [inner.startsWith("**/") ? inner : anywhere + inner];
  }
  if (inner.endsWith("/")) {
    return [`${anywhere}${inner}**`];
  }
  const contains = rooted ? `${inner}*` : `**/*${inner}*`;
  return [contains, `${contains}/**`];
}

class Filters {
  private readonly languages = new Set<string>();
  private readonly include: string[] = [];
  private readonly exclude: string[] = [];

  add(match: RegExpExecArray): void {
    const [, minus, name, quoted, bare] = match;
    const value = quoted ?? bare ?? "";
    if (name?.toLowerCase() === "path") {
      (minus === "-" ? this.exclude : this.include).push(...pathGlobs(value));
      return;
    }
    for (const one of value.split(",").filter((part) => part !== "")) {
      this.languages.add(languageIdentifier(one));
    }
  }

  query(mode: SearchMode, text: string): PaletteQuery {
    return { mode, text, languages: [...this.languages], include: this.include, exclude: this.exclude };
  }
}

function filterAt(text: string, at: number): RegExpExecArray | undefined {
  FILTER.lastIndex = at;
  const match = FILTER.exec(text);
  if (match === null || (match[1] === "-" && match[2]?.toLowerCase() !== "path")) {
    return undefined;
  }
  const end = at + match[0].length;
  const alone = (at === 0 || /\s/.test(text.charAt(at - 1))) && (end === text.length || /\s/.test(text.charAt(end)));
  return alone ? match : undefined;
}

function leadingFilter(text: string, filters: Filters): number {
  const match = filterAt(text, 0);
  if (match === undefined) {
    return 0;
  }
  filters.add(match);
  return match[0].length;
}

function words(text: string, filters: Filters): string {
  let kept = "";
  for (let at = 0; at < text.length; ) {
    const match = filterAt(text, at);
    if (match === undefined) {
      kept += text.charAt(at);
      at += 1;
    } else {
      filters.add(match);
      at += match[0].length;
    }
  }
  return kept.trim().replace(/\s+/g, " ");
}

function closed(text: string, filters: Filters): string {
  const quote = text.charAt(0);
  const end = text.lastIndexOf(quote);
  if (end > 0) {
    const behind = new Filters();
    const left = words(text.slice(end + 1), behind);
    if (left === "") {
      words(text.slice(end + 1), filters);
      return text.slice(1, end);
    }
  }
  return text.slice(1);
}
