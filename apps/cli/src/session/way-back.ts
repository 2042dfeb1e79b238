import { sessionsAtWork } from "@skein/session-processes/background";
import type { Sessions } from "@skein/runtime";
import { thisMachine } from "../machine.ts";

/** Pids of the processes that have sessions open now and let others attach, by session. */
export async function openElsewhere(sessions: Sessions): Promise<ReadonlyMap<string, number>> {
  const atWork = await sessionsAtWork(thisMachine(), sessions, { since: Infinity });
  return new Map(atWork.flatMap(({ session, pid }) => (pid === undefined ? [] : [[session, pid] as const])));
}

/** The command that leads back into a session. @param pid - of the process that has it open. */
export function wayBack(session: string, pid: number | undefined): string {
  return `skein ${pid === undefined ? "resume" : "attach"} ${session}`;
}
