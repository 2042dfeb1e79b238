import { inside, type Entry } from "./entries.ts";
import { readTree } from "./objects.ts";
import type { SnapshotBody } from "./snapshots.ts";
import type { Store } from "./store.ts";

/** A path that differs between two snapshots. */
export interface SnapshotDifference {
  readonly path: string;
  /** Missing: nothing was captured there. */
  readonly before?: Entry;
  readonly after?: Entry;
}

/** What differs, in the order of the paths. A folder is named when it came, went or has another mode. */
export function diffSnapshots(
  store: Store,
  before: SnapshotBody,
  after: SnapshotBody,
): readonly SnapshotDifference[] {
  const found = new Map<string, SnapshotDifference>();
  compareTrees(store, "", [before.tree ?? undefined, after.tree ?? undefined], found);
  for (const { path } of [...before.named, ...after.named]) {
    compare(store, path, [namedAt(before, path), namedAt(after, path)], found);
  }
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function namedAt(body: SnapshotBody, path: string): Entry | undefined {
  return body.named.find((one) => one.path === path)?.entry ?? undefined;
}

type Found = Map<string, SnapshotDifference>;

function compareTrees(
  store: Store,
  path: string,
  [before, after]: readonly [string | undefined, string | undefined],
  found: Found,
): void {
  if (before === after) return;
  const old = new Map(
    before === undefined ? [] : readTree(store, before).entries.map((entry) => [entry.name, entry]),
  );
  for (const entry of after === undefined ? [] : readTree(store, after).entries) {
    compare(store, inside(path, entry.name), [old.get(entry.name), entry], found);
    old.delete(entry.name);
  }
  for (const entry of old.values()) compare(store, inside(path, entry.name), [entry, undefined], found);
}

function compare(
  store: Store,
  path: string,
  [before, after]: readonly [Entry | undefined, Entry | undefined],
  found: Found,
): void {
  const isFolder = before?.type === "folder" && after?.type === "folder";
  const isSame = before?.type === after?.type && before?.mode === after?.mode;
  if (!isSame || (!isFolder && before?.hash !== after?.hash)) {
    found.set(path, {
      path,
      ...(before && { before: plain(before) }),
      ...(after && { after: plain(after) }),
    });
  }
  compareTrees(store, path, [treeOf(before), treeOf(after)], found);
}

function treeOf(entry: Entry | undefined): string | undefined {
  return entry?.type === "folder" ? entry.hash : undefined;
}

function plain({ type, mode, hash }: Entry): Entry {
  return { type, mode, hash };
}
