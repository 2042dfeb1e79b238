import { execFile } from "node:child_process";

/** Runs a command to its end, five minutes at most; gives all that it printed. Without `env` it gets ours. */
export function runIn(
  place: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
  command: string,
  ...args: readonly string[]
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const options = {
    ...place,
    shell: process.platform === "win32",
    timeout: 300_000,
    maxBuffer: 64 * 2 ** 20,
  };
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}${error === null ? "" : error.message}` });
    });
  });
}
