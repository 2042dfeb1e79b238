import { innerLists } from "./capture/ignored-list.ts";
import { layersOf } from "./layers.ts";
import { readTree, scrubbedPacking, unpack } from "./store/objects.ts";
import type { Pace } from "./pace.ts";
import { readSnapshot } from "./store/snapshots.ts";
import { locked } from "./store/store-errors.ts";
import type { CheckpointStore } from "./store/store.ts";

/** What was removed from a store. */
export interface ScrubbedStore {
  /** Contents of files: restoring now reports these files as blocked. */
  readonly contents: number;
  /** Snapshots that were deleted because a name or a rule in them matched. */
  readonly snapshots: number;
}

interface ScrubWork {
  readonly store: CheckpointStore;
  readonly pace: Pace;
  /** Whether bytes contain what must be removed. */
  readonly holds: (bytes: Uint8Array) => boolean;
}

interface Row {
  readonly id: number;
  readonly hash: string;
  readonly packing: number;
  readonly bytes: Uint8Array;
}

/**
 * Removes contents from all snapshots. Their hashes stay, so everything else can still be restored. The next capture
 * reads all files again, so that what still has the same content is captured again.
 */
export async function scrubStore(work: ScrubWork): Promise<ScrubbedStore> {
  const { store } = work;
  const found = new Set<string>();
  let scanned = 0;
  let result: ScrubbedStore | undefined;
  while (result === undefined) {
    scanned = await scanObjects(work, scanned, found);
    const unwanted = await unwantedSnapshots(work, found);
    result = store.write(() => {
      // Something was captured meanwhile: that is scrubbed first.
      if (lastId(store) > scanned) return undefined;
      for (const id of unwanted) store.statement("DELETE FROM snapshots WHERE id = ?").run(id);
      const empty = store.statement(
        "UPDATE objects SET packing = ?, bytes = x'', size = 0 WHERE lower(hex(hash)) = ?",
      );
      if (found.size > 0) for (const hash of found) empty.run(scrubbedPacking, hash);
      if (found.size + unwanted.length > 0 || isCacheUnwanted(work)) {
        store.statement("DELETE FROM folders").run();
        store.statement("DELETE FROM roots").run();
        store.statement("UPDATE generation SET number = number + 1").run();
      }
      return { contents: found.size, snapshots: unwanted.length };
    });
  }
  // Also when nothing was found: erasing after an earlier scrub may have been interrupted.
  if (!store.erase(result.contents + result.snapshots > 0)) throw locked(store.folder);
  return result;
}

function lastId(store: CheckpointStore): number {
  return Number(store.statement("SELECT coalesce(max(id), 0) AS id FROM objects").get()?.["id"]);
}

/** @returns the last one that was checked. */
async function scanObjects(
  { store, pace, holds }: ScrubWork,
  from: number,
  found: Set<string>,
): Promise<number> {
  const next = store.statement(
    "SELECT id, lower(hex(hash)) AS hash, packing, bytes FROM objects WHERE id > ? ORDER BY id LIMIT 1",
  );
  for (let last = from; ;) {
    const rest = pace();
    if (rest) await rest;
    const row = next.get(last) as unknown as Row | undefined;
    if (!row) return last;
    last = row.id;
    const bytes = row.packing === scrubbedPacking ? undefined : unpack(row);
    if (!bytes) continue;
    for (const layer of layersOf(bytes)) {
      if (!holds(layer)) continue;
      found.add(row.hash);
      break;
    }
  }
}

async function unwantedSnapshots(
  { store, pace, holds }: ScrubWork,
  found: ReadonlySet<string>,
): Promise<readonly string[]> {
  const known = new Map<string, boolean>();
  /** Whether the names or rules of a folder, or of a folder in it, matched. */
  async function isUnwanted(tree: string): Promise<boolean> {
    const before = known.get(tree);
    if (before !== undefined) return before;
    const rest = pace();
    if (rest) await rest;
    let is = found.has(tree);
    if (!is) {
      const { rules, entries } = readTree(store, tree);
      is = rules !== undefined && found.has(rules);
      for (const { type, hash } of entries) if (!is && type === "folder") is = await isUnwanted(hash);
    }
    known.set(tree, is);
    return is;
  }
  /** The same for lists of ignored files. */
  function isListUnwanted(list: string): boolean {
    const is = known.get(list) ?? (found.has(list) || innerLists(store, list).some(isListUnwanted));
    known.set(list, is);
    return is;
  }
  const unwanted: string[] = [];
  for (const { id, body: text } of store.statement("SELECT id, body FROM snapshots").all() as unknown as {
    readonly id: string;
    readonly body: string;
  }[]) {
    const body = readSnapshot(store, id);
    if (!body) continue;
    const folders = body.named.flatMap(({ entry }) => (entry?.type === "folder" ? [entry.hash] : []));
    const trees = body.tree === null ? folders : [body.tree, ...folders];
    let is = holds(Buffer.from(text));
    if (!is && body.ignored !== undefined) is = isListUnwanted(body.ignored);
    for (const tree of trees) if (!is) is = await isUnwanted(tree);
    if (is) unwanted.push(id);
  }
  return unwanted;
}

/** The cache has names too, including names that no snapshot contains. */
function isCacheUnwanted({ store, holds }: ScrubWork): boolean {
  const rows = store
    .statement("SELECT path || char(10) || listing || char(10) || names AS text FROM folders")
    .all();
  const roots = store.statement("SELECT path AS text FROM roots").all();
  return [...rows, ...roots].some(({ text }) => holds(Buffer.from(String(text))));
}
