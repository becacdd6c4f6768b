import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";

const running = new Set<number>();

/** A program that is ended with all it has started, also when the tests are interrupted. */
export class ProcessGroup {
  private constructor(private readonly child: ChildProcess) {}

  /** @param logFile takes what the program writes. */
  static start(program: string, args: string[], env: NodeJS.ProcessEnv, logFile: string): ProcessGroup {
    const child = spawn(program, args, { detached: true, env, stdio: ["ignore", "pipe", "pipe"] });
    const log = createWriteStream(logFile);
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    if (child.pid !== undefined) {
      running.add(child.pid);
    }
    return new ProcessGroup(child);
  }

  get exitCode(): number | null {
    return this.child.exitCode;
  }

  async end(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined || !running.delete(pid)) {
      return;
    }
    const exited = new Promise((resolve) => this.child.once("exit", resolve));
    signalGroup(pid, "SIGTERM");
    const timer = setTimeout(() => {
      signalGroup(pid, "SIGKILL");
    }, 5000);
    if (this.child.exitCode === null) {
      await exited;
    }
    clearTimeout(timer);
    signalGroup(pid, "SIGKILL");
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of the group have gone.
  }
}

process.once("exit", () => {
  for (const pid of running) {
    signalGroup(pid, "SIGKILL");
  }
});
for (const signal of ["SIGINT", "SIGTERM", "SIGPIPE", "SIGHUP"] as const) {
  process.once(signal, () => {
    process.exit(1);
  });
}
