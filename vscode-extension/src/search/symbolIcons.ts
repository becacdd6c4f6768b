/** Kinds of symbols as the language server protocol numbers them: their codicon and their name. */

const KINDS: readonly string[] = [
  "file",
  "module",
  "namespace",
  "package",
  "class",
  "method",
  "property",
  "field",
  "constructor",
  "enum",
  "interface",
  "function",
  "variable",
  "constant",
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "key",
  "null",
  "enum-member",
  "struct",
  "event",
  "operator",
  "type-parameter",
];

/** The codicon of a kind; that of a file where there is no kind, or none that is known. */
export function symbolIcon(kind: number | undefined): string {
  const name = kindName(kind);
  return name === undefined ? "file-code" : `symbol-${name}`;
}

/** What a kind is called; undefined where there is none, or none that is known. */
export function kindName(kind: number | undefined): string | undefined {
  return kind === undefined ? undefined : KINDS[kind - 1];
}
