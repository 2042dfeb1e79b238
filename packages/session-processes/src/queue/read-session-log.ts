import type { RunResult } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { readLog, type ReadLogParts } from "../background/read-log.ts";
import type { Machine } from "@skein/host";
import { clusterQueue, runsBefore, standingIn } from "./cluster.ts";
import { unseenRun } from "@skein/host/sessions";

export interface SessionLogParts extends Omit<ReadLogParts, "sessions" | "standing"> {
  readonly machine: Machine;
  readonly sessions: ReadLogParts["sessions"] & Pick<Sessions, "list">;
  /** Is called when no worker has taken the run yet, with how many runs are before it. */
  readonly onWaiting: (before: number) => void;
}

/**
 * The last run of a session, of this machine or of the cluster, as `readLog` tells it.
 *
 * @returns how it ended; `undefined` when it has not. A run that ended before its session began has the queue's outcome.
 */
export async function readSessionLog({
  machine,
  onWaiting,
  ...parts
}: SessionLogParts): Promise<RunResult | undefined> {
  const { session, sessions } = parts;
  await using queue = await clusterQueue(machine);
  const first = await queue?.find(session);
  if (queue && first?.state === "waiting") onWaiting(runsBefore(first, await queue.list()));
  const result = await readLog({
    ...parts,
    standing: () => standingIn(queue, sessions, session),
  });
  if (result || parts.left.aborted) return result;
  const end = (await queue?.find(session))?.end;
  return end && unseenRun(session, end);
}
