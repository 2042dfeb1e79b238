import { ConfigError } from "@skein/protocol";
import { newSessionId } from "@skein/runtime";
import { openRunQueue, openSessionWriters, type RunQueue, type Submission } from "@skein/runtime/queue";
import type { Machine } from "../machine.ts";
import { pinCommit } from "@skein/worktrees";
import { userGit } from "../worktrees/user-git.ts";
import { machineSessions, neededDatabase, sharedStore } from "../sessions/machine-sessions.ts";

export interface RunWish extends Omit<Submission, "session" | "after" | "work"> {
  /** `url#ref` of a repository whose files a worker works on. Default: those of `cwd`. */
  readonly work?: string | undefined;
  /** Default: a new one. */
  readonly session?: string | undefined;
}

/** The queue in the database that the settings name. Throws `ConfigError` without one, and when it cannot be used. */
export async function openMachineQueue(machine: Machine): Promise<RunQueue> {
  const url = await neededDatabase(machine);
  await (await openSessionWriters(url, (await sharedStore(machine)).blobs))[Symbol.asyncDispose](); // what is wrong with the address is said in the same way everywhere
  return openRunQueue({ url });
}

/** @returns the id of its session. Throws `ConfigError`. */
export async function submitRun(machine: Machine, { session, work, ...wish }: RunWish): Promise<string> {
  await using queue = await openMachineQueue(machine);
  await using sessions = await machineSessions(machine);
  const id = session ?? newSessionId(new Date(), Math.random);
  let after = 0;
  for await (const { seq } of sessions.entries(id)) after = seq;
  if (wish.task.trim() === "" && after === 0)
    throw new ConfigError("usage", "There is nothing to do.", {
      hint: "Give a task, or the id of a session that can go on.",
    });
  const pinned = work === undefined ? {} : { work: await pinCommit(userGit(machine), work, wish.cwd) };
  await queue.submit({ ...wish, ...pinned, session: id, after });
  return id;
}
