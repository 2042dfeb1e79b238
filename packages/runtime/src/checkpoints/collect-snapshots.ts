import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileCheckpoints, Collection } from "@skein/checkpoints";
import { SkeinError } from "@skein/protocol";
import type { SessionStore } from "@skein/sessions";

const weekMs = 7 * 24 * 3_600_000;

/** Deletes the snapshots that no session refers to any more. */
export async function collectSnapshots(
  store: SessionStore,
  checkpoints: FileCheckpoints,
): Promise<Collection> {
  const keep = new Set<string>();
  for (const { session } of await store.list()) {
    for (const snapshot of await snapshotsOf(store, session)) keep.add(snapshot);
  }
  return checkpoints.collect(keep);
}

/** Runs `collect` if it has not run for a week. @param folder - of the checkpoints. */
export async function collectWeekly(folder: string, collect: () => Promise<unknown>): Promise<void> {
  const mark = join(folder, "collected");
  const last = await stat(mark).catch(() => undefined);
  if (last && Date.now() - last.mtimeMs < weekMs) return;
  await writeFile(mark, "", { mode: 0o600 });
  if (last) await collect();
}

/** Reads a damaged session as far as possible. */
async function snapshotsOf(store: SessionStore, session: string): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    for await (const entry of store.read(session, 1, ["checkpoint"])) {
      if (entry.kind === "checkpoint") found.push(entry.snapshot);
    }
  } catch (error) {
    if (!SkeinError.is(error)) throw error;
  }
  return found;
}
