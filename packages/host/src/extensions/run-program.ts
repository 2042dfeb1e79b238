import { execFile } from "node:child_process";
import type { Machine } from "../machine.ts";

const [mostMs, mostBytes] = [15_000, 1_048_576] as const;

/** Runs a program of this machine for what it prints. Rejects when it is missing, fails, or takes more than 15 s. */
export function runProgram(env: Machine["env"]) {
  return (command: string, args: readonly string[], input: string): Promise<{ readonly stdout: string }> =>
    new Promise((resolve, reject) => {
      const options = { env, timeout: mostMs, maxBuffer: mostBytes };
      const child = execFile(command, args, options, (error, stdout) =>
        error ? reject(error) : resolve({ stdout }),
      );
      child.stdin?.on("error", () => undefined).end(input);
    });
}
