import { setTimeout as sleep } from "node:timers/promises";
import type { CallRecord } from "./call-records.ts";
import { orNothing } from "./entries.ts";
import { writeHeld } from "./held-folder.ts";
import { nestedRepositories, type NestedBefore, type NestedRepository } from "./nested-repositories.ts";
import { harmlessText, isHarmlessPart, type RepositoryPart } from "./repository-parts.ts";
import {
  leave,
  rootOf,
  setAside,
  type ChangedFile,
  type CheckOptions,
  type ProtectedChange,
} from "./set-aside.ts";

const momentMs = 50;

interface ChangedPart {
  readonly part: RepositoryPart;
  readonly before: RepositoryPart | undefined;
  /** Whether files of the history can be at its path: Git has nothing below a `.git`. */
  readonly isBare: boolean;
}

interface NestedCheck {
  readonly record: Pick<CallRecord, "roots">;
  readonly options: CheckOptions;
  /** By path, those of the files that the history does not have, and whether the index has them. */
  readonly unversioned: (files: readonly ChangedFile[]) => Promise<ReadonlyMap<string, boolean>>;
}

/**
 * Looks at what a command has left in repositories in subfolders. What Git would run or obey there is moved aside, and what was
 * there before is put back; settings that start nothing stay.
 */
export async function checkNested(
  { place, repositories }: NestedBefore,
  { record, options, unversioned }: NestedCheck,
): Promise<readonly ProtectedChange[]> {
  const byPath = new Map(repositories.map((one) => [one.path, one]));
  const byIdentity = new Map(repositories.map((one) => [one.identity, one]));
  const look = async () =>
    (await nestedRepositories(place)).flatMap((now) =>
      changesIn(now, byPath.get(now.path) ?? byIdentity.get(now.identity)),
    );
  let changed = await look();
  // A command of another process may be making a worktree: what its `.git` names is complete a moment later.
  for (
    let attempt = 0;
    attempt < 3 && changed.some(({ part }) => part.path.endsWith("/.git"));
    attempt += 1
  ) {
    await sleep(momentMs);
    changed = await look();
  }
  const ofBare = changed.filter(({ isBare }) => isBare).map(({ part }) => toFile(part));
  const tracked = ofBare.length > 0 ? await unversioned(ofBare) : new Map<string, boolean>();
  return changed
    .filter(({ part, isBare }) => !options.permitted?.has(part.path) && (!isBare || tracked.has(part.path)))
    .map((change) => {
      const { part } = change;
      if (options.moves !== "all" || tracked.get(part.path)) return leave(toFile(part), options);
      const moved = setAside(toFile(part), record, options);
      if (moved.aside !== undefined) putBack(change, record);
      return moved;
    });
}

function toFile(part: RepositoryPart): ChangedFile {
  const { path, reason, kind, hash, isExecutable } = part;
  return { path, reason, now: { kind, hash, isExecutable, stamp: "" } };
}

function changesIn(now: NestedRepository, before: NestedRepository | undefined): readonly ChangedPart[] {
  const isBare = !now.path.endsWith("/.git");
  return [...now.parts].flatMap(([name, part]) => {
    const earlier = before?.parts.get(name);
    const isAllowed = before ? isUnchanged(part, earlier) : isHarmlessPart(part);
    return isAllowed ? [] : [{ part, before: earlier, isBare }];
  });
}

/** Settings that start nothing may be new, too. */
function isUnchanged(part: RepositoryPart, earlier: RepositoryPart | undefined): boolean {
  const { kind, hash, isExecutable, risky, isHarmless } = part;
  if (isHarmless) return true;
  if (earlier?.kind === kind && earlier.hash === hash && earlier.isExecutable === isExecutable) return true;
  const lines = new Set(earlier?.risky);
  return risky?.every((line) => lines.has(line)) ?? false;
}

/** What was there before; of settings that are new, those that are harmless. */
function putBack({ part, before }: ChangedPart, record: Pick<CallRecord, "roots">): void {
  const root = rootOf(part.path, record);
  const content = before ? before.content : harmlessText(part);
  if (root === undefined || content === undefined) return;
  orNothing(() => writeHeld(root, part.path, content, before?.isExecutable ? 0o755 : 0o644));
}
