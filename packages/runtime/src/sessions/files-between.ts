import { isUtf8 } from "node:buffer";
import { resolve } from "node:path";
import type { FileCheckpoints } from "@skein/checkpoints";
import { SessionError, type Entry, type EntryOf } from "@skein/protocol";
import { readAll, type SessionStore } from "@skein/sessions";
import { changeOf, isFileOfProject, type FileDifference } from "./changed-files.ts";
import { diffsOf, type FileDiff } from "./session-diff.ts";

/** Two points of a session: entries, after which the files are meant. */
export interface SessionStretch {
  /** Default: the beginning. */
  readonly from?: number | undefined;
  /** Default: the last entry. */
  readonly to?: number | undefined;
}

/** How files differ between two points of a session, whoever changed them, as far as checkpoints were made. */
export async function filesBetween(
  store: SessionStore,
  checkpoints: () => Promise<FileCheckpoints>,
  session: string,
  { from = 0, to = Infinity }: SessionStretch,
): Promise<readonly FileDiff[]> {
  const kept = await checkpointsIn(store, session);
  if (kept.length === 0) return [];
  const snapshots = await checkpoints();
  const found: FileDifference[] = [];
  for (const [root, all] of Map.groupBy(kept, (one) => one.root))
    found.push(...differencesBetween(snapshots, root, stateAt(all, from), stateAt(all, to)));
  return diffsOf(found, snapshots);
}

/**
 * The text of a file at a point of a session. Rejects with `SessionError` `not-found` for a file that did not change in the
 * session, was not there then, or is no text.
 *
 * @param path - absolute. @param at - an entry, after which it is meant.
 */
export async function fileAt(
  store: SessionStore,
  checkpoints: () => Promise<FileCheckpoints>,
  session: string,
  { path, at }: { readonly path: string; readonly at: number },
): Promise<string> {
  const kept = await checkpointsIn(store, session);
  const snapshots = await checkpoints();
  for (const [root, all] of Map.groupBy(kept, (one) => one.root)) {
    const then = stateAt(all, at);
    const [first, last] = [stateAt(all, 0), stateAt(all, Infinity)];
    const ofPath = (one: FileDifference) => one.path === path;
    const entry =
      differencesBetween(snapshots, root, first, then).find(ofPath)?.difference.after ??
      differencesBetween(snapshots, root, then, last).find(ofPath)?.difference.before;
    if (entry?.type !== "file") continue;
    const bytes = snapshots.content(entry.hash);
    if (isUtf8(bytes) && !bytes.includes(0)) return Buffer.from(bytes).toString();
    throw new SessionError("not-found", `${path} is not text.`);
  }
  throw new SessionError(
    "not-found",
    `No checkpoint of the session has a change of ${path} with its text then.`,
  );
}

async function checkpointsIn(
  store: SessionStore,
  session: string,
): Promise<readonly EntryOf<"checkpoint">[]> {
  const entries: readonly Entry[] = await readAll(store, session);
  return entries.filter((entry) => entry.kind === "checkpoint");
}

/** Files change only behind a checkpoint, so the next one has the state of an entry. */
function stateAt(kept: readonly EntryOf<"checkpoint">[], seq: number): string {
  return (kept.find((one) => one.seq > seq) ?? kept.at(-1))?.snapshot ?? "";
}

function differencesBetween(
  snapshots: FileCheckpoints,
  root: string,
  before: string,
  after: string,
): readonly FileDifference[] {
  if (before === after || !snapshots.snapshot(before) || !snapshots.snapshot(after)) return [];
  return snapshots
    .diff(before, after)
    .filter(isFileOfProject)
    .map((difference) => ({
      path: resolve(root, difference.path),
      change: changeOf(difference.before, difference.after),
      root,
      difference,
    }));
}
