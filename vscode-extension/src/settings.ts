import * as vscode from "vscode";

/** The settings that the extension reads itself; the server asks for its own. */
export interface ExtensionSettings {
  /** Program and arguments that start the server; empty: the extension decides. */
  serverCommand: string[];
  /** Absolute path of a Python; empty: one is looked for. */
  interpreter: string;
}

const SECTION = "cotext";

/** Names of settings after whose change the server must be started anew. */
export const RESTARTING_SETTINGS = [`${SECTION}.server`, `${SECTION}.interpreter`, "files.exclude", "search.exclude", "files.encoding"];

/** The settings as they stand. A value of a wrong type counts as not set. */
export function readSettings(): ExtensionSettings {
  const section = vscode.workspace.getConfiguration(SECTION);
  const command = section.get<unknown>("server.command");
  const interpreter = section.get<unknown>("interpreter");
  return {
    serverCommand: isStrings(command) ? command : [],
    interpreter: typeof interpreter === "string" ? interpreter.trim() : "",
  };
}

/** What the server is told of the editor's own settings when it starts. */
export interface EditorSettings {
  settings: unknown;
  exclude: string[];
  encoding: string;
}

/** The server's settings and what the editor itself leaves out of its searches. */
export function initializationOptions(): EditorSettings {
  const files = vscode.workspace.getConfiguration("files");
  const search = vscode.workspace.getConfiguration("search");
  const globs = { ...files.get<object>("exclude"), ...search.get<object>("exclude") };
  return {
    settings: vscode.workspace.getConfiguration().get(SECTION),
    // A glob that is set to false, or to a condition on files beside it, leaves nothing out for certain.
    exclude: Object.entries(globs).filter(([, value]) => value === true).map(([glob]) => glob),
    encoding: files.get("encoding", "utf8"),
  };
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
