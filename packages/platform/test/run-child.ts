import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a script to its end. @returns what it printed. */
export async function runChild(script: URL, args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [fileURLToPath(script), ...args], { timeout: 15_000 });
  return stdout.trim();
}
