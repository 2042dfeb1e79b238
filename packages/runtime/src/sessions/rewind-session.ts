import type { SessionNote } from "@skein/agent";
import type { Checkpoints, FileChange } from "@skein/checkpoints";
import {
  ConfigError,
  SessionError,
  standing,
  type Entry,
  type Snapshot,
  type Unkept,
  type UserPart,
} from "@skein/protocol";
import {
  ownStretches,
  readAll,
  redoTarget,
  snapshotsAt,
  undoTarget,
  type SessionStore,
} from "@skein/sessions";

export interface RewindParts {
  readonly store: SessionStore;
  readonly checkpoints: Checkpoints;
  /** Appends to the journal between two runs. */
  readonly write: (bodies: readonly SessionNote[]) => Promise<unknown>;
}

export interface RewindOptions {
  /** Only say what would be done. */
  readonly dryRun?: boolean;
  /** Go back in the conversation, and leave the files as they are. */
  readonly keepFiles?: boolean;
}

interface RewoundFolder {
  readonly root: string;
  readonly changes: readonly FileChange[];
  /** Files that calls had changed and somebody else has changed since: they stay as they are. */
  readonly kept: readonly string[];
}

/** A session as it is again after an earlier entry. */
export interface Rewound {
  readonly to: number;
  /** What was, or would be, done to files, by folder. */
  readonly folders: readonly RewoundFolder[];
  /** For an undo: what the user had said, to be said again in other words. */
  readonly said?: readonly UserPart[];
  /** What calls may have changed that was kept nowhere, and so cannot be brought back. */
  readonly unkept: readonly Unkept[];
}

/** Throws `ConfigError` when there is no such entry, `not-found` when a snapshot is gone. */
export async function rewindSession(
  parts: RewindParts,
  session: string,
  to: number,
  options: RewindOptions = {},
): Promise<Rewound> {
  return rewind(parts, await known(parts.store, session), to, options);
}

/** Takes back the last run that stands. Throws `ConfigError` when there is none. */
export async function undoRun(
  parts: RewindParts,
  session: string,
  options: RewindOptions = {},
): Promise<Rewound> {
  const entries = await known(parts.store, session);
  const target = undoTarget(entries);
  if (!target) throw new ConfigError("usage", "There is nothing to undo: nothing was said yet.");
  return { ...(await rewind(parts, entries, target.to, options)), said: target.said };
}

/** Takes the last undo back. Throws `ConfigError` when there is none, or when the session went on since. */
export async function redoRun(
  parts: RewindParts,
  session: string,
  options: RewindOptions = {},
): Promise<Rewound> {
  const entries = await known(parts.store, session);
  const to = redoTarget(entries);
  if (to === undefined) {
    throw new ConfigError("usage", "There is nothing to redo: no undo was made since the last message.");
  }
  return rewind(parts, entries, to, options);
}

/**
 * First the files as they are now are kept, then restored, then the journal goes back: killed anywhere in between, the
 * same rewind made again comes to the same end, and can be taken back to where it began. At last the files are kept as
 * they are after it, to tell later changes from these.
 */
async function rewind(
  { checkpoints, write }: RewindParts,
  entries: readonly Entry[],
  to: number,
  { dryRun = false, keepFiles = false }: RewindOptions,
): Promise<Rewound> {
  const last = entries.at(-1)?.seq ?? 0;
  if (!Number.isSafeInteger(to) || to < 1 || to > last) {
    throw new ConfigError("usage", `There is no entry ${to} to go back to.`, {
      hint: `The session has the entries 1 to ${last}; \`skein session show ID --entries\` lists them.`,
    });
  }
  const targets = keepFiles ? [] : snapshotsAt(entries, to);
  for (const { snapshot } of targets) if (!checkpoints.snapshot(snapshot)) throw gone(to);
  const plans: FolderPlan[] = [];
  for (const target of targets) plans.push(await planFolder(checkpoints, entries, to, target));
  if (!dryRun && plans.length > 0) {
    await write(plans.map(({ root, now }) => ({ kind: "checkpoint", snapshot: now, root })));
  }
  const folders: RewoundFolder[] = [];
  for (const { root, snapshot, kept, isOurs } of plans) {
    const options = { only: isOurs };
    const changes = dryRun
      ? await checkpoints.changes(snapshot, root, options)
      : await checkpoints.restore(snapshot, root, options);
    folders.push({ root, kept, changes });
  }
  const unkept = keepFiles ? [] : unkeptSince(entries, to);
  if (dryRun) return { to, folders, unkept };
  await write([{ kind: "rewind", to }]);
  const closing: SessionNote[] = [];
  for (const { root, named } of plans) {
    const { id } = await checkpoints.capture(root, { named });
    closing.push({ kind: "checkpoint", snapshot: id, root, closes: true });
  }
  if (closing.length > 0) await write(closing);
  return { to, folders, unkept };
}

/** Of the calls that are taken back, each thing once. */
function unkeptSince(entries: readonly Entry[], to: number): readonly Unkept[] {
  const found = new Map<string, Unkept>();
  for (const entry of standing(entries)) {
    if (entry.kind !== "tool-intent" || entry.seq <= to) continue;
    for (const one of entry.unkept ?? []) found.set(`${one.path}\0${one.reason}`, one);
  }
  return [...found.values()];
}

interface FolderPlan extends Snapshot {
  /** The files as they are. */
  readonly now: string;
  readonly named: readonly string[];
  readonly kept: readonly string[];
  readonly isOurs: (path: string) => boolean;
}

/** Only what calls and rewinds have changed is taken back, and of that only what nobody else has changed since. */
async function planFolder(
  checkpoints: Checkpoints,
  entries: readonly Entry[],
  to: number,
  { root, snapshot }: Snapshot,
): Promise<FolderPlan> {
  const stretches = ownStretches(entries, to, root);
  const last = stretches.at(-1)?.after;
  const closings = stretches.flatMap(({ after }) => (after === undefined ? [] : [after]));
  const named = [snapshot, ...closings].flatMap((id) => checkpoints.snapshot(id)?.named ?? []);
  const { id: now } = await checkpoints.capture(root, { named });
  const changedBetween = (before: string, after: string) =>
    checkpoints.snapshot(before) && checkpoints.snapshot(after)
      ? checkpoints.diff(before, after).map(({ path }) => path)
      : [];
  const ours = new Set(stretches.flatMap(({ before, after = now }) => changedBetween(before, after)));
  const theirs = new Set(last === undefined ? [] : changedBetween(last, now));
  keepRepositoriesWhole(checkpoints.snapshot(snapshot)?.repositories ?? [], ours, theirs);
  return {
    root,
    snapshot,
    now,
    named,
    kept: [...ours].filter((path) => theirs.has(path)),
    isOurs: (path) => ours.has(path) && !theirs.has(path),
  };
}

/**
 * A repository goes back as a whole or not at all. Its index is written anew by everybody who looks at the state of the
 * files, and what git stores is never in the way: neither is a change of somebody else's.
 */
function keepRepositoriesWhole(places: readonly string[], ours: Set<string>, theirs: Set<string>): void {
  for (const place of places) {
    const isIn = (path: string) => path === place || path.startsWith(`${place}/`);
    const changed = [...theirs].filter((path) => isIn(path) && !unimportant.test(path.slice(place.length)));
    for (const path of [...theirs].filter(isIn)) theirs.delete(path);
    if (changed.length === 0) continue;
    for (const path of [...ours].filter(isIn)) theirs.add(path);
  }
}

const unimportant = /^(?:\/(?:index|FETCH_HEAD|COMMIT_EDITMSG|(?:objects|logs)(?:\/.*)?))?$/;

async function known(store: SessionStore, session: string): Promise<readonly Entry[]> {
  const entries = await readAll(store, session);
  if (entries.length > 0) return entries;
  throw new SessionError("not-found", `There is no session ${session}.`, {
    hint: "`skein session list --all` shows what there is.",
  });
}

function gone(to: number): SessionError {
  return new SessionError("not-found", `The files as they were at entry ${to} are not kept any more.`, {
    hint: "Go back in the conversation alone: --keep-files.",
  });
}
