import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { ErrorOutput } from "./errorOutput";

/** What to start. */
export interface ServerCommand {
  program: string;
  args: string[];
  /** Where it comes from, for a person. */
  origin: string;
}

/** How long a server that was asked to leave may take before it is ended. */
const PATIENCE_MS = 2000;

/** A running server process, and what it wrote on its standard error. */
export class ServerProcess {
  readonly exited: Promise<string>;
  private hasExited = false;

  private constructor(
    readonly child: ChildProcessWithoutNullStreams,
    readonly errors: ErrorOutput,
  ) {
    this.exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.hasExited = true;
        resolve(signal === null ? `exit status ${code ?? "unknown"}` : `ended by ${signal}`);
      });
    });
  }

  /**
   * Starts the server.
   *
   * @param folder a folder that holds nothing that could be taken for a program or a Python module: Windows looks for
   *   programs there first.
   * @throws Error when the program cannot be started; its message says why.
   */
  static async start(command: ServerCommand, folder: string, onLine: (line: string) => void): Promise<ServerProcess> {
    const child = spawn(command.program, command.args, { cwd: folder, stdio: "pipe", windowsHide: true });
    const errors = new ErrorOutput(onLine);
    errors.follow(child.stderr);
    const process = new ServerProcess(child, errors);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        reject(new Error(`${command.program} cannot be started: ${error.message}`, { cause: error }));
      });
    });
    // Without a listener, an error on a pipe whose other end has gone would end the extension host's process.
    child.on("error", () => undefined);
    child.stdin.on("error", () => undefined);
    return process;
  }

  /** Waits a little for the process to leave, then ends it. */
  async end(): Promise<void> {
    if (this.hasExited) {
      return;
    }
    const timer = setTimeout(() => this.child.kill("SIGKILL"), PATIENCE_MS);
    await this.exited;
    clearTimeout(timer);
  }
}
