import type { SessionNote } from "@skein/agent";
import type { FileCheckpoints, FileChange } from "@skein/checkpoints";
import {
  ConfigError,
  SessionError,
  type Entry,
  type UncheckpointedPath,
  type UserPart,
} from "@skein/protocol";
import { readAll, redoTarget, snapshotsAt, undoTargets, type SessionStore } from "@skein/sessions";
import { planFolder, type FolderPlan } from "./plan-rewind.ts";
import { unkeptSince } from "./unkept-since.ts";

export interface RewindParts {
  readonly store: SessionStore;
  readonly checkpoints: FileCheckpoints;
  /** Appends to the journal between two runs. */
  readonly write: (bodies: readonly SessionNote[]) => Promise<unknown>;
}

export interface RewindOptions {
  /** Only report what would be done. */
  readonly dryRun?: boolean;
  /** Rewind the conversation only, not the files. */
  readonly keepFiles?: boolean;
  /** Rewind the files only, not the conversation. */
  readonly keepConversation?: boolean;
}

interface RewoundFolder {
  readonly root: string;
  readonly changes: readonly FileChange[];
  /** Files and repositories that calls changed and someone else has changed since; they are not restored. */
  readonly kept: readonly string[];
}

/** The result of a rewind. */
export interface Rewound {
  readonly to: number;
  /** File changes that were or would be made, by folder. */
  readonly folders: readonly RewoundFolder[];
  /** For an undo: the user's message, to edit and send again. */
  readonly said?: readonly UserPart[];
  /** Possible changes by calls that are in no snapshot and cannot be restored. */
  readonly unkept: readonly UncheckpointedPath[];
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

/** Undoes the last effective run. Throws `ConfigError` when the conversation is empty. */
export async function undoRun(
  parts: RewindParts,
  session: string,
  options: RewindOptions = {},
): Promise<Rewound> {
  const entries = await known(parts.store, session);
  const target = undoTargets(entries).at(-1);
  if (!target) throw new ConfigError("usage", "Nothing to undo: the conversation is empty.");
  return { ...(await rewind(parts, entries, target.to, options)), said: target.said };
}

/**
 * Redoes the last undo. Throws `ConfigError` when nothing was undone, or when the session continued since.
 */
export async function redoRun(
  parts: RewindParts,
  session: string,
  options: RewindOptions = {},
): Promise<Rewound> {
  const entries = await known(parts.store, session);
  const to = redoTarget(entries);
  if (to === undefined) {
    throw new ConfigError("usage", "Nothing to redo: no undo was made since the last message.");
  }
  return rewind(parts, entries, to, options);
}

/**
 * Takes a checkpoint, restores the files, then rewinds the journal. After a kill at any point, the same
 * rewind can be repeated with the same result, and redone. A last checkpoint separates later changes from
 * these.
 */
async function rewind(
  { checkpoints, write }: RewindParts,
  entries: readonly Entry[],
  to: number,
  { dryRun = false, keepFiles = false, keepConversation = false }: RewindOptions,
): Promise<Rewound> {
  const last = entries.at(-1)?.seq ?? 0;
  if (!Number.isSafeInteger(to) || to < 1 || to > last) {
    throw new ConfigError("usage", `There is no entry ${to} to rewind to.`, {
      hint: `The session has the entries 1 to ${last}.`,
      nextStep: { do: "list-entries" },
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
  for (const { root, sources, kept, expected, elsewhere } of plans) {
    const changes: FileChange[] = [];
    for (const { snapshot, only } of sources) {
      const done = dryRun
        ? await checkpoints.changes(snapshot, root, { only })
        : await checkpoints.restore(snapshot, root, { only });
      changes.push(...done);
    }
    folders.push({ root, kept, changes: [...changes, ...elsewhere, ...(dryRun ? expected : [])] });
  }
  const unkept = keepFiles ? [] : unkeptSince(checkpoints, entries, to);
  if (dryRun) return { to, folders, unkept };
  // A rewind to where the conversation ends changes nothing in it, and can be redone like any other.
  await write([{ kind: "rewind", to: keepConversation ? last : to }]);
  const closing: SessionNote[] = [];
  const done: RewoundFolder[] = [];
  for (const [at, { root, named, watched, differing }] of plans.entries()) {
    const { id } = await checkpoints.capture(root, { named, watched });
    closing.push({ kind: "checkpoint", snapshot: id, root, closes: true });
    const folder = folders[at]!;
    const told = folder.changes.flatMap(({ change, path }) => (change === "blocked" ? [path] : []));
    done.push({ ...folder, changes: [...folder.changes, ...differing(id, told)] });
  }
  if (closing.length > 0) await write(closing);
  return { to, folders: done, unkept };
}

async function known(store: SessionStore, session: string): Promise<readonly Entry[]> {
  const entries = await readAll(store, session);
  if (entries.length > 0) return entries;
  throw new SessionError("not-found", `There is no session ${session}.`, {
    nextStep: { do: "list-sessions" },
  });
}

function gone(to: number): SessionError {
  return new SessionError("not-found", `The checkpoint of entry ${to} no longer exists.`, {
    nextStep: { do: "keep-files" },
  });
}
