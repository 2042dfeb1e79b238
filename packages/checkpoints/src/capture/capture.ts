import { captureGit } from "./capture-git.ts";
import { allLeftOut, captureNamed } from "./capture-named.ts";
import type { ExcludedPath } from "../entries.ts";
import { fingerprint } from "../fingerprint.ts";
import { listIgnored } from "./ignored-list.ts";
import { objectWriter, type ObjectWriter } from "../store/objects.ts";
import type { Pace } from "../pace.ts";
import { Collected, saveSnapshot, type SnapshotBody } from "../store/snapshots.ts";
import { statCache, type CachedFolder, type StatCache } from "../stat-cache.ts";
import { scanFolderState, realPath, refusal, rulesAround, type ScanContext } from "../state.ts";
import { locked } from "../store/store-errors.ts";
import type { CheckpointStore } from "../store/store.ts";

export interface FileSnapshot {
  readonly id: string;
  /** `tree`: all files under the root except ignored ones. `named`: only what the call named; `reason` says why. */
  readonly scope: "tree" | "named";
  readonly reason?: string;
  readonly files: number;
  readonly bytes: number;
  /** What was captured besides the tree. Name it again when capturing the state before a restore. */
  readonly named: readonly string[];
  /** The part of it that belongs to git, spelled as in `named`. It is captured without being named. */
  readonly repositories: readonly string[];
  /** What was only fingerprinted, to tell later whether it changed. To be watched again, as with `named`. */
  readonly watched: readonly string[];
  /** What could not even be fingerprinted, so that later changes cannot be detected. */
  readonly unseen: readonly ExcludedPath[];
  /** What restoring cannot restore. */
  readonly leftOut: readonly ExcludedPath[];
}

interface Places {
  readonly named: readonly string[];
  readonly watched: readonly string[];
}

/** How often a capture starts over because content was being deleted meanwhile. */
const maxAttempts = 5;
/** Cache rows per transaction. */
const rowsAtOnce = 100;

export async function capture(
  store: CheckpointStore,
  looking: ScanContext,
  root: string,
  places: Places,
): Promise<FileSnapshot> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return await tryCapture(store, looking, realPath(root), places);
    } catch (error) {
      if (!(error instanceof Collected)) throw error;
    }
  }
  throw locked(store.folder);
}

async function tryCapture(
  store: CheckpointStore,
  looking: ScanContext,
  base: string,
  { named, watched }: Places,
): Promise<FileSnapshot> {
  const generation = store.generation();
  const writer = objectWriter(store);
  const storing = { ...looking, writer };
  const cache = statCache(store, base);
  const { outer, rules } = rulesAround(base, looking.include);
  const state = refusal(base, looking.home) ?? (await scanFolderState(storing, base, rules, cache));
  const tree = typeof state === "string" ? undefined : state;
  const beside = await captureNamed(storing, base, tree?.folder, named);
  const git = await captureGit(store, storing, base, [...(tree?.gits ?? []), ...beside.gits]);
  const ignored = tree && (await listed(storing, base, tree.ignored));
  writer.flush();

  const body: SnapshotBody = {
    tree: tree?.tree ?? null,
    ...(typeof state === "string" && { reason: state }),
    outer: tree ? outer : [],
    ...(ignored && { ignored: ignored.list }),
    ...(watched.length > 0 && {
      watched: Object.fromEntries(watched.toSorted().map((path) => [path, fingerprint(path)])),
    }),
    named: [...beside.entries, ...git.entries],
    files: (tree?.totals.files ?? 0) + beside.totals.files,
    bytes: (tree?.totals.bytes ?? 0) + beside.totals.bytes,
    leftOut: allLeftOut(tree?.totals, beside.totals, git.totals, ignored && { leftOut: ignored.unseen }),
  };
  const id = saveSnapshot(store, body, generation, Date.now());
  if (tree) await saveRows(store, cache, tree.changed, { generation, pace: looking.pace });
  for (const [rowCache, changed] of git.rows)
    await saveRows(store, rowCache, changed, { generation, pace: looking.pace });
  return describeSnapshot(id, body);
}

function listed(
  { hidden, pace, writer, maxIgnored }: ScanContext & { readonly writer: ObjectWriter },
  base: string,
  paths: readonly string[],
): ReturnType<typeof listIgnored> {
  const keep = (hash: string, bytes: Uint8Array) => writer.add(hash, bytes);
  return listIgnored({ base, hidden, pace, keep, maxEntries: maxIgnored }, paths);
}

/** After the snapshot, which protects what it refers to from being deleted. */
async function saveRows(
  store: CheckpointStore,
  cache: StatCache,
  rows: ReadonlyMap<string, CachedFolder>,
  { generation, pace }: { readonly generation: number; readonly pace: Pace },
): Promise<void> {
  const waiting = [...rows];
  for (let from = 0; from < waiting.length; from += rowsAtOnce) {
    const rest = pace();
    if (rest) await rest;
    store.write(() => {
      if (store.generation() !== generation) return;
      for (const [path, row] of waiting.slice(from, from + rowsAtOnce)) cache.save(path, row);
    });
  }
}

export function describeSnapshot(id: string, body: SnapshotBody): FileSnapshot {
  const { tree, reason, named, files, bytes, leftOut } = body;
  return {
    id,
    scope: tree === null ? "named" : "tree",
    ...(reason === undefined ? {} : { reason }),
    files,
    bytes,
    named: named.filter(({ isGits }) => !isGits).map(({ path }) => path),
    repositories: named.filter(({ isGits }) => isGits).map(({ path }) => path),
    leftOut,
    watched: Object.keys(body.watched ?? {}),
    unseen: leftOut.filter(({ seen }) => seen === undefined),
  };
}
