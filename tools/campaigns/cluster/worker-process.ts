import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** What a worker says of a run. */
export interface Said {
  readonly worker: number;
  readonly session: string;
  /** `begun`, `given back`, or an outcome. */
  readonly what: string;
  /** 0 unless it has begun. */
  readonly attempt: number;
  readonly at: number;
}

export interface WorkerProcess {
  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void;
  /** Whether it has ended without having been told to. */
  hasCrashed(): boolean;
  /** What it said that is not about a run. */
  readonly complaints: readonly string[];
  /** By its own shutdown; by force after ten seconds. */
  end(): Promise<void>;
  readonly ended: Promise<unknown>;
}

export interface WorkerStart {
  readonly worker: number;
  readonly program: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onSaid: (said: Said) => void;
}

const graceMs = 10_000;

export function startWorker({ worker, program, home, env, onSaid }: WorkerStart): WorkerProcess {
  const child = spawn(process.execPath, [program, "worker", "--at-once", "2"], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const complaints: string[] = [];
  let isTold = false;
  createInterface({ input: child.stderr }).on("line", (line) => {
    const said = /(chaos-\d+): (begun|given back|[a-z-]+)(?:, attempt (\d+))?$/.exec(line);
    if (!said) return void complaints.push(line);
    const [, session = "", what = "", attempt] = said;
    onSaid({
      worker,
      session,
      what,
      at: performance.now(),
      attempt: what === "begun" ? Number(attempt ?? 1) : 0,
    });
  });
  return {
    complaints,
    ended,
    signal(name) {
      if (name === "SIGKILL") isTold = true;
      child.kill(name);
    },
    hasCrashed: () => !isTold && (child.exitCode !== null || child.signalCode !== null),
    async end() {
      isTold = true;
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), graceMs);
      if (child.exitCode === null && child.signalCode === null) await ended;
      clearTimeout(force);
    },
  };
}
