import { isAbsolute, resolve, sep } from "node:path";
import { SessionError } from "@skein/protocol";
import { gitLimits } from "./capture/capture-git.ts";
import { permissionBits, type ExcludedPath } from "./entries.ts";
import { fingerprint } from "./fingerprint.ts";
import { gitRules } from "./capture/git-places.ts";
import { noRules, rootRules } from "./capture/ignore-rules.ts";
import { isScrubbed } from "./store/objects.ts";
import { planFolder, planRemoval, planUnseen, type PlanWork, type RestoreStep } from "./plan.ts";
import { readSnapshot, type NamedEntry, type SnapshotBody } from "./store/snapshots.ts";
import { statCache } from "./stat-cache.ts";
import { scanFolderState, rulesAround, type ScanContext, type FolderState } from "./state.ts";
import type { CheckpointStore } from "./store/store.ts";
import { statsAt } from "./stats.ts";

const unlimited = { maxFiles: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };

/**
 * Plans the steps that make the root equal to a snapshot.
 *
 * @param base - a real path.
 */
export async function plan(
  store: CheckpointStore,
  looking: ScanContext,
  id: string,
  base: string,
): Promise<readonly RestoreStep[]> {
  const body = neededSnapshot(store, id);
  const free = { ...looking, limits: { ...looking.limits, ...unlimited } };
  const leftOut = new Set(body.leftOut.map(({ path }) => path));
  const work: PlanWork = { store, base, prefix: "", pace: looking.pace, leftOut, steps: [] };
  const now: ExcludedPath[] = [];
  const gits: string[] = [];
  if (body.tree !== null) {
    const state = await planTree(work, free, { ...body, tree: body.tree });
    now.push(...(state?.totals.leftOut ?? []));
    gits.push(...(state?.gits ?? []));
  }
  for (const named of body.named) now.push(...(await planNamed(work, free, named, gits)));
  const known = new Set(body.named.map(({ path }) => path));
  for (const path of gits.filter((one) => !known.has(one)))
    now.push({ path, reason: "a repository is never deleted" });
  planUnkept(work, body, now);
  return work.steps.map((step) => withContent(store, step));
}

/** A file whose content was scrubbed cannot be restored. */
function withContent(store: CheckpointStore, step: RestoreStep): RestoreStep {
  const { path, type, change, entry } = step;
  const needsContent = entry && entry.type !== "folder" && (change === "created" || change === "rewritten");
  if (!needsContent || !isScrubbed(store, entry.hash)) return step;
  const reason = "it contained a secret, so its content was removed from the checkpoint";
  return { path, type, change: "blocked", reason };
}

/**
 * What the snapshot does not contain cannot be restored, and what cannot be captured is not deleted: both are
 * reported.
 */
function planUnkept(
  { base, steps }: PlanWork,
  { leftOut }: SnapshotBody,
  now: readonly ExcludedPath[],
): void {
  const planned = new Set(steps.map(({ path }) => path));
  const add = (path: string, reason: string): void => {
    if (planned.has(path)) return;
    planned.add(path);
    const stats = statsAt(resolve(base, path));
    const type = stats?.isDirectory() ? "folder" : stats?.isSymbolicLink() ? "link" : "file";
    steps.push({ path, type, change: "blocked", reason });
  };
  for (const { path, reason, seen } of leftOut) {
    if (seen !== undefined && seen !== fingerprint(resolve(base, path)))
      add(path, `it was changed and cannot be restored, because it is not in the checkpoint: ${reason}`);
  }
  const then = new Set(leftOut.map(({ path }) => path));
  for (const { path, reason } of now) {
    if (!then.has(path)) add(path, `it was created since then and is kept: ${reason}`);
  }
}

export function neededSnapshot(store: CheckpointStore, id: string): SnapshotBody {
  const body = readSnapshot(store, id);
  if (body) return body;
  throw new SessionError("not-found", `Checkpoint ${id} is not in ${store.folder}.`, {
    hint: "It may have been deleted with older checkpoints.",
  });
}

async function planTree(
  work: PlanWork,
  looking: ScanContext,
  { tree, outer }: SnapshotBody & { readonly tree: string },
): Promise<FolderState | undefined> {
  const then = rootRules(outer, looking.include);
  const state = await scanFolderState(
    looking,
    work.base,
    rulesAround(work.base, looking.include).rules,
    statCache(work.store, work.base),
  );
  const seen = typeof state === "string" ? undefined : state;
  await planFolder(work, { path: "", tree }, seen?.folder, then);
  return seen;
}

/** @returns what of it cannot be captured now. */
async function planNamed(
  work: PlanWork,
  looking: ScanContext,
  { path, entry, missingFrom, isGits }: NamedEntry,
  gits: string[],
): Promise<readonly ExcludedPath[]> {
  if (entry === null) return planAbsence(work, looking, { path, missingFrom }, gits);
  const place = resolve(work.base, path);
  const there = statsAt(place);
  // New git objects stay: nothing refers to them.
  const rules = isGits ? gitRules(false) : noRules;
  if (entry.type !== "folder" || !there?.isDirectory()) {
    await (isAbsolute(path)
      ? planUnseen({ ...work, base: sep, prefix: sep }, path.slice(1), entry, rules)
      : planUnseen(work, path, entry, rules));
    return [];
  }
  const maxFileBytes = isGits ? gitLimits.maxFileBytes : looking.limits.maxFileBytes;
  const limits = { ...looking.limits, maxFileBytes };
  const state = await scanFolderState({ ...looking, limits }, place, isGits ? gitRules(true) : noRules);
  if (typeof state === "string") return [{ path, reason: state }];
  if ((there.mode & permissionBits) !== entry.mode)
    work.steps.push({ path, change: "mode", type: entry.type, entry });
  const prefix = `${path}/`;
  const inner = [...work.leftOut].filter((one) => one.startsWith(prefix));
  await planFolder(
    {
      ...work,
      base: place,
      prefix,
      leftOut: new Set(inner.map((one) => one.slice(prefix.length))),
    },
    { path: "", tree: entry.hash },
    state.folder,
    rules,
  );
  if (isGits)
    return state.gits.map((one) => ({
      path: `${prefix}${one}`,
      reason: "it lies inside a git folder",
    }));
  gits.push(...state.gits.map((one) => `${prefix}${one}`));
  return state.totals.leftOut.map((one) => ({ ...one, path: `${prefix}${one.path}` }));
}

/** Nothing was there: what was created is deleted, and so are the folders created with it, if they are then empty. */
async function planAbsence(
  work: PlanWork,
  looking: ScanContext,
  { path, missingFrom }: Pick<NamedEntry, "path"> & { readonly missingFrom: string | undefined },
  gits: string[],
): Promise<readonly ExcludedPath[]> {
  const place = resolve(work.base, path);
  const stats = statsAt(place);
  if (!stats) return [];
  const now: ExcludedPath[] = [];
  if (stats.isDirectory()) {
    const state = await scanFolderState(looking, place, noRules);
    if (typeof state === "string") return [{ path, reason: state }];
    now.push(...state.totals.leftOut.map((one) => ({ ...one, path: `${path}/${one.path}` })));
    gits.push(...state.gits.map((one) => `${path}/${one}`));
    const steps: RestoreStep[] = [];
    await planRemoval(
      { ...work, base: place, prefix: "", leftOut: new Set(), steps },
      "",
      { type: "folder" },
      state.folder,
      noRules,
    );
    for (const step of steps)
      work.steps.push({
        ...step,
        path: step.path === "" ? path : `${path}/${step.path}`,
        ...(step.type === "folder" && { ifEmpty: true }),
      });
  } else work.steps.push({ path, change: "removed", type: stats.isFile() ? "file" : "link" });
  const last = missingFrom ?? path;
  for (let folder = path; folder !== last;) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    work.steps.push({ path: folder, change: "removed", type: "folder", ifEmpty: true });
  }
  return now;
}
