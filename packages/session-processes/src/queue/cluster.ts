import type { Sessions } from "@skein/runtime";
import { openSessionWriters } from "@skein/runtime/queue";
import type { LeaseHolder } from "@skein/journal-postgres";
import type { QueueEntry, RunQueue } from "@skein/queue-postgres";
import type { RunStanding } from "../background/read-log.ts";
import type { Machine } from "@skein/host";
import { connectToOwner } from "../owner-socket/connect-to-owner.ts";
import { socketPlace } from "../owner-socket/socket-place.ts";
import { databaseUrl } from "@skein/host/sessions";
import { openMachineQueue } from "./machine-queue.ts";

/** A run of the cluster, wherever it is. */
export interface ClusterRun extends QueueEntry {
  /** Who works on it; absent while no one does. */
  readonly worker?: LeaseHolder | undefined;
  /** How many runs are taken before it; only of one that waits. */
  readonly before?: number;
}

/** The queue, where a database is named: otherwise this machine is all there is. Throws `ConfigError`. */
export async function clusterQueue(machine: Machine): Promise<RunQueue | undefined> {
  return (await databaseUrl(machine)) === undefined ? undefined : openMachineQueue(machine);
}

/** The runs of the cluster that the settings name, the newest first; none without a database. Throws `ConfigError`. */
export async function clusterRuns(machine: Machine): Promise<readonly ClusterRun[]> {
  const url = await databaseUrl(machine);
  if (url === undefined) return [];
  await using queue = await openMachineQueue(machine);
  await using writers = await openSessionWriters(url);
  const [runs, holders] = await Promise.all([queue.list(), writers.leaseHolders()]);
  return runs
    .toSorted((one, other) => other.submittedAt.getTime() - one.submittedAt.getTime())
    .map((run) => ({
      ...run,
      ...(run.state === "running" ? { worker: holders.get(run.session) } : {}),
      ...(run.state === "waiting" ? { before: runsBefore(run, runs) } : {}),
    }));
}

/** Shares may let others pass. */
export function runsBefore(run: QueueEntry, runs: readonly QueueEntry[]): number {
  const rank = ({ priority = 0, submittedAt }: QueueEntry) => [-priority, submittedAt.getTime()] as const;
  const [priority, at] = rank(run);
  return runs.filter((other) => {
    const [otherPriority, otherAt] = rank(other);
    return (
      other.state === "waiting" && (otherPriority < priority || (otherPriority === priority && otherAt < at))
    );
  }).length;
}

/** Whether a worker that no process of this machine is has a run, or will: nothing of it can be reached but its journal. */
export async function isOnCluster(machine: Machine, session: string): Promise<boolean> {
  await using queue = await clusterQueue(machine);
  if (!isQueued(await queue?.find(session))) return false;
  using owner = await connectToOwner(socketPlace(machine.directories, session), session);
  return owner === undefined;
}

/** Whether a worker has it, or will. */
export function isQueued(run: QueueEntry | undefined): run is QueueEntry {
  return run?.state === "waiting" || run?.state === "running";
}

/** Where the last run of a session stands, by the queue if there is one, and by its lease. */
export async function standingIn(
  queue: Pick<RunQueue, "find"> | undefined,
  sessions: Pick<Sessions, "list">,
  session: string,
): Promise<RunStanding> {
  const queued = await queue?.find(session);
  const known = queued ? { after: queued.after } : {};
  if (isQueued(queued)) return { ...known, isOn: true };
  const [listed] = await sessions.list(session);
  const isRunning = listed !== undefined && "summary" in listed && listed.summary.state === "running";
  return { ...known, isOn: isRunning };
}
