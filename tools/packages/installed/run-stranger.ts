import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runIn } from "../run-in.ts";

/** Runs a program in a project with the pinned Node, an empty home, and no variable that could hold a key. */
export async function runStranger(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const folder = mkdtempSync(join(tmpdir(), "skein-"));
  const [home, temporary] = [join(folder, "home"), join(folder, "tmp")];
  for (const path of [home, temporary]) mkdirSync(path);
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    NO_COLOR: "1",
  };
  try {
    return await runIn({ cwd, env }, process.execPath, ...args);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
