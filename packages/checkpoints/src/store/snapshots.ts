import type { FileEntry, ExcludedPath } from "../entries.ts";
import { hashOf } from "./hash.ts";
import type { OuterRules } from "../capture/ignore-rules.ts";
import { damaged } from "./store-errors.ts";
import type { CheckpointStore } from "./store.ts";

/** A path that a call named and that the scan of the tree does not reach. */
export interface NamedEntry {
  /** Relative to the root if inside it, otherwise absolute. */
  readonly path: string;
  /** `null`: nothing was there. */
  readonly entry: FileEntry | null;
  /** The topmost parent folder that did not exist either. */
  readonly missingFrom?: string;
  /** It belongs to git: its refs, its index, and small object stores. */
  readonly isGits?: true;
}

/** The stored form of a snapshot; its id is the hash of this, so the same state has the same id. */
export interface SnapshotBody {
  /** The tree of the root; `null` when only named paths were captured. */
  readonly tree: string | null;
  /** Why there is no tree. */
  readonly reason?: string;
  readonly outer: readonly OuterRules[];
  /** Hash of the list of ignored files: no contents, only enough to detect changes later. Absent without a tree. */
  readonly ignored?: string;
  /** Watched paths, absolute, with their state: see `fingerprint`. */
  readonly watched?: Readonly<Record<string, string>>;
  readonly named: readonly NamedEntry[];
  readonly files: number;
  readonly bytes: number;
  readonly leftOut: readonly ExcludedPath[];
}

/** Content was deleted since `generation` was read, so what the snapshot refers to may be gone. */
export class Collected extends Error {}

/** Throws `Collected`. */
export function saveSnapshot(
  store: CheckpointStore,
  body: SnapshotBody,
  generation: number,
  now: number,
): string {
  const text = JSON.stringify(body);
  const id = hashOf(text);
  store.write(() => {
    if (store.generation() !== generation) throw new Collected();
    const has = store.statement("UPDATE snapshots SET at = ? WHERE id = ?").run(now, id).changes > 0;
    if (!has) store.statement("INSERT INTO snapshots(id, at, body) VALUES (?, ?, ?)").run(id, now, text);
  }, true);
  return id;
}

/** @returns `undefined` when it does not exist or was deleted. */
export function readSnapshot(store: CheckpointStore, id: string): SnapshotBody | undefined {
  const text = store.statement("SELECT body FROM snapshots WHERE id = ?").get(id)?.["body"];
  if (text === undefined) return undefined;
  if (typeof text !== "string" || hashOf(text) !== id)
    throw damaged(store.folder, `the snapshot ${id} is invalid`);
  return JSON.parse(text) as SnapshotBody;
}
