import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Child {
  readonly pid: number;
  /** Resolves with the first line that begins so; rejects when the child ends without one. */
  line(begin: string): Promise<string>;
  say(line: string): void;
  /** Ends its standard input and waits for its end. @returns its exit code. */
  finish(): Promise<number | null>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a script with the Node that runs the tests. It does not outlive the test. */
export function startChild(script: URL, ...args: readonly string[]): Child {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on("line", (line) => lines.push(line));
  const exited = once(child, "exit");
  const closed = once(output, "close");
  return {
    pid: child.pid ?? 0,
    async line(begin) {
      for (;;) {
        const found = lines.find((line) => line.startsWith(begin));
        if (found !== undefined) return found;
        const isOver = await Promise.race([once(output, "line").then(() => false), closed.then(() => true)]);
        if (isOver && !lines.some((line) => line.startsWith(begin)))
          throw new Error(`The child ended without "${begin}".\n${lines.join("\n")}\n${errors}`);
      }
    },
    say: (line) => void child.stdin.write(`${line}\n`),
    async finish() {
      child.stdin.end();
      await exited;
      return child.exitCode;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
