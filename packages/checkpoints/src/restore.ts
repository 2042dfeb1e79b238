import { isAbsolute, resolve, sep } from "node:path";
import { SessionError } from "@skein/protocol";
import { absolute } from "./entries.ts";
import { noRules, rootRules } from "./ignore-rules.ts";
import { planFolder, planUnseen, type PlanWork, type Step } from "./plan.ts";
import { readSnapshot, type NamedEntry, type SnapshotBody } from "./snapshots.ts";
import { statCache } from "./stat-cache.ts";
import { lookAt, rulesAround, type Looking } from "./state.ts";
import type { Store } from "./store.ts";
import { statsAt } from "./stats.ts";

const unlimited = { maxFiles: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };

/**
 * What makes the root equal to a snapshot.
 *
 * @param base - a real path.
 */
export async function plan(
  store: Store,
  looking: Looking,
  id: string,
  base: string,
): Promise<readonly Step[]> {
  const body = neededSnapshot(store, id);
  const free = { ...looking, limits: { ...looking.limits, ...unlimited } };
  const leftOut = new Set(body.leftOut.map(({ path }) => path));
  const work: PlanWork = { store, base, prefix: "", pace: looking.pace, leftOut, steps: [] };
  if (body.tree !== null) await planTree(work, free, { ...body, tree: body.tree });
  for (const named of body.named) await planNamed(work, free, named);
  return work.steps;
}

export function neededSnapshot(store: Store, id: string): SnapshotBody {
  const body = readSnapshot(store, id);
  if (body) return body;
  throw new SessionError("not-found", `There is no checkpoint ${id} in ${store.folder}.`, {
    hint: "It may have been deleted as an old one.",
  });
}

async function planTree(
  work: PlanWork,
  looking: Looking,
  { tree, outer }: SnapshotBody & { readonly tree: string },
): Promise<void> {
  const then = rootRules(outer, looking.include);
  const state = await lookAt(
    looking,
    work.base,
    rulesAround(work.base, looking.include).rules,
    statCache(work.store, work.base),
  );
  await planFolder(work, { path: "", tree }, typeof state === "string" ? undefined : state.folder, then);
}

async function planNamed(
  work: PlanWork,
  looking: Looking,
  { path, entry, missingFrom }: NamedEntry,
): Promise<void> {
  if (entry === null) return planAbsence(work, path, missingFrom);
  const place = resolve(work.base, path);
  const there = statsAt(place);
  if (entry.type !== "folder" || !there?.isDirectory()) {
    return isAbsolute(path)
      ? planUnseen({ ...work, base: sep, prefix: sep }, path.slice(1), entry, noRules)
      : planUnseen(work, path, entry, noRules);
  }
  const state = await lookAt(looking, place, noRules);
  if (typeof state === "string") return;
  await planFolder(
    { ...work, base: place, prefix: `${path}/`, leftOut: new Set() },
    { path: "", tree: entry.hash },
    state.folder,
    noRules,
  );
}

/** Nothing was there: a file that came goes, and so do the folders that came with it, as far as they are empty. */
function planAbsence(work: PlanWork, path: string, missingFrom: string | undefined): void {
  const stats = statsAt(isAbsolute(path) ? path : absolute(work.base, path));
  if (!stats) return;
  if (stats.isDirectory()) work.steps.push({ path, change: "removed", type: "folder", ifEmpty: true });
  else work.steps.push({ path, change: "removed", type: stats.isFile() ? "file" : "link" });
  const last = missingFrom ?? path;
  for (let folder = path; folder !== last;) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    work.steps.push({ path: folder, change: "removed", type: "folder", ifEmpty: true });
  }
}
