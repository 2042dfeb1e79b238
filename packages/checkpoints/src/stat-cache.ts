import type { BigIntStats } from "node:fs";
import type { CheckpointStore } from "./store/store.ts";

/** Numbers stored per entry: mode, size, mtime and ctime in nanoseconds, inode. */
export const statWidth = 5;
/** Replaces the times of an entry that may have changed right after it was read. */
export const unsure = -1n;

/** Whether a file has the size, times and inode that stand at `at`; its mode may be another. */
export function isWhatWasSeen(now: BigIntStats, stats: BigInt64Array, at: number): boolean {
  return (
    now.mtimeNs === stats[at + 2] &&
    now.size === stats[at + 1] &&
    now.ctimeNs === stats[at + 3] &&
    BigInt.asIntN(64, now.ino) === stats[at + 4]
  );
}

/** A folder as it was when its tree was built. */
export interface CachedFolder {
  /** All names in it, in the order of the file system, ignored or not. */
  readonly listing: string;
  /** Key of the rules in effect. */
  readonly rules: string;
  /** The captured entries, in the order of the tree; `stats` has `statWidth` numbers for each. */
  readonly names: readonly string[];
  readonly stats: BigInt64Array;
  /** Trees of the folders among `names`. */
  readonly children: string;
  readonly tree: string;
  /** Nothing was left out of it. */
  readonly isClean: boolean;
  /** Files and links among `names`, and their bytes. */
  readonly files: number;
  readonly bytes: number;
}

/** The cached folders of one root. Every row is valid on its own, whoever wrote it and when. */
export interface StatCache {
  find(path: string): CachedFolder | undefined;
  save(path: string, folder: CachedFolder): void;
}

const columns = "listing, rules, names, stats, children, tree, clean, files, bytes";

export function statCache(store: CheckpointStore, root: string): StatCache {
  const find = store.statement(`SELECT ${columns} FROM folders WHERE root = ? AND path = ?`);
  const save = store.statement(
    `INSERT OR REPLACE INTO folders(root, path, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  let number: number | undefined;
  const rootNumber = (): number => (number ??= numberOf(store, root));
  return {
    find(path) {
      const row = find.get(rootNumber(), path) as unknown as Row | undefined;
      return row && fromRow(row);
    },
    save(path, { listing, rules, names, stats, children, tree, isClean, files, bytes }) {
      const numbers = new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength);
      const head = [rootNumber(), path, listing, rules, names.join("/"), numbers] as const;
      save.run(...head, children, tree, isClean ? 1 : 0, files, bytes);
    },
  };
}

interface Row extends Omit<CachedFolder, "names" | "stats" | "isClean"> {
  readonly names: string;
  readonly stats: Uint8Array;
  readonly clean: number;
}

function fromRow({ names, stats, clean, ...row }: Row): CachedFolder {
  const aligned = stats.byteOffset % 8 === 0 ? stats : Uint8Array.from(stats);
  return {
    ...row,
    names: names === "" ? [] : names.split("/"),
    stats: new BigInt64Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.byteLength / 8)),
    isClean: clean === 1,
  };
}

function numberOf(store: CheckpointStore, root: string): number {
  const find = store.statement("SELECT id FROM roots WHERE path = ?");
  const found = find.get(root);
  if (found) return Number(found["id"]);
  store.write(() => store.statement("INSERT OR IGNORE INTO roots(path) VALUES (?)").run(root));
  return Number(find.get(root)?.["id"]);
}
