/** The commands that search. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { SimilarParams } from "../protocol.gen";
import { wireRange } from "../ranges";
import { Palette, type PaletteEnd, type PaletteStart } from "./palette";
import { RESULT_LIMIT, requestFor } from "./requests";
import { paragraphAround, selectionQuery } from "./similarRange";

const LAST_QUERY = "cotext.search.lastQuery";

/** Registers `cotext.searchByMeaning`, `searchSelection`, `findSimilar` and `goToSymbolByMeaning`. */
export function registerSearch(context: vscode.ExtensionContext, client: CotextClient): vscode.Disposable {
  let open: Palette | undefined;
  let last: PaletteEnd | undefined;

  const show = async (start: PaletteStart, remembers: boolean): Promise<void> => {
    const palette = new Palette(client, start, (end) => {
      open = undefined;
      if (remembers) {
        last = end;
        void context.workspaceState.update(LAST_QUERY, end.typed);
      }
    });
    open = palette;
    await palette.show();
  };

  const showTyped = (title: string, end: PaletteEnd): Promise<void> =>
    show(
      {
        title,
        typed: end.typed,
        ...(end.answer !== undefined && { answer: end.answer }),
        ...(end.activeKey !== undefined && { activeKey: end.activeKey }),
      },
      true,
    );

  return vscode.Disposable.from(
    vscode.commands.registerCommand("cotext.searchByMeaning", (query?: unknown) => {
      const before = last ?? { typed: context.workspaceState.get(LAST_QUERY, ""), answer: undefined, activeKey: undefined };
      return showTyped(
        "Search Code by Meaning",
        typeof query === "string" ? { typed: query, answer: undefined, activeKey: undefined } : before,
      );
    }),
    vscode.commands.registerCommand("cotext.goToSymbolByMeaning", () =>
      showTyped(
        "Go to Symbol by Meaning",
        last?.typed.startsWith("@") === true ? last : { typed: "@", answer: undefined, activeKey: undefined },
      ),
    ),
    vscode.commands.registerCommand("cotext.searchSelection", () => {
      const editor = vscode.window.activeTextEditor;
      const text = editor === undefined ? "" : selectionQuery(selectedText(editor));
      if (text === "") {
        return vscode.commands.executeCommand("cotext.searchByMeaning");
      }
      const request = requestFor({ mode: "hybrid", text, languages: [], include: [], exclude: [] });
      // The selection is what is asked for, whatever prefixes or filters it would be if it were typed.
      const typed = /^[@/"]/.test(text) ? ` ${text}` : text;
      return show({ title: "Search Code by Meaning", typed, ...(request && { request }) }, true);
    }),
    vscode.commands.registerCommand("cotext.findSimilar", async () => {
      const editor = vscode.window.activeTextEditor;
      const range = editor && similarTo(editor);
      if (editor === undefined || range === undefined) {
        void vscode.window.showInformationMessage("Put the cursor on code, or select some, to find code like it.");
        return;
      }
      const params: SimilarParams = {
        textDocument: { uri: editor.document.uri.toString() },
        range: wireRange(range),
        limit: RESULT_LIMIT,
      };
      await show({ title: "Similar Code", typed: "", request: { method: "cotext/similar", params }, narrows: true }, false);
    }),
    vscode.commands.registerCommand("cotext.openResultToSide", () => open?.acceptBeside()),
  );
}

function selectedText(editor: vscode.TextEditor): string {
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active) : selection;
  return range === undefined ? "" : document.getText(range);
}

function similarTo(editor: vscode.TextEditor): vscode.Range | undefined {
  const { document, selection } = editor;
  if (!selection.isEmpty) {
    return selection;
  }
  const around = paragraphAround((line) => document.lineAt(line).text, document.lineCount, selection.active.line);
  return around && new vscode.Range(around.start.line, around.start.character, around.end.line, around.end.character);
}
