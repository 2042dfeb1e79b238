import { isAbsolute } from "node:path";
import { inside, type FileEntry } from "./entries.ts";
import { compareLists, isListed, type IgnoredFate } from "./capture/ignored-list.ts";
import { readTree } from "./store/objects.ts";
import type { SnapshotBody } from "./store/snapshots.ts";
import type { CheckpointStore } from "./store/store.ts";

/** A path that differs between two snapshots. */
export interface SnapshotDifference {
  readonly path: string;
  /** Absent: nothing was captured there. Both absent: something differs that cannot be captured. */
  readonly before?: FileEntry;
  readonly after?: FileEntry;
  /** It is ignored and was not captured: how it changed. */
  readonly ignored?: IgnoredFate;
  /** It was watched and not captured. */
  readonly watched?: IgnoredFate;
}

/** The differences, ordered by path. A folder is listed when it was created, deleted or changed its mode. */
export function diffSnapshots(
  store: CheckpointStore,
  before: SnapshotBody,
  after: SnapshotBody,
): readonly SnapshotDifference[] {
  const found = new Map<string, SnapshotDifference>();
  compareTrees(store, "", [before.tree ?? undefined, after.tree ?? undefined], found);
  for (const { path, isGits } of [...before.named, ...after.named]) {
    if (!isGits && !(isNamed(before, path) && isNamed(after, path))) continue; // unknown to one of them
    compare(store, path, [namedAt(before, path), namedAt(after, path)], found);
  }
  for (const { path, entry } of before.named) {
    if (entry === null || isNamed(after, path) || isAbsolute(path) || after.tree === null) continue;
    // It was ignored and may no longer be: then the tree knows it, including that it does not exist.
    const standing = entryIn(store, after.tree, path);
    if (!standing && after.ignored !== undefined && isListed(store, after.ignored, path)) continue;
    compare(store, path, [entry, standing], found);
  }
  if (before.ignored !== undefined && after.ignored !== undefined) {
    const kept = before.named.map(({ path }) => path);
    for (const { path, change } of compareLists(store, [before.ignored, after.ignored], kept))
      found.set(path, { path, ignored: change });
  }
  for (const [path, was] of Object.entries(before.watched ?? {})) {
    const is = after.watched?.[path];
    if (is === undefined || is === was) continue; // unknown to the other, or unchanged
    found.set(path, { path, watched: was === "nothing" ? "came" : is === "nothing" ? "went" : "changed" });
  }
  for (const path of unkeptDifferences(store, before, after)) if (!found.has(path)) found.set(path, { path });
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** What neither of them contains, but has changed all the same. */
function unkeptDifferences(
  store: CheckpointStore,
  before: SnapshotBody,
  after: SnapshotBody,
): readonly string[] {
  const [then, now] = [before, after].map(
    ({ leftOut }) => new Map(leftOut.map(({ path, seen }) => [path, seen])),
  ) as [Map<string, string | undefined>, Map<string, string | undefined>];
  const paths = [...new Set([...then.keys(), ...now.keys()])];
  return paths.filter((path) => {
    if (!then.has(path) || !now.has(path)) return isKnown(store, then.has(path) ? after : before, path);
    const [one, other] = [then.get(path), now.get(path)];
    return one !== undefined && other !== undefined && one !== other;
  });
}

/** Whether a snapshot that has not left out a path can tell its state. For ignored paths its list can. */
function isKnown(store: CheckpointStore, body: SnapshotBody, path: string): boolean {
  if (isNamed(body, path)) return true;
  if (isAbsolute(path) || body.tree === null) return false;
  return body.ignored === undefined || !isListed(store, body.ignored, path);
}

function isNamed({ named }: SnapshotBody, path: string): boolean {
  return named.some((one) => one.path === path);
}

function namedAt(body: SnapshotBody, path: string): FileEntry | undefined {
  return body.named.find((one) => one.path === path)?.entry ?? undefined;
}

function entryIn(store: CheckpointStore, tree: string, path: string): FileEntry | undefined {
  let found: FileEntry | undefined = { type: "folder", mode: 0, hash: tree };
  for (const name of path.split("/")) {
    const folder = treeOf(found);
    found =
      folder === undefined ? undefined : readTree(store, folder).entries.find((one) => one.name === name);
  }
  return found;
}

type Found = Map<string, SnapshotDifference>;

function compareTrees(
  store: CheckpointStore,
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
  store: CheckpointStore,
  path: string,
  [before, after]: readonly [FileEntry | undefined, FileEntry | undefined],
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

function treeOf(entry: FileEntry | undefined): string | undefined {
  return entry?.type === "folder" ? entry.hash : undefined;
}

function plain({ type, mode, hash }: FileEntry): FileEntry {
  return { type, mode, hash };
}
