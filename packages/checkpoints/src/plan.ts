import { readContent } from "./contents.ts";
import {
  absolute,
  inside,
  permissionBits,
  type FileEntry,
  type EntryType,
  type TreeEntry,
} from "./entries.ts";
import type { Rules } from "./capture/ignore-rules.ts";
import { readNeeded, readTree } from "./store/objects.ts";
import type { Pace } from "./pace.ts";
import type { ScannedFolder } from "./scan.ts";
import type { CheckpointStore } from "./store/store.ts";
import { isFileError, statsAt } from "./stats.ts";

/** What restoring does at one path. */
export interface FileChange {
  /** Relative to the root if inside it, otherwise absolute. */
  readonly path: string;
  /** Type of what is restored, or of what is removed. */
  readonly type: EntryType;
  /** `blocked`: it cannot be done; `reason` says why. Everything else is done all the same. */
  readonly change: "created" | "rewritten" | "removed" | "mode" | "blocked";
  readonly reason?: string;
}

export interface RestoreStep extends FileChange {
  /** The wanted entry. */
  readonly entry?: FileEntry;
  /** Removed only if empty; otherwise silently kept. */
  readonly ifEmpty?: boolean;
}

/** The public form of a step. */
export function changeOf({ path, type, change, reason }: RestoreStep): FileChange {
  return { path, type, change, ...(reason === undefined ? {} : { reason }) };
}

export interface PlanWork {
  readonly store: CheckpointStore;
  /** A real path, to which all others are relative. */
  readonly base: string;
  /** Prefix of the paths of the steps. */
  readonly prefix: string;
  readonly pace: Pace;
  /** Paths about which the snapshot says nothing. */
  readonly leftOut: ReadonlySet<string>;
  readonly steps: RestoreStep[];
}

/**
 * Plans how to make a folder equal to a stored one. What is ignored, now or by the rules of the snapshot, stays
 * unchanged unless the snapshot contains it.
 *
 * @param rules - the snapshot's rules around this folder.
 * @param now - `undefined` where the scan did not go: then nothing in it is removed.
 */
export async function planFolder(
  work: PlanWork,
  { path, tree }: { readonly path: string; readonly tree: string },
  now: ScannedFolder | undefined,
  rulesAbove: Rules,
): Promise<void> {
  const rest = work.pace();
  if (rest) await rest;
  if (now?.tree === tree) return;
  const then = readTree(work.store, tree);
  const rules = rulesIn(work, path, then.rules, rulesAbove);
  const standing = new Map(now ? entriesOf(work.store, now).map((entry) => [entry.name, entry]) : []);

  for (const entry of then.entries) {
    const own = inside(path, entry.name);
    const found = standing.get(entry.name);
    standing.delete(entry.name);
    const child = now?.children.get(entry.name);
    if (!found) await planUnseen(work, own, entry, rules);
    else if (found.type === entry.type) await planSame(work, { own, entry, found, child }, rules);
    else if (found.type !== "folder") bring(work, own, entry, [removal(own, found.type)]);
    else await planOverFolder(work, own, { entry, child }, rules);
  }
  for (const [name, found] of standing)
    await planRemoval(work, inside(path, name), found, now?.children.get(name), rules);
}

interface Pair {
  readonly own: string;
  readonly entry: TreeEntry;
  readonly found: TreeEntry;
  readonly child: ScannedFolder | undefined;
}

async function planSame(work: PlanWork, { own, entry, found, child }: Pair, rules: Rules): Promise<void> {
  if (entry.type !== "folder" && entry.hash !== found.hash)
    push(work, { path: own, change: "rewritten", type: entry.type, entry });
  else if (entry.mode !== found.mode) push(work, { path: own, change: "mode", type: entry.type, entry });
  if (entry.type === "folder") await planFolder(work, { path: own, tree: entry.hash }, child, rules);
}

/** A file or link replaces a folder. */
async function planOverFolder(
  work: PlanWork,
  own: string,
  { entry, child }: { readonly entry: TreeEntry; readonly child: ScannedFolder | undefined },
  rules: Rules,
): Promise<void> {
  const removals: RestoreStep[] = [];
  const isGone = await planRemoval(
    { ...work, steps: removals, prefix: "" },
    own,
    { type: "folder" },
    child,
    rules,
  );
  if (isGone) bring(work, own, entry, removals);
  else block(work, own, entry.type, "a folder with other files is in its place");
}

/** The scan found nothing at a path: nothing exists, or something that is ignored now, or that cannot be captured. */
export async function planUnseen(work: PlanWork, own: string, entry: FileEntry, rules: Rules): Promise<void> {
  const place = absolute(work.base, own);
  const stats = statsAt(place);
  if (entry.type === "folder") {
    if (stats && !stats.isDirectory()) return block(work, own, entry.type, "something else is in its place");
    const mode = (stats?.mode ?? entry.mode) & permissionBits;
    if (!stats) push(work, { path: own, change: "created", type: entry.type, entry });
    else if (mode !== entry.mode) push(work, { path: own, change: "mode", type: entry.type, entry });
    return planFolder(work, { path: own, tree: entry.hash }, undefined, rules);
  }
  if (!stats) return push(work, { path: own, change: "created", type: entry.type, entry });
  if (stats.isDirectory()) return block(work, own, entry.type, "an ignored folder is in its place");
  const type = stats.isFile() ? "file" : "link";
  const isAlike = type === entry.type && (stats.isFile() || stats.isSymbolicLink());
  if (!isAlike || (await hashAt(place, type, stats.size)) !== entry.hash) {
    return push(work, { path: own, change: "rewritten", type: entry.type, entry });
  }
  const mode = stats.isFile() ? stats.mode & permissionBits : 0;
  if (mode !== entry.mode) push(work, { path: own, change: "mode", type: entry.type, entry });
}

async function hashAt(place: string, type: EntryType, size: number): Promise<string | undefined> {
  try {
    return (await readContent(place, { type, size }, size)).hash;
  } catch (error) {
    if (isFileError(error)) return undefined;
    throw error;
  }
}

/** @returns whether all of it is removed. A folder is removed when everything in it is. */
export async function planRemoval(
  work: PlanWork,
  own: string,
  found: { readonly type: EntryType },
  child: ScannedFolder | undefined,
  rules: Rules,
): Promise<boolean> {
  const rest = work.pace();
  if (rest) await rest;
  if (work.leftOut.has(own) || rules.ignores(own, found.type === "folder")) return false;
  if (found.type === "folder") {
    if (!child) return false;
    const inner = rules.enter(own, undefined);
    let gone = 0;
    for (const entry of entriesOf(work.store, child)) {
      const isGone = await planRemoval(
        work,
        inside(own, entry.name),
        entry,
        child.children.get(entry.name),
        inner,
      );
      if (isGone) gone++;
    }
    if (gone < countOf(child.listing)) return false;
  }
  work.steps.push({ ...removal(own, found.type), path: `${work.prefix}${own}` });
  return true;
}

/** Each name in a listing is followed by one slash or, for a folder, two. */
function countOf(listing: string): number {
  return listing.match(/[^/]\//g)?.length ?? 0;
}

function removal(path: string, type: EntryType): RestoreStep {
  return { path, change: "removed", type };
}

/** After whatever is in its place was removed. */
function bring(work: PlanWork, own: string, entry: FileEntry, removals: readonly RestoreStep[]): void {
  for (const step of removals) push(work, step);
  push(work, { path: own, change: "created", type: entry.type, entry });
  if (entry.type === "folder") bringContents(work, own, entry.hash);
}

function bringContents(work: PlanWork, own: string, tree: string): void {
  for (const entry of readTree(work.store, tree).entries) bring(work, inside(own, entry.name), entry, []);
}

function block(work: PlanWork, path: string, type: EntryType, reason: string): void {
  push(work, { path, change: "blocked", type, reason });
}

function push(work: PlanWork, step: RestoreStep): void {
  work.steps.push({ ...step, path: `${work.prefix}${step.path}` });
}

function rulesIn(work: PlanWork, path: string, hash: string | undefined, above: Rules): Rules {
  return above.enter(
    path,
    hash === undefined ? undefined : Buffer.from(readNeeded(work.store, hash)).toString(),
  );
}

/** What the scan found in a folder, with hashes; those of changed folders are not stored. */
function entriesOf(store: CheckpointStore, folder: ScannedFolder): readonly TreeEntry[] {
  if (folder.entries === undefined)
    return folder.tree === undefined ? [] : readTree(store, folder.tree).entries;
  return folder.entries.flatMap(({ name, type, mode, hash, isGone }): TreeEntry[] => {
    const known = type === "folder" ? folder.children.get(name)?.tree : hash;
    return isGone || known === undefined ? [] : [{ name, type, mode, hash: known }];
  });
}
