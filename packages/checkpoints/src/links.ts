import { inside } from "./entries.ts";
import { readTree } from "./store/objects.ts";
import type { SnapshotBody } from "./store/snapshots.ts";
import type { CheckpointStore } from "./store/store.ts";

export interface SnapshotLink {
  /** Relative to the root if inside it, otherwise absolute. */
  readonly path: string;
  /** Hash of the target: see `content`. */
  readonly hash: string;
}

/** The links in a snapshot, except those inside git folders. */
export function linksIn(store: CheckpointStore, { tree, named }: SnapshotBody): readonly SnapshotLink[] {
  const found: SnapshotLink[] = [];
  const visit = (path: string, hash: string): void => {
    for (const entry of readTree(store, hash).entries) {
      const own = inside(path, entry.name);
      if (entry.type === "folder") visit(own, entry.hash);
      else if (entry.type === "link") found.push({ path: own, hash: entry.hash });
    }
  };
  if (tree !== null) visit("", tree);
  for (const { path, entry, isGits } of named) {
    if (isGits || entry === null) continue;
    if (entry.type === "folder") visit(path, entry.hash);
    else if (entry.type === "link") found.push({ path, hash: entry.hash });
  }
  return found;
}
