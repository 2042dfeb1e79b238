import { inside } from "./entries.ts";
import { readTree } from "./objects.ts";
import type { SnapshotBody } from "./snapshots.ts";
import type { Store } from "./store.ts";

export interface SnapshotLink {
  /** Relative to the root where it lies within it, else absolute. */
  readonly path: string;
  /** Of where it leads to: see `content`. */
  readonly hash: string;
}

/** The links in a snapshot; those of git's are none of ours. */
export function linksIn(store: Store, { tree, named }: SnapshotBody): readonly SnapshotLink[] {
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
