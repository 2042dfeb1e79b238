import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Child {
  /** Lines of its standard output so far. */
  readonly lines: string[];
  /** Waits until there are so many lines; rejects when it ends before. */
  said(count: number): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a script with the Node that runs the tests. It does not outlive the test. */
export function startChild(script: URL, args: readonly string[]): Child {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on("line", (line) => lines.push(line));
  const ended = Promise.all([once(child, "exit"), once(output, "close")]);
  return {
    lines,
    async said(count) {
      while (lines.length < count) {
        const over = await Promise.race([once(output, "line").then(() => false), ended.then(() => true)]);
        if (over && lines.length < count) throw new Error("The child ended early.");
      }
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
