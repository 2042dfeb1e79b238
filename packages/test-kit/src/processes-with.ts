import { readdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/**
 * Ids of the processes, other than this one, that have the marker in their arguments or their environment. Zombies
 * have neither and do not count. Linux only; elsewhere it throws, so that no test passes by not looking.
 */
export async function processesWith(marker: string): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(ids.map(async (id) => ((await isMarked(id, marker)) ? [id] : [])));
  return marked.flat().filter((id) => id !== process.pid);
}

async function isMarked(id: number, marker: string): Promise<boolean> {
  for (const file of ["cmdline", "environ"]) {
    // Gone in between, or somebody else's.
    const content = await readFile(`/proc/${id}/${file}`, "latin1").catch(() => "");
    if (content.includes(marker)) return true;
  }
  return false;
}

/** Waits until exactly `count` processes have the marker. Without a limit: the time-out of the test ends it. */
export async function waitForProcesses(marker: string, count: number): Promise<void> {
  while ((await processesWith(marker)).length !== count) await setTimeout(20);
}
