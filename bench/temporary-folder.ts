import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

let root: string | undefined;

/** A new folder. It goes with the process that measures, also when that fails or is interrupted. */
export function temporaryFolder(): string {
  root ??= makeRoot();
  return mkdtempSync(join(root, "-"));
}

function makeRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), "skein-bench-"));
  process.on("exit", () => {
    if (process.platform === "linux") endProcessesWith(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  return folder;
}

/** What has its home there and still runs would make the folder again. */
function endProcessesWith(folder: string): void {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const isOurs = readFileSync(`/proc/${id}/environ`, "latin1").includes(`=${folder}/`);
      if (isOurs) process.kill(Number(id), "SIGKILL");
    } catch {} // it has ended, or is another user's
}
