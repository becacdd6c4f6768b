/** Shows places in the editor area while somebody chooses, and leaves the editors as they were if nothing is chosen. */

import * as vscode from "vscode";

import { vscodeRange } from "../ranges";
import type { Range } from "../protocol.gen";

/** A place to show. */
export interface Place {
  readonly uri: vscode.Uri;
  /** Where the cursor goes when it is opened. */
  readonly target: Range;
  /** All of the piece of code. */
  readonly whole: Range;
  readonly matches: readonly Range[];
}

/** The tab that preview showed last, and what has to be undone when it is left. */
interface Shown {
  readonly uri: vscode.Uri;
  readonly wasOpen: boolean;
  readonly visible: vscode.Range | undefined;
  readonly editor: vscode.TextEditor;
}

/**
 * One preview: begins with the palette, ends with `restore` or `open`.
 *
 * Steps run one after another; a step that is overtaken by a later `show` does nothing. Selections of editors that were
 * open are left alone, and are scrolled back.
 */
export class Preview implements vscode.Disposable {
  private readonly column: vscode.ViewColumn;
  private readonly before: EditorsBefore;
  private readonly wholeDecoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    isWholeLine: true,
  });
  private readonly matchDecoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.findMatchForeground"),
  });
  private shown: Shown | undefined;
  private wanted = 0;
  private steps: Promise<void> = Promise.resolve();

  /** @param problem is told what went wrong with a preview; nothing is shown to the user for it. */
  constructor(private readonly problem: (message: string) => void) {
    this.before = editorsBefore();
    this.column = vscode.window.tabGroups.activeTabGroup.viewColumn;
  }

  /** Show a place, without taking the focus. */
  show(place: Place): Promise<void> {
    this.wanted += 1;
    const asked = this.wanted;
    return this.step(async () => {
      const document = this.isWanted(asked) ? await vscode.workspace.openTextDocument(place.uri) : undefined;
      if (document !== undefined && this.isWanted(asked)) {
        await this.reveal(document, place);
      }
    });
  }

  /** Put everything back as it was. */
  restore(): Promise<void> {
    this.wanted += 1;
    return this.step(async () => {
      await this.leave(undefined);
      await this.reopenPreviewTab();
      await this.activateBefore();
    });
  }

  /** Open a place to stay, in the group of the preview, or beside it with the group as it was. */
  async open(place: Place, beside: boolean): Promise<void> {
    if (beside) {
      await this.restore();
    } else {
      this.wanted += 1;
      await this.step(() => this.leave(place.uri));
    }
    const selection = vscodeRange(place.target);
    const staysPreview = vscode.workspace.getConfiguration("workbench.editor").get<boolean>("enablePreviewFromQuickOpen");
    await vscode.window.showTextDocument(place.uri, {
      viewColumn: beside ? vscode.ViewColumn.Beside : this.column,
      preview: staysPreview === true && !beside,
      selection,
    });
  }

  dispose(): void {
    this.wholeDecoration.dispose();
    this.matchDecoration.dispose();
  }

  private isWanted(asked: number): boolean {
    return this.wanted === asked;
  }

  private step(action: () => Promise<void>): Promise<void> {
    this.steps = this.steps.then(action).catch((error: unknown) => {
      this.problem(error instanceof Error ? error.message : String(error));
    });
    return this.steps;
  }

  private async reveal(document: vscode.TextDocument, place: Place): Promise<void> {
    const again = this.shown?.uri.toString() === place.uri.toString() ? this.shown : undefined;
    const wasOpen = again?.wasOpen ?? (textTab(this.column, place.uri) !== undefined);
    const left = again === undefined ? this.shown : undefined;
    // What is out of sight cannot be scrolled; what is closed before the next is there lets another tab flicker up.
    scrollBack(left);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: this.column,
      preserveFocus: true,
      preview: true,
    });
    this.shown = again ?? { uri: place.uri, wasOpen, visible: editor.visibleRanges[0], editor };
    if (left !== undefined) {
      await this.close(left);
    }
    const line = place.target.start.line;
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
    editor.setDecorations(this.wholeDecoration, [contentLines(place.whole)]);
    editor.setDecorations(this.matchDecoration, place.matches.map(vscodeRange));
  }

  /** Take back what the last preview did, unless its document is the one that stays. */
  private async leave(staying: vscode.Uri | undefined): Promise<void> {
    const shown = this.shown;
    this.shown = undefined;
    for (const editor of vscode.window.visibleTextEditors) {
      editor.setDecorations(this.wholeDecoration, []);
      editor.setDecorations(this.matchDecoration, []);
    }
    if (shown !== undefined && shown.uri.toString() !== staying?.toString()) {
      scrollBack(shown);
      await this.close(shown);
    }
  }

  private async close(shown: Shown): Promise<void> {
    const tab = shown.wasOpen ? undefined : textTab(this.column, shown.uri);
    if (tab !== undefined && !tab.isDirty) {
      await vscode.window.tabGroups.close(tab, true);
    }
  }

  /** The preview tab that the user had may have made room for ours. */
  private async reopenPreviewTab(): Promise<void> {
    const lost = this.before.preview;
    if (lost === undefined || textTab(this.column, lost) !== undefined) {
      return;
    }
    await vscode.window.showTextDocument(lost, { viewColumn: this.column, preserveFocus: true, preview: true });
  }

  private async activateBefore(): Promise<void> {
    const group = vscode.window.tabGroups.all.find((one) => one.viewColumn === this.column);
    const index = group?.tabs.findIndex((tab) => sameTab(tab, this.before.active)) ?? -1;
    const tab = group?.tabs[index];
    if (group === undefined || tab === undefined) {
      return;
    }
    if (!tab.isActive) {
      if (tab.input instanceof vscode.TabInputText) {
        await vscode.window.showTextDocument(tab.input.uri, {
          viewColumn: this.column,
          preserveFocus: true,
          preview: tab.isPreview,
        });
      } else if (group.isActive) {
        await vscode.commands.executeCommand("workbench.action.openEditorAtIndex", index);
      }
    }
    const editor = vscode.window.activeTextEditor;
    if (editor !== undefined && editor.document.uri.toString() === this.before.document && this.before.visible) {
      editor.revealRange(this.before.visible, vscode.TextEditorRevealType.AtTop);
    }
  }
}

function scrollBack(shown: Shown | undefined): void {
  if (shown?.wasOpen === true && shown.visible !== undefined) {
    shown.editor.revealRange(shown.visible, vscode.TextEditorRevealType.AtTop);
  }
}

interface EditorsBefore {
  readonly active: vscode.Tab | undefined;
  readonly preview: vscode.Uri | undefined;
  readonly document: string | undefined;
  readonly visible: vscode.Range | undefined;
}

function editorsBefore(): EditorsBefore {
  const group = vscode.window.tabGroups.activeTabGroup;
  const preview = group.tabs.find((tab) => tab.isPreview)?.input;
  const editor = vscode.window.activeTextEditor;
  return {
    active: group.activeTab,
    preview: preview instanceof vscode.TabInputText ? preview.uri : undefined,
    document: editor?.document.uri.toString(),
    visible: editor?.visibleRanges[0],
  };
}

function textTab(column: vscode.ViewColumn, uri: vscode.Uri): vscode.Tab | undefined {
  const group = vscode.window.tabGroups.all.find((one) => one.viewColumn === column);
  return group?.tabs.find((tab) => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString());
}

/** Tabs have no identity that lasts: a tab is known again by its kind, label and document. */
function sameTab(tab: vscode.Tab, other: vscode.Tab | undefined): boolean {
  if (tab.label !== other?.label) {
    return false;
  }
  const [one, two] = [tab.input, other.input];
  if (one instanceof vscode.TabInputText && two instanceof vscode.TabInputText) {
    return one.uri.toString() === two.uri.toString();
  }
  return one?.constructor === two?.constructor;
}

/** The lines of a piece, without the one after its last line break. */
function contentLines(range: Range): vscode.Range {
  const last = range.end.character === 0 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line;
  return new vscode.Range(range.start.line, 0, last, 0);
}
