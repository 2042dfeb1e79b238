import type { FileCheckpoints, FileChange, SnapshotDifference } from "@skein/checkpoints";
import type { Entry, EntryOf, Snapshot } from "@skein/protocol";
import { ownChangeRanges } from "@skein/sessions";
import { differing, isIn, lostIgnored, lostOutside } from "./lost-files.ts";
import { writtenThroughLinks } from "./written-through-links.ts";

/** What to restore from a snapshot. */
interface Source {
  readonly snapshot: string;
  readonly only: (path: string) => boolean;
}

export interface FolderPlan {
  readonly root: string;
  /** The current files. */
  readonly now: string;
  readonly named: readonly string[];
  readonly watched: readonly string[];
  /** Files that someone else has changed since. */
  readonly kept: readonly string[];
  readonly sources: readonly Source[];
  /** Ignored files that will not be restored, as far as known beforehand. */
  readonly expected: readonly FileChange[];
  /** Changes in other folders that are in no snapshot. */
  readonly elsewhere: readonly FileChange[];
  /** Files that calls changed and that still differ. @param closing - a snapshot taken after the restore. */
  readonly differing: (closing: string, told: readonly string[]) => readonly FileChange[];
}

/** Restores only changes by calls and rewinds, and only where no one else has changed the file since. */
export async function planFolder(
  checkpoints: FileCheckpoints,
  entries: readonly Entry[],
  to: number,
  { root, snapshot }: Snapshot,
): Promise<FolderPlan> {
  const stretches = ownChangeRanges(entries, to, root);
  const last = stretches.at(-1)?.after;
  const calls = checkpointsOfCalls(entries, to, root);
  const ids = new Set([
    snapshot,
    ...calls.flatMap(({ id, after }) => [id, ...(after === undefined ? [] : [after])]),
  ]);
  for (const { after } of stretches) if (after !== undefined) ids.add(after);
  const known = [...ids].flatMap((id) => checkpoints.snapshot(id) ?? []);
  const named = [...new Set(known.flatMap((one) => one.named))];
  const watched = [...new Set(known.flatMap((one) => one.watched))];
  const { id: now } = await checkpoints.capture(root, { named, watched });
  const between = (before: string, after = now): readonly SnapshotDifference[] =>
    checkpoints.snapshot(before) && checkpoints.snapshot(after) ? checkpoints.diff(before, after) : [];
  const changed = stretches.flatMap(({ before, after }) => between(before, after));
  const ours = new Set(pathsOf(changed));
  const theirs = new Set(last === undefined ? [] : pathsOf(between(last)));

  /** Folders that were created or removed with their contents. */
  const isAbove = (path: string) => [...ours].some((one) => one.startsWith(`${path}/`));
  const isOurs = (path: string) => !theirs.has(path) && (ours.has(path) || isAbove(path));
  const sources: Source[] = [{ snapshot, only: isOurs }];
  const places = new Set(checkpoints.snapshot(snapshot)?.named);
  for (const { id } of calls.filter((one) => one.id !== snapshot)) {
    const before = between(snapshot, id);
    const isNews = (place: string) =>
      // An earlier call changed it without naming it.
      !places.has(place) && !before.some(({ path, ignored }) => ignored && isIn(path, place));
    const news = (checkpoints.snapshot(id)?.named ?? []).filter(isNews);
    if (news.length === 0) continue;
    for (const place of news) places.add(place);
    const isNew = (path: string) => news.some((place) => isIn(path, place));
    for (const path of pathsOf(between(id)).filter(isNew)) ours.add(path);
    sources.push({ snapshot: id, only: (path) => isNew(path) && isOurs(path) });
  }

  const repositories = leaveRepositories(checkpoints.snapshot(snapshot)?.repositories ?? [], ours, theirs);
  const kept = [...ours].filter(
    (path) => theirs.has(path) && !repositories.some((place) => isIn(path, place)),
  );
  const isBack = (path: string) => [...places].some((place) => isIn(path, place));
  const since = between(snapshot);
  return {
    root,
    now,
    named,
    watched,
    sources,
    kept: [...kept, ...repositories],
    expected: lostIgnored(root, changed, since).filter(
      ({ path }) => !isBack(path) && ![...places].some((place) => isIn(place, path)),
    ),
    elsewhere: [
      ...calls.flatMap(({ id, after }) => lostOutside(between(id, after), between(id))),
      ...writtenThroughLinks({ checkpoints, root, ...timesOf(calls), isKnown: isBack }, [
        ...checkpoints.links(snapshot),
        ...changed.flatMap(({ path, after }) => (after?.type === "link" ? [{ path, hash: after.hash }] : [])),
      ]),
    ].filter(({ path }, at, all) => all.findIndex((one) => one.path === path) === at),
    differing: (closing, told) =>
      differing(root, changed, between(snapshot, closing), told).filter(
        ({ path }) => !isBack(path) && !theirs.has(path),
      ),
  };
}

/** Paths that are in snapshots or can be restored from one. */
function pathsOf(differences: readonly SnapshotDifference[]): readonly string[] {
  return differences.flatMap(({ path, ignored, watched }) => (ignored || watched ? [] : [path]));
}

interface CallCheckpoint {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of the end of its run; missing if the run was cut off. */
  readonly after?: string;
  readonly endedAt?: number;
}

/** File system timestamps are coarser than our clock. */
const clockMarginMs = 50;

function timesOf(calls: readonly CallCheckpoint[]): { readonly since: number; readonly until: number } {
  const ends = calls.map(({ endedAt = Number.POSITIVE_INFINITY }) => endedAt);
  return { since: calls[0]?.at ?? Number.POSITIVE_INFINITY, until: Math.max(0, ...ends) + clockMarginMs };
}

/** Checkpoints taken before calls after an entry, including the run that contains it. */
function checkpointsOfCalls(entries: readonly Entry[], to: number, root: string): readonly CallCheckpoint[] {
  const found: CallCheckpoint[] = [];
  let open: EntryOf<"checkpoint">[] = [];
  for (const entry of entries) {
    if (entry.kind !== "checkpoint" || entry.root !== root || entry.seq <= to) continue;
    if (entry.callId !== undefined) open.push(entry);
    if (!entry.closes) continue;
    found.push(...open.map(({ snapshot: id, at }) => ({ id, at, after: entry.snapshot, endedAt: entry.at })));
    open = [];
  }
  return [...found, ...open.map(({ snapshot: id, at }) => ({ id, at }))];
}

/**
 * A repository is restored as a whole or not at all. Changes to its index and objects do not count as someone
 * else's: git rewrites the index on every status.
 *
 * @returns repositories that calls changed and that are not restored.
 */
function leaveRepositories(
  places: readonly string[],
  ours: Set<string>,
  theirs: Set<string>,
): readonly string[] {
  return places.filter((place) => {
    const within = [...theirs].filter((path) => isIn(path, place));
    for (const path of within) theirs.delete(path);
    if (within.every((path) => unimportant.test(path.slice(place.length)))) return false;
    const changed = [...ours].filter((path) => isIn(path, place));
    for (const path of changed) theirs.add(path);
    return changed.length > 0;
  });
}

const unimportant = /^(?:\/(?:index|FETCH_HEAD|COMMIT_EDITMSG|(?:objects|logs)(?:\/.*)?))?$/;
