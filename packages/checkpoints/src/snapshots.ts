import type { Entry, LeftOut } from "./entries.ts";
import { hashOf } from "./hash.ts";
import type { OuterRules } from "./ignore-rules.ts";
import { damaged } from "./store-errors.ts";
import type { Store } from "./store.ts";

/** A path that a call named and that the walk through the tree does not reach. */
export interface NamedEntry {
  /** Relative to the root where it lies within it, else absolute. */
  readonly path: string;
  /** `null`: nothing was there. */
  readonly entry: Entry | null;
  /** The topmost folder on the way that was not there either. */
  readonly missingFrom?: string;
  /** It belongs to git: its refs, its index, and what it stored as far as that is small. */
  readonly isGits?: true;
}

/** What is stored of a snapshot; its id is the hash of this, so the same state has the same id. */
export interface SnapshotBody {
  /** The tree of the root; `null` when only what was named was captured. */
  readonly tree: string | null;
  /** Why there is no tree. */
  readonly reason?: string;
  readonly outer: readonly OuterRules[];
  /** Hash of the list of what is ignored: without contents, to tell later what became of it. Missing without a tree. */
  readonly ignored?: string;
  /** What is only watched, by absolute paths: how it was, see `fingerprint`. */
  readonly watched?: Readonly<Record<string, string>>;
  readonly named: readonly NamedEntry[];
  readonly files: number;
  readonly bytes: number;
  readonly leftOut: readonly LeftOut[];
}

/** Some collecting went on since `generation` was read, so what the snapshot relies on may be gone. */
export class Collected extends Error {}

/** Throws `Collected`. */
export function saveSnapshot(store: Store, body: SnapshotBody, generation: number, now: number): string {
  const text = JSON.stringify(body);
  const id = hashOf(text);
  store.write(() => {
    if (store.generation() !== generation) throw new Collected();
    const has = store.statement("UPDATE snapshots SET at = ? WHERE id = ?").run(now, id).changes > 0;
    if (!has) store.statement("INSERT INTO snapshots(id, at, body) VALUES (?, ?, ?)").run(id, now, text);
  }, true);
  return id;
}

/** @returns `undefined` when there is none, or no more. */
export function readSnapshot(store: Store, id: string): SnapshotBody | undefined {
  const text = store.statement("SELECT body FROM snapshots WHERE id = ?").get(id)?.["body"];
  if (text === undefined) return undefined;
  if (typeof text !== "string" || hashOf(text) !== id)
    throw damaged(store.folder, `the snapshot ${id} is invalid`);
  return JSON.parse(text) as SnapshotBody;
}
