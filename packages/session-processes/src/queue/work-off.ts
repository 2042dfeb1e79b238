import { once } from "node:events";
import { newSessionId } from "@skein/runtime";
import { openQueueTelemetry } from "@skein/runtime/queue";
import type { RunEnd, RunQueue } from "@skein/queue-postgres";
import type { Host, Machine } from "@skein/host";
import { runQueued, type QueuedRunParts } from "./run-queued.ts";
import { openWorkFolder } from "./work-folder.ts";

export interface WorkingOff {
  readonly machine: Machine;
  readonly host: Pick<Host, "open" | "sessions">;
  readonly queue: RunQueue;
  /** Runs at once here, and of one share over all workers. */
  readonly atOnce: number;
  readonly perShare?: number | undefined;
  /** Aborted, what runs is given back. */
  readonly signal: AbortSignal;
  readonly onBegin: (session: string, attempt: number) => void;
  /** @param end - `undefined`: it was given back. */
  readonly onEnd: (session: string, end: RunEnd | undefined) => void;
  readonly onNotice: (session: string, text: string) => void;
  readonly onProblem: (sentence: string) => void;
}

/** Takes runs out of the queue and does them until the signal is aborted. Rejects with `ConfigError`. */
export async function workOff(working: WorkingOff): Promise<void> {
  const { machine, host, queue, atOnce, perShare, signal, onBegin, onEnd, onNotice, onProblem } = working;
  await using telemetry = await openQueueTelemetry(machine.env, queue);
  const shares = perShare === undefined ? {} : { perShare };
  const newSession = (): string => newSessionId(new Date(), Math.random);
  const stop = await queue.work({ atOnce, ...shares, newSession, onProblem }, async (taken) => {
    onBegin(taken.session, taken.attempt);
    telemetry?.begun(taken.attempt);
    const { limits } = queue;
    const workFolder: QueuedRunParts["workFolder"] = (session, work) =>
      openWorkFolder(machine, host, session, work);
    const parts = {
      host,
      limits,
      workFolder,
      onNotice: (text: string) => onNotice(taken.session, text),
    };
    const end = await runQueued(parts, taken);
    onEnd(taken.session, end);
    if (end) telemetry?.ended(end.outcome);
    return end;
  });
  if (!signal.aborted) await once(signal, "abort");
  await stop();
}
