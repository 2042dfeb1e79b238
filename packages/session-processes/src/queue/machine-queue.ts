import { ConfigError } from "@skein/protocol";
import { newSessionId, type Sessions } from "@skein/runtime";
import { openSessionWriters } from "@skein/runtime/queue";
import { openRunQueue, type QueuedWork, type RunQueue, type Submission } from "@skein/queue-postgres";
import type { Machine } from "@skein/host";
import { pinCommit } from "@skein/checkpoints/worktrees";
import { userGit } from "../worktrees/user-git.ts";
import { checkArchive } from "./archive/check-archive.ts";
import { isArchive, readArchive } from "./archive/read-archive.ts";
import { lastSeq, machineSessions, neededDatabase, sharedStore } from "@skein/host/sessions";

export interface RunWish extends Omit<Submission, "session" | "after" | "work"> {
  /** Whose files a worker works on: `url#ref` of a repository, or the path or address of an archive. Default: those of `cwd`. */
  readonly work?: string | undefined;
  /** Default: a new one. */
  readonly session?: string | undefined;
}

/** The queue in the database that the settings name. Throws `ConfigError` without one, and when it cannot be used. */
export async function openMachineQueue(machine: Machine): Promise<RunQueue> {
  const url = await neededDatabase(machine);
  const { blobs } = await sharedStore(machine);
  await using _ = await openSessionWriters(url, blobs); // what is wrong with the address is said in the same way everywhere
  return openRunQueue({ url });
}

/** @returns the id of its session. Throws `ConfigError`. */
export async function submitRun(machine: Machine, { session, work, ...wish }: RunWish): Promise<string> {
  await using queue = await openMachineQueue(machine);
  await using sessions = await machineSessions(machine);
  const id = session ?? newSessionId(new Date(), Math.random);
  const after = await lastSeq(sessions, id);
  if (wish.task.trim() === "" && after === 0)
    throw new ConfigError("usage", "There is nothing to do.", {
      hint: "Give a task, or the id of a session that can go on.",
    });
  const place = work === undefined ? undefined : await workOf(machine, sessions, { id, work, cwd: wish.cwd });
  try {
    await queue.submit({ ...wish, ...(place && { work: place }), session: id, after });
  } catch (error) {
    // No list shows a session that was not begun, nor its archive; one that was named here may wait already.
    if (session === undefined && place && "archive" in place)
      await sessions.remove(id).catch(() => undefined);
    throw error;
  }
  return id;
}

async function workOf(
  machine: Machine,
  sessions: Pick<Sessions, "putBlob">,
  { id, work, cwd }: { readonly id: string; readonly work: string; readonly cwd: string },
): Promise<QueuedWork> {
  if (!isArchive(work)) return pinCommit(userGit(machine), work, cwd);
  const archive = await readArchive(work, cwd);
  await checkArchive(archive);
  return { archive: await sessions.putBlob(id, archive.bytes), name: archive.name };
}
