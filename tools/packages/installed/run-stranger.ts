import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runIn } from "../run-in.ts";

/** Runs a program in a project with the pinned Node, an empty home, and no variable that could hold a key. */
export async function runStranger(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const home = mkdtempSync(join(tmpdir(), "skein-home-"));
  const env = { PATH: process.env["PATH"], HOME: home, USERPROFILE: home, NO_COLOR: "1" };
  return await runIn({ cwd, env }, process.execPath, ...args);
}
