import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LSPErrorCodes,
  ResponseError,
  RevealOutputChannelOn,
  type LanguageClientOptions,
} from "vscode-languageclient/node";
import { QuietLanguageClient } from "./languageClient";
import type { IndexStatusResult } from "./protocol.gen";
import { ServerProcess, type ServerCommand } from "./server/serverProcess";
import { initializationOptions } from "./settings";

/** Where the server stands. */
export interface ServerState {
  kind: "starting" | "running" | "stopped" | "failed";
  /** What is being done or what went wrong, for a person. */
  message?: string;
}

/** Gives the command that starts the server; making one ready may take long. Rejects with a readable message. */
export type ServerProvider = () => Promise<ServerCommand>;

/** How long a request is waited for where the caller does not say. */
const TIMEOUT_MS = 30_000;

/** The one connection to the server. Parts of the extension ask it, and listen to where the server and index stand. */
export class CotextClient implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly statusChanged = new vscode.EventEmitter<IndexStatusResult>();
  private readonly subscriptions: vscode.Disposable[] = [this.stateChanged, this.statusChanged];
  private current: ServerState = { kind: "stopped" };
  private latest: IndexStatusResult | undefined;
  private connection: QuietLanguageClient | undefined;
  private process: ServerProcess | undefined;
  private changing: Promise<void> = Promise.resolve();

  readonly onDidChangeState = this.stateChanged.event;
  readonly onDidChangeStatus = this.statusChanged.event;

  /**
   * @param provider asked at each start.
   * @param folder an empty folder of the extension's own, to start the server in.
   */
  constructor(
    readonly log: vscode.LogOutputChannel,
    private readonly provider: ServerProvider,
    private readonly folder: vscode.Uri,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** The newest index status; undefined while the server does not run. */
  get status(): IndexStatusResult | undefined {
    return this.latest;
  }

  /** What the server wrote last on its standard error, the oldest line first; of the last server, if none runs. */
  get errorOutput(): readonly string[] {
    return this.process?.errors.lines ?? [];
  }

  /** The process id of the running server. */
  get processId(): number | undefined {
    return this.connection === undefined ? undefined : this.process?.child.pid;
  }

  /**
   * Asks the server.
   *
   * @param timeoutMs after which the request is cancelled; default 30 s.
   * @throws vscode.CancellationError when `token` was cancelled, or the server cancelled the request.
   * @throws Error with a message for a person when the server does not run, refuses, or does not answer in time.
   */
  async request<R>(
    method: string,
    params: unknown,
    token?: vscode.CancellationToken,
    timeoutMs: number = TIMEOUT_MS,
  ): Promise<R> {
    const connection = this.connection;
    if (this.current.kind !== "running" || connection === undefined) {
      throw new Error(this.whyNotRunning());
    }
    const source = new vscode.CancellationTokenSource();
    const cancelled = token?.onCancellationRequested(() => {
      source.cancel();
    });
    if (token?.isCancellationRequested === true) {
      source.cancel();
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        source.cancel();
        reject(new Error(`Cotext did not answer within ${timeoutMs / 1000} s (${method}).`));
      }, timeoutMs);
    });
    try {
      return await Promise.race([connection.sendRequest<R>(method, params, source.token), late]);
    } catch (error) {
      throw this.readable(error, method, token);
    } finally {
      clearTimeout(timer);
      cancelled?.dispose();
      source.dispose();
    }
  }

  /** Starts the server unless it runs. Failures are told by `state`, not thrown. */
  start(): Promise<void> {
    return this.afterwards(() => this.open());
  }

  stop(): Promise<void> {
    return this.afterwards(async () => {
      await this.close();
      this.setState({ kind: "stopped" });
    });
  }

  restart(): Promise<void> {
    return this.afterwards(async () => {
      await this.close();
      await this.open();
    });
  }

  dispose(): void {
    void this.stop().finally(() => {
      vscode.Disposable.from(...this.subscriptions).dispose();
    });
  }

  /** Starting and stopping take turns. */
  private afterwards(action: () => Promise<void>): Promise<void> {
    this.changing = this.changing.then(action).catch((error: unknown) => {
      this.log.error(error instanceof Error ? error : String(error));
    });
    return this.changing;
  }

  private async open(): Promise<void> {
    if (this.connection !== undefined) {
      return;
    }
    this.setState({ kind: "starting" });
    try {
      const command = await this.provider();
      this.log.info(`Starting ${command.origin}: ${[command.program, ...command.args].join(" ")}`);
      await vscode.workspace.fs.createDirectory(this.folder);
      const process = await ServerProcess.start(command, this.folder.fsPath, (line) => {
        this.log.info(`[server] ${line}`);
      });
      this.process = process;
      await this.connect(process);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.log.error(message);
      await this.close();
      this.setState({ kind: "failed", message });
    }
  }

  private async connect(process: ServerProcess): Promise<void> {
    const transports = () => Promise.resolve({ reader: process.child.stdout, writer: process.child.stdin });
    const connection = new QuietLanguageClient("cotext", "Cotext", transports, this.options(process));
    connection.onNotification("cotext/indexStatusChanged", (status: IndexStatusResult) => {
      this.takeStatus(status);
    });
    this.connection = connection;
    await connection.start();
    this.setState({ kind: "running" });
    this.takeStatus(await this.request<IndexStatusResult>("cotext/indexStatus", {}));
  }

  private options(process: ServerProcess): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file" }, { scheme: "untitled" }, { scheme: "vscode-notebook-cell" }],
      initializationOptions: initializationOptions(),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          void this.lost(process);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }

  /** The server went without being asked to. */
  private async lost(process: ServerProcess): Promise<void> {
    const reason = await process.exited;
    if (this.process === process && this.current.kind === "running") {
      this.connection = undefined;
      this.latest = undefined;
      this.setState({ kind: "failed", message: `The Cotext server stopped (${reason}).` });
    }
  }

  private async close(): Promise<void> {
    const { connection, process } = this;
    this.connection = undefined;
    this.latest = undefined;
    if (connection?.isRunning() === true) {
      await connection.stop().catch((error: unknown) => {
        this.log.warn(`The server did not stop as asked: ${String(error)}`);
      });
    }
    await process?.end();
  }

  private takeStatus(status: IndexStatusResult): void {
    if (!isIndexStatus(status)) {
      this.log.warn("The server told a status that cannot be read; it is not used.");
      return;
    }
    this.latest = status;
    this.statusChanged.fire(status);
  }

  private setState(state: ServerState): void {
    this.current = state;
    this.stateChanged.fire(state);
  }

  private whyNotRunning(): string {
    const { kind, message } = this.current;
    if (kind === "starting") {
      return message ?? "Cotext is starting.";
    }
    return message ?? "Cotext is not running.";
  }

  private readable(error: unknown, method: string, token: vscode.CancellationToken | undefined): Error {
    const isCancelled = error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled;
    if (isCancelled || token?.isCancellationRequested === true) {
      return new vscode.CancellationError();
    }
    if (this.current.kind !== "running") {
      return new Error(this.whyNotRunning());
    }
    return error instanceof Error ? error : new Error(`${method} failed: ${String(error)}`);
  }
}

/** Whether a status has what every part of the extension reads of it. */
function isIndexStatus(value: unknown): boolean {
  const status = value as Partial<IndexStatusResult> | null;
  const folders: unknown = status?.folders;
  return Array.isArray(folders) && folders.every((folder) => isFolder(folder as Partial<Folder> | null));
}

type Folder = IndexStatusResult["folders"][number];

function isFolder(folder: Partial<Folder> | null): boolean {
  const hasTexts = typeof folder?.folder === "string" && typeof folder.phase === "string";
  const hasCounts = typeof folder?.files?.found === "number" && typeof folder.chunks === "number";
  return hasTexts && hasCounts && typeof folder.skippedReasons === "object";
}
