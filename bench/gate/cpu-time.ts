import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { node } from "../measure.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const file = join(temporaryFolder(), "cpu");
const preload = join(import.meta.dirname, "tell-cpu.cjs");

/**
 * The processor time of a program of Node from its start to its end, all its threads, in milliseconds; not of its commands.
 * It hardly depends on what else the machine does.
 */
export async function cpuTime(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(node, ["--require", preload, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env, CPU_FILE: file },
    stdio: "ignore",
  });
  const [exitCode] = (await once(child, "exit")) as [number | null];
  if (exitCode !== 0)
    throw new Error(`node ${args.join(" ")} ended with ${exitCode}: nothing can be compared.`);
  return Number(readFileSync(file, "utf8"));
}
