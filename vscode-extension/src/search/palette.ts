/** The palette: one QuickPick that searches while somebody types, and shows what is chosen before it is opened. */

import * as vscode from "vscode";

import type { CotextClient } from "../client";
import type { IndexState, Range } from "../protocol.gen";
import { LiveSearch, type Outcome } from "./liveSearch";
import { type Place, Preview } from "./preview";
import { parseQuery } from "./query";
import { type Answer, type Found, type SearchRequest, placeKey, readAnswer, requestFor } from "./requests";
import { escapeIcons, rowOf } from "./rows";
import { type Notice, PLACEHOLDER, indexVersion, indexingNote, nothingFound, nothingSimilar, searchFailed, serverNotice } from "./states";
import { targetRange } from "./target";

/** How a palette begins. */
export interface PaletteStart {
  readonly title: string;
  /** What stands in the input. */
  readonly typed: string;
  /** The answer and the row that are shown at once, if there was one before. */
  readonly answer?: Answer;
  readonly activeKey?: string;
  /** Asked in place of what stands in the input, until that is changed. */
  readonly request?: SearchRequest;
  /** Whether typing narrows the answer of `request` down, in place of asking anew. */
  readonly narrows?: boolean;
}

/** What a palette leaves behind for the next one. */
export interface PaletteEnd {
  readonly typed: string;
  readonly answer: Answer | undefined;
  readonly activeKey: string | undefined;
}

interface Question {
  readonly typed: string;
  readonly request: SearchRequest;
}

interface PaletteItem extends vscode.QuickPickItem {
  readonly found?: Found;
  readonly notice?: Notice;
}

export const VISIBLE_CONTEXT = "cotext.searchPaletteVisible";
const DEBOUNCE_MS = 60;
const PREVIEW_DELAY_MS = 60;
const REFRESH_MS = 1000;

const EXPLAIN: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("question"), tooltip: "Explain ranking" };
const BESIDE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("split-horizontal"),
  tooltip: "Open to the side (Ctrl+Enter)",
};

/** One showing of the palette. */
export class Palette {
  private readonly pick = vscode.window.createQuickPick<PaletteItem>();
  private readonly preview: Preview;
  private readonly live: LiveSearch<Question, Answer>;
  private readonly subscriptions: vscode.Disposable[] = [];
  private answer: Answer | undefined;
  private request: SearchRequest | undefined;
  private previewTimer: ReturnType<typeof setTimeout> | undefined;
  private refreshTimer: ReturnType<typeof setTimeout> | undefined;
  private closing = false;
  private indexVersion: string;

  /**
   * @param end is called once, with what the next palette begins with.
   */
  constructor(
    private readonly client: CotextClient,
    private readonly start: PaletteStart,
    private readonly end: (end: PaletteEnd) => void,
  ) {
    this.preview = new Preview((message) => {
      client.log.debug(`A search result could not be previewed: ${message}`);
    });
    this.live = new LiveSearch(
      (question, signal) => this.ask(question, signal),
      (outcome) => {
        this.settle(outcome);
      },
      (waiting) => {
        this.pick.busy = waiting;
      },
      DEBOUNCE_MS,
    );
    this.indexVersion = indexVersion(client.status?.folders ?? []);
    this.pick.title = start.title;
    this.pick.placeholder = start.narrows === true ? "Type to narrow the results down" : PLACEHOLDER;
    this.pick.value = start.typed;
    this.pick.matchOnDescription = start.narrows === true;
    this.pick.matchOnDetail = start.narrows === true;
    this.pick.keepScrollPosition = true;
    // Not in the API's types yet; without it, rows whose label holds what is typed would come before better ones.
    (this.pick as { sortByLabel?: boolean }).sortByLabel = false;
    this.subscriptions.push(
      this.pick,
      this.preview,
      this.pick.onDidChangeValue((typed) => {
        this.typed(typed);
      }),
      this.pick.onDidChangeActive(([item]) => {
        this.activated(item);
      }),
      this.pick.onDidAccept(() => {
        void this.accept(false);
      }),
      this.pick.onDidTriggerItemButton(({ item, button }) => {
        void this.buttonPressed(item, button);
      }),
      this.pick.onDidHide(() => {
        void this.hidden();
      }),
      client.onDidChangeStatus(() => {
        this.indexChanged();
      }),
      client.onDidChangeState(() => {
        this.repeat(0);
      }),
    );
  }

  /** Show it, with the last answer until there is a new one. */
  async show(): Promise<void> {
    void vscode.commands.executeCommand("setContext", VISIBLE_CONTEXT, true);
    if (this.start.answer !== undefined) {
      this.showAnswer(this.start.answer, this.start.typed, this.start.activeKey);
    }
    this.pick.show();
    if (this.start.typed !== "") {
      // The QuickPick of the API cannot select its text; this command works on whatever input has the focus.
      await vscode.commands.executeCommand("editor.action.selectAll");
    }
    this.request = this.start.request;
    this.typedRequest(this.start.typed, 0);
  }

  /** Open the active result beside the editor. */
  async acceptBeside(): Promise<void> {
    await this.accept(true);
  }

  private typed(typed: string): void {
    if (this.start.narrows === true) {
      return;
    }
    this.request = undefined;
    this.typedRequest(typed);
  }

  private typedRequest(typed: string, debounceMs?: number): void {
    const request = this.request ?? requestFor(parseQuery(typed));
    if (request === undefined) {
      this.live.cancel();
      this.answer = undefined;
      this.pick.items = this.notices([]);
      this.updateTitle([]);
      return;
    }
    this.live.change({ typed, request }, debounceMs);
  }

  private async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const cancellation = new vscode.CancellationTokenSource();
    signal.addEventListener("abort", () => {
      cancellation.cancel();
    });
    try {
      const { method, params } = question.request;
      return readAnswer(question.request, await this.client.request<unknown>(method, params, cancellation.token));
    } finally {
      cancellation.dispose();
    }
  }

  private settle(outcome: Outcome<Question, Answer>): void {
    if (outcome.kind === "answer") {
      this.showAnswer(outcome.answer, outcome.query.typed, this.activeKey() ?? this.start.activeKey);
      return;
    }
    const standing = serverNotice(this.client.state);
    const message = outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
    this.client.log.warn(`A search failed: ${message}`);
    this.answer = undefined;
    this.pick.items = [noticeItem(standing ?? searchFailed(message))];
  }

  private showAnswer(answer: Answer, typed: string, activeKey: string | undefined): void {
    this.answer = answer;
    const states = answer.states ?? this.client.status?.folders ?? [];
    const items = answer.found.map((found) => resultItem(found, this.start.narrows !== true));
    this.updateTitle(states);
    if (items.length === 0) {
      const narrows = this.start.narrows === true;
      this.pick.items = this.notices(narrows ? [nothingSimilar(states)] : nothingFound(parseQuery(typed), states));
      return;
    }
    this.pick.items = items;
    const active = items.find((item) => item.found !== undefined && placeKey(item.found) === activeKey);
    if (active !== undefined) {
      this.pick.activeItems = [active];
    }
  }

  private notices(notices: readonly Notice[]): PaletteItem[] {
    const standing = serverNotice(this.client.state);
    return (standing === undefined ? notices : [standing]).map(noticeItem);
  }

  private updateTitle(states: readonly IndexState[]): void {
    const note = indexingNote(states);
    this.pick.title = note === undefined ? this.start.title : `${this.start.title} (${note})`;
  }

  private activated(item: PaletteItem | undefined): void {
    clearTimeout(this.previewTimer);
    if (item?.found === undefined || this.closing) {
      return;
    }
    const place = placeOf(item.found);
    this.previewTimer = setTimeout(() => void this.preview.show(place), PREVIEW_DELAY_MS);
  }

  private async accept(beside: boolean): Promise<void> {
    const item = this.pick.activeItems[0];
    if (item === undefined || this.closing) {
      return;
    }
    if (item.notice !== undefined) {
      await this.act(item.notice);
      return;
    }
    if (item.found !== undefined) {
      const place = placeOf(item.found);
      this.close();
      try {
        await this.preview.open(place, beside);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        void vscode.window.showErrorMessage(`Cotext cannot open ${vscode.workspace.asRelativePath(place.uri)}: ${reason}`);
      } finally {
        this.dispose();
      }
    }
  }

  private async act(notice: Notice): Promise<void> {
    switch (notice.action) {
      case "showLog":
        this.pick.hide();
        this.client.log.show();
        break;
      case "restart":
        await this.client.restart();
        break;
      case "openFolder":
        this.pick.hide();
        await vscode.commands.executeCommand("workbench.action.files.openFolder");
        break;
      case undefined:
        break;
    }
  }

  private async buttonPressed(item: PaletteItem, button: vscode.QuickInputButton): Promise<void> {
    this.pick.activeItems = [item];
    if (button === BESIDE) {
      await this.accept(true);
    } else if (button === EXPLAIN && item.found !== undefined) {
      const query = parseQuery(this.pick.value);
      const target = { uri: item.found.uri, line: item.found.chunk?.range.start.line ?? item.found.range.start.line };
      this.pick.hide();
      await vscode.commands.executeCommand("cotext.explainRanking", { query: query.text, mode: query.mode, target });
    }
  }

  private async hidden(): Promise<void> {
    if (this.closing) {
      return;
    }
    this.close();
    await this.preview.restore();
    this.dispose();
  }

  /** No more searches and previews; what is undone or opened comes after. */
  private close(): void {
    this.closing = true;
    void vscode.commands.executeCommand("setContext", VISIBLE_CONTEXT, false);
    clearTimeout(this.previewTimer);
    clearTimeout(this.refreshTimer);
    this.live.cancel();
    this.end({ typed: this.pick.value, answer: this.answer, activeKey: this.activeKey() });
    this.pick.hide();
  }

  private dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private activeKey(): string | undefined {
    const found = this.pick.activeItems[0]?.found;
    return found && placeKey(found);
  }

  /** More may be found while an index is being built: ask again, at most once a second. */
  private indexChanged(): void {
    const states = this.client.status?.folders ?? [];
    if (this.answer !== undefined || this.pick.value === "") {
      this.updateTitle(states);
    }
    const version = indexVersion(states);
    if (version !== this.indexVersion) {
      this.indexVersion = version;
      this.repeat(REFRESH_MS);
    }
  }

  private repeat(delayMs: number): void {
    if (this.refreshTimer !== undefined || this.closing) {
      return;
    }
    this.refreshTimer = setTimeout(() => {
      this.refreshTimer = undefined;
      this.typedRequest(this.pick.value, 0);
    }, delayMs);
  }
}

function resultItem(found: Found, alwaysShow: boolean): PaletteItem {
  const uri = vscode.Uri.parse(found.uri);
  const row = rowOf(found, vscode.workspace.asRelativePath(uri));
  return {
    label: row.label,
    description: row.description,
    ...(row.detail !== undefined && { detail: row.detail }),
    iconPath: new vscode.ThemeIcon(row.icon),
    alwaysShow,
    buttons: alwaysShow && isRanked(found) ? [EXPLAIN, BESIDE] : [BESIDE],
    found,
  };
}

/** Symbols, and places of a text or pattern, have no ranking to explain. */
function isRanked({ chunk }: Found): boolean {
  return chunk !== undefined && !chunk.matchedBy.some((route) => route === "literal" || route === "regex");
}

function noticeItem(notice: Notice): PaletteItem {
  return {
    label: escapeIcons(notice.label),
    ...(notice.detail !== undefined && { detail: escapeIcons(notice.detail) }),
    iconPath: new vscode.ThemeIcon(notice.icon),
    alwaysShow: true,
    notice,
  };
}

function placeOf(found: Found): Place {
  const target: Range = targetRange(found);
  return {
    uri: vscode.Uri.parse(found.uri),
    target,
    whole: found.range,
    matches: found.chunk?.matches ?? [found.range],
  };
}
