import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { promisify } from "node:util";
import { inheritedVariables } from "@skein/platform/variables";

/** Whether there is a process on this machine whose command line has all of these words in it. */
export async function hasProcessNaming(words: readonly string[]): Promise<boolean> {
  const lines = platform() === "linux" ? await linesOnLinux() : await linesOfPs();
  return lines.some((line) => words.every((word) => line.includes(word)));
}

async function linesOnLinux(): Promise<readonly string[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(numbers.map((number) => readFile(`/proc/${number}/cmdline`, "utf8").catch(() => "")));
}

async function linesOfPs(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axww", "-o", "args="], {
    env: inheritedVariables("program"),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split("\n");
}
