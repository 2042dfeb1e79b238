import { statCache, type CachedFolder, type StatCache } from "../stat-cache.ts";
import type { ExcludedPath } from "../entries.ts";
import { permissionBits } from "../entries.ts";
import { fingerprint } from "../fingerprint.ts";
import { gitPlaces, gitRules } from "./git-places.ts";
import { captureOne, pathIn } from "./capture-named.ts";
import type { NamedEntry } from "../store/snapshots.ts";
import { scanFolderState, type ScanContext } from "../state.ts";
import type { CheckpointStore } from "../store/store.ts";
import type { Totals } from "../store/store-trees.ts";
import { statsAt } from "../stats.ts";

/** Per repository: objects beyond this are not captured, and are lost only if the repository is deleted. */
const mebibyte = 1024 * 1024;
export const gitLimits = { maxFileBytes: 64 * mebibyte, maxFiles: 50_000, maxBytes: 64 * mebibyte };
/** Per folder. */
const mostRepositories = 50;

interface CapturedGit {
  readonly entries: readonly NamedEntry[];
  readonly totals: Totals;
  /** For the cache, once the snapshot is saved. */
  readonly rows: readonly (readonly [StatCache, ReadonlyMap<string, CachedFolder>])[];
}

/**
 * Captures the repositories around and in a folder: their refs, HEAD, index, stash, settings, and small object stores
 * completely.
 */
export async function captureGit(
  store: CheckpointStore,
  looking: ScanContext,
  base: string,
  found: readonly string[],
): Promise<CapturedGit> {
  const entries: NamedEntry[] = [];
  const totals: Totals = { files: 0, bytes: 0, leftOut: [] };
  const rows: (readonly [StatCache, ReadonlyMap<string, CachedFolder>])[] = [];
  const places = gitPlaces(base, found);
  for (const [index, place] of places.entries()) {
    const path = pathIn(base, place);
    const leaveOut = (reason: string): void => {
      totals.leftOut.push({ path, reason, ...stateAt(place) });
    };
    if (index >= mostRepositories) {
      leaveOut(`there are more than ${mostRepositories} repositories`);
      continue;
    }
    const stats = statsAt(place);
    if (!stats?.isDirectory()) {
      const entry = await captureOne(looking, place, totals);
      if (typeof entry === "string") leaveOut(entry);
      else if (entry) entries.push({ path, entry, isGits: true });
      continue;
    }
    const cache = statCache(store, place);
    const whole = await scanFolderState({ ...looking, limits: gitLimits }, place, gitRules(true), cache);
    const state =
      typeof whole === "string"
        ? await scanFolderState({ ...looking, limits: gitLimits }, place, gitRules(false), cache)
        : whole;
    if (typeof state === "string") {
      leaveOut(state);
      continue;
    }
    if (typeof whole === "string") {
      const seen = fingerprint(`${place}/objects`);
      totals.leftOut.push({ path: `${path}/objects`, reason: whole, seen });
    }
    totals.leftOut.push(...state.totals.leftOut.map((one) => within(path, one)));
    for (const inner of state.gits) {
      const reason = "it lies inside a git folder";
      totals.leftOut.push({ path: `${path}/${inner}`, reason, ...stateAt(`${place}/${inner}`) });
    }
    entries.push({
      path,
      entry: { type: "folder", mode: stats.mode & permissionBits, hash: state.tree },
      isGits: true,
    });
    rows.push([cache, state.changed]);
  }
  return { entries, totals, rows };
}

/** A fingerprint of a folder does not tell what changes in it: its state is unknown. */
function stateAt(place: string): Pick<ExcludedPath, "seen"> {
  return statsAt(place)?.isDirectory() ? {} : { seen: fingerprint(place) };
}

function within(path: string, { path: inner, ...rest }: ExcludedPath): ExcludedPath {
  return { ...rest, path: inner === "" ? path : `${path}/${inner}` };
}
