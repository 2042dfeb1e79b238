import type { Machine } from "@skein/host";
import type { Sessions } from "@skein/runtime";
import { sessionsAtWork } from "./sessions-at-work.ts";

/** Pids of the processes that have sessions open now and let others attach, by session. */
export async function openElsewhere(
  machine: Machine,
  sessions: Sessions,
): Promise<ReadonlyMap<string, number>> {
  const atWork = await sessionsAtWork(machine, sessions, { since: Infinity });
  return new Map(atWork.flatMap(({ session, pid }) => (pid === undefined ? [] : [[session, pid] as const])));
}
