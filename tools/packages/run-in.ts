import { execFile } from "node:child_process";

interface RunPlace {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** 0: no limit. */
  readonly longestMs?: number;
}

/** Runs a command to its end, five minutes at most by default; gives all that it printed. Without `env` it gets ours. */
export function runIn(
  { longestMs = 300_000, ...place }: RunPlace,
  command: string,
  ...args: readonly string[]
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const options = {
    ...place,
    shell: process.platform === "win32",
    timeout: longestMs,
    maxBuffer: 64 * 2 ** 20,
  };
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({
        ok: error === null,
        output: `${stdout}${stderr}${error === null ? "" : `${error.message}${error.killed === true ? ` (killed after ${longestMs} ms)` : ""}`}`,
      });
    });
  });
}
