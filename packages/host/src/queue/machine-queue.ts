import { ConfigError } from "@skein/protocol";
import { newSessionId } from "@skein/runtime";
import { openRunQueue, openTakeOver, type RunQueue, type Submission } from "@skein/runtime/queue";
import type { Machine } from "../machine.ts";
import { machineSessions, neededDatabase, sharedStore } from "../sessions/machine-sessions.ts";

export interface RunWish extends Omit<Submission, "session" | "after"> {
  /** Default: a new one. */
  readonly session?: string | undefined;
}

/** The queue in the database that the settings name. Throws `ConfigError` without one, and when it cannot be used. */
export async function openMachineQueue(machine: Machine): Promise<RunQueue> {
  const url = await neededDatabase(machine);
  await (await openTakeOver(url, (await sharedStore(machine)).blobs))[Symbol.asyncDispose](); // what is wrong with the address is said in the same way everywhere
  return openRunQueue({ url });
}

/** @returns the id of its session. Throws `ConfigError`. */
export async function submitRun(machine: Machine, { session, ...wish }: RunWish): Promise<string> {
  await using queue = await openMachineQueue(machine);
  await using sessions = await machineSessions(machine);
  const id = session ?? newSessionId(new Date(), Math.random);
  let after = 0;
  for await (const { seq } of sessions.entries(id)) after = seq;
  if (wish.task.trim() === "" && after === 0)
    throw new ConfigError("usage", "There is nothing to do.", {
      hint: "Give a task, or the id of a session that can go on.",
    });
  await queue.submit({ ...wish, session: id, after });
  return id;
}
