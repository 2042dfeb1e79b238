import { resolve } from "node:path";
import type { Checkpoints } from "@skein/checkpoints";
import type { EntryOf } from "@skein/protocol";
import type { SessionStore } from "@skein/sessions";
import { mayChangeFiles } from "../checkpoints/before-calls.ts";

/** A file that was changed during a run. */
export interface ChangedFile {
  /** Absolute. */
  readonly path: string;
  readonly change: "created" | "rewritten" | "removed";
}

/** A checkpoint exists even for reading git commands that might have started a program. */
const anywhere = { cwd: "/", isPlainRepository: () => true };

/**
 * Files in the working folder, and files that calls named, that differ between the start and the end of a
 * run, whoever changed them. Ignored files are left out.
 *
 * @returns `undefined` when unknown: without checkpoints, or without one of the whole folder.
 */
export async function changedFiles(
  store: SessionStore,
  checkpoints: () => Promise<Checkpoints>,
  { session, run }: { readonly session: string; readonly run: string },
): Promise<readonly ChangedFile[] | undefined> {
  const kept: EntryOf<"checkpoint">[] = [];
  const changing: EntryOf<"tool-intent">[] = [];
  let isKnown = false;
  for await (const entry of store.read(session)) {
    isKnown = true;
    if (entry.run !== run) continue;
    if (entry.kind === "checkpoint") kept.push(entry);
    if (entry.kind === "tool-intent" && (await mayChangeFiles(entry, anywhere))) changing.push(entry);
  }
  if (!isKnown) return undefined; // the session was in memory only
  const unkept = changing.some(({ callId }) => !kept.some((one) => one.callId === callId));
  if (unkept) return undefined;
  if (changing.length === 0 && kept.length === 0) return [];
  const snapshots = await checkpoints();
  if (kept.some((one) => snapshots.snapshot(one.snapshot)?.scope !== "tree")) return undefined;
  const folders = [...Map.groupBy(kept, ({ root }) => root)].map(([root, all]) => ({
    root,
    before: all[0],
    after: all.findLast(({ closes }) => closes === true),
  }));
  const found: ChangedFile[] = [];
  for (const { root, before, after } of folders) {
    if (!before || !after) return undefined;
    for (const one of snapshots.diff(before.snapshot, after.snapshot)) {
      if (one.ignored || one.watched || (one.after ?? one.before)?.type === "folder") continue;
      const change = one.before === undefined ? "created" : one.after === undefined ? "removed" : "rewritten";
      found.push({ path: resolve(root, one.path), change });
    }
  }
  return found;
}
