import { resolve } from "node:path";
import type { FileCheckpoints, SnapshotDifference } from "@skein/checkpoints";
import type { Entry, EntryOf } from "@skein/protocol";
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

/** With what was there before and after. */
export interface FileDifference extends ChangedFile {
  /** The folder whose snapshots were compared. */
  readonly root: string;
  readonly difference: SnapshotDifference;
}

/**
 * Files in the working folder, and files that calls named, that differ between the start and the end of a
 * run, whoever changed them. Ignored files are left out.
 *
 * @returns `undefined` when unknown: without checkpoints, or without one of the whole folder.
 */
export async function changedFiles(
  store: SessionStore,
  checkpoints: () => Promise<FileCheckpoints>,
  { session, run }: { readonly session: string; readonly run: string },
): Promise<readonly ChangedFile[] | undefined> {
  const entries: Entry[] = [];
  for await (const entry of store.read(session)) entries.push(entry);
  if (entries.length === 0) return undefined; // the session was in memory only
  const found = await differencesOfRun(entries, run, checkpoints);
  return found?.map(({ path, change }) => ({ path, change }));
}

/** The same with what was there before and after. */
export async function differencesOfRun(
  entries: readonly Entry[],
  run: string,
  checkpoints: () => Promise<FileCheckpoints>,
): Promise<readonly FileDifference[] | undefined> {
  const kept: EntryOf<"checkpoint">[] = [];
  const changing: EntryOf<"tool-intent">[] = [];
  for (const entry of entries) {
    if (entry.run !== run) continue;
    if (entry.kind === "checkpoint") kept.push(entry);
    if (entry.kind === "tool-intent" && (await mayChangeFiles(entry, anywhere))) changing.push(entry);
  }
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
  const found: FileDifference[] = [];
  for (const { root, before, after } of folders) {
    if (!before || !after) return undefined;
    for (const difference of snapshots.diff(before.snapshot, after.snapshot).filter(isFileOfProject)) {
      const { before: old, after: now } = difference;
      found.push({ path: resolve(root, difference.path), change: changeOf(old, now), root, difference });
    }
  }
  return found;
}

/** Not a folder, and nothing that ignore files leave out. */
export function isFileOfProject({ before, after, ignored, watched }: SnapshotDifference): boolean {
  return !ignored && !watched && (after ?? before)?.type !== "folder";
}

/** Of what cannot be captured, neither before nor after, it is known only that it has changed. */
export function changeOf(
  before: SnapshotDifference["before"],
  after: SnapshotDifference["after"],
): ChangedFile["change"] {
  if (!before === !after) return "rewritten";
  return before ? "removed" : "created";
}
