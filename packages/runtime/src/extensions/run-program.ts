import { execFile } from "node:child_process";
import { inheritedVariables } from "@skein/platform/variables";

const mostBytes = 1_048_576;

/** Runs a program of this machine for what it prints. Rejects when it is missing, fails, or takes longer. */
export function runProgram(env: Readonly<Record<string, string | undefined>>, mostMs: number) {
  return (command: string, args: readonly string[], input: string): Promise<{ readonly stdout: string }> =>
    new Promise((resolve, reject) => {
      const options = { env: inheritedVariables("user", env), timeout: mostMs, maxBuffer: mostBytes };
      const child = execFile(command, args, options, (error, stdout) =>
        error ? reject(error.killed ? tooLong(command, mostMs) : error) : resolve({ stdout }),
      );
      child.stdin?.on("error", () => undefined).end(input);
    });
}

function tooLong(command: string, mostMs: number): Error {
  return new Error(`${command} has not ended within ${mostMs / 1000} s, so it was ended.`);
}
