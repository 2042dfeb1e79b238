import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Child {
  readonly process: ChildProcess;
  /** Lines of its standard output so far. */
  readonly lines: string[];
  /** Resolves with the n-th line, from 1; rejects when it ends before. */
  line(count: number): Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

/** Starts a script with the Node that runs the tests. It does not outlive the test. */
export function startChild(script: URL, args: readonly string[], options: SpawnOptions = {}): Child {
  return startCommand(process.execPath, [fileURLToPath(script), ...args], options);
}

export function startCommand(command: string, args: readonly string[], options: SpawnOptions = {}): Child {
  const child = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const output = createInterface({ input: child.stdout });
  output.on("line", (line) => lines.push(line));
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.on("exit", resolve)),
    new Promise<void>((resolve) => output.on("close", resolve)),
  ]).then(([code]) => ({ code, errors }));

  return {
    process: child,
    lines,
    ended,
    async line(count) {
      while (lines.length < count) {
        const next = new Promise<void>((resolve) => output.once("line", () => resolve()));
        const over = await Promise.race([next.then(() => false), ended.then(() => true)]);
        if (over && lines.length < count) throw new Error(`The child ended early. ${errors}`);
      }
      return lines[count - 1]!;
    },
  };
}
