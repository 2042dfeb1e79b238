import { copyFileSync, existsSync, readdirSync, readlinkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** How commands are started: `docs/decisions/0048-a-launcher-for-commands.md`. */
export type LauncherChoice = "native" | "wrapper";

const built = fileURLToPath(
  new URL("../../../packages/launcher/bin/linux-x64/skein-launcher", import.meta.url),
);

/** `native` where it has been built. */
export function usableLauncher(): LauncherChoice {
  return existsSync(built) ? "native" : "wrapper";
}

/** The launcher of one life is a copy: by it the processes are known that come of it, they carry no other sign. */
export function copyOfLauncher(choice: LauncherChoice, folder: string): string | undefined {
  if (choice === "wrapper") return undefined;
  const copy = join(folder, "launcher");
  copyFileSync(built, copy);
  return copy;
}

/** Ids of the launcher and of what watches its commands. */
export function processesOf(copy: string | undefined): readonly number[] {
  if (copy === undefined) return [];
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readlinkSync(`/proc/${name}/exe`) === copy ? [Number(name)] : [];
    } catch {
      return []; // gone, or somebody else's
    }
  });
}

/** @returns whether there was a launcher to kill. */
export function killLauncher(copy: string | undefined): boolean {
  const [launcher] = processesOf(copy).filter((id) => isLauncher(id));
  return launcher !== undefined && killAtOnce(launcher);
}

function isLauncher(id: number): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "latin1").startsWith("skein-launcher\0");
  } catch {
    return false;
  }
}

/** @returns false: it had ended in this very moment. */
export function killAtOnce(id: number): boolean {
  try {
    process.kill(id, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}
