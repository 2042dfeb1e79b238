import type { Pace } from "./pace.ts";
import { markReferences, type Marks } from "./references.ts";
import type { CheckpointStore } from "./store/store.ts";

/** Objects and rows per transaction. */
const deletedAtOnce = 500;

export interface Collection {
  readonly snapshots: number;
  /** Contents and folders. */
  readonly objects: number;
  /** Remaining size of the store in bytes. */
  readonly usedBytes: number;
}

export interface CollectWork {
  readonly store: CheckpointStore;
  readonly pace: Pace;
  /** Snapshots made since then, in milliseconds since the epoch, stay: their id may not be recorded yet. */
  readonly madeBefore: number;
  readonly maxStoreBytes: number;
}

/**
 * Deletes all snapshots but those to keep, then the oldest of these while the store is too large; then unreferenced
 * content.
 */
export async function collect(work: CollectWork, keep: ReadonlySet<string>): Promise<Collection> {
  const { store, maxStoreBytes } = work;
  const unwanted = idsOf(store)
    .filter(({ id, at }) => !keep.has(id) && at < work.madeBefore)
    .map(({ id }) => id);
  let [snapshots, objects] = [unwanted.length, await drop(work, unwanted)];
  while (store.usedBytes() > maxStoreBytes) {
    const left = idsOf(store);
    const oldest = left.slice(0, Math.min(Math.ceil(left.length / 8), left.length - 1)).map(({ id }) => id);
    if (oldest.length === 0) break; // a single snapshot may be larger than that
    snapshots += oldest.length;
    objects += await drop(work, oldest);
  }
  return { snapshots, objects, usedBytes: store.usedBytes() };
}

/** The oldest first. */
function idsOf(store: CheckpointStore): { readonly id: string; readonly at: number }[] {
  return store.statement("SELECT id, at FROM snapshots ORDER BY at, seq").all() as unknown as {
    id: string;
    at: number;
  }[];
}

async function drop({ store, pace }: CollectWork, ids: readonly string[]): Promise<number> {
  store.write(() => {
    for (const id of ids) store.statement("DELETE FROM snapshots WHERE id = ?").run(id);
    startRound(store);
  });
  const marked = new Set<string>();
  const walked = new Set<string>();
  for (const { id } of idsOf(store)) await markReferences(store, id, { marked, walked, pace });

  const rows = store.statement("SELECT id, tree AS hash FROM folders").all() as unknown as Row[];
  await deleteRows(store, pace, "folders", rows, { marked, walked });
  const objects = store
    .statement("SELECT id, lower(hex(hash)) AS hash FROM objects")
    .all() as unknown as Row[];
  const deleted = await deleteRows(store, pace, "objects", objects, { marked, walked });
  while (store.shrink()) await pace();
  return deleted;
}

interface Row {
  readonly id: number;
  readonly hash: string;
}

async function deleteRows(
  store: CheckpointStore,
  pace: Pace,
  table: "folders" | "objects",
  rows: readonly Row[],
  marks: Marks,
): Promise<number> {
  const dead = rows.filter(({ hash }) => !marks.marked.has(hash));
  let deleted = 0;
  for (let from = 0; from < dead.length; from += deletedAtOnce) {
    const rest = pace();
    if (rest) await rest;
    // Also marks what was captured since; most of its trees are known.
    for (const { id } of idsOf(store)) await markReferences(store, id, { ...marks, pace });
    store.write(() => {
      if (idsOf(store).some(({ id }) => !marks.walked.has(id))) return void (from -= deletedAtOnce);
      startRound(store);
      for (const { id, hash } of dead.slice(from, from + deletedAtOnce)) {
        if (marks.marked.has(hash)) continue;
        store.statement(`DELETE FROM ${table} WHERE id = ?`).run(id);
        deleted++;
      }
    });
  }
  return deleted;
}

/** From now on, captures under way start over. */
function startRound(store: CheckpointStore): void {
  store.statement("UPDATE generation SET number = number + 1").run();
}
