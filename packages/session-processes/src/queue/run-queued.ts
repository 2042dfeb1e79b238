import { messageOf, outcomeOfError, type EntryOf } from "@skein/protocol";
import type { QueueLimits, RunEnd, TakenRun } from "@skein/queue-postgres";
import type { Host } from "@skein/host";
import type { WorkFolder } from "./work-folder.ts";
import { readRun } from "@skein/host/sessions";

/** How far its session has come with a run that was taken before. */
interface Progress {
  /** The model has the task; a run may have been cut off just before. */
  readonly hasBegun: boolean;
  /** How it ended, if it has. */
  readonly end: EntryOf<"outcome"> | undefined;
}

/** An attempt that ended like this is followed by another one. */
const unfinished: ReadonlySet<string> = new Set(["cancelled", "provider", "storage"]);

export interface QueuedRunParts {
  readonly host: Pick<Host, "open" | "sessions">;
  readonly limits: Pick<QueueLimits, "budgetOf">;
  /** Makes the folder of a run that names a commit. */
  readonly workFolder: (session: string, work: NonNullable<TakenRun["work"]>) => Promise<WorkFolder>;
  /** Receives what a person at the run would be told. */
  readonly onNotice: (text: string) => void;
}

/**
 * Does a run of the queue, or resumes it where its session stands: what was done is not done again.
 *
 * @returns `undefined` when it was interrupted here, and is to be given back.
 */
export async function runQueued(
  { host, limits, workFolder, onNotice }: QueuedRunParts,
  taken: TakenRun,
): Promise<RunEnd | undefined> {
  try {
    const { session, signal } = taken;
    // From here on the worker that had it before can write nothing, nor can this one once another has claimed it.
    using claim = await host.sessions.claim?.(session, taken.claim);
    if (!claim) return undefined;
    const { hasBegun, end } = await progressOf(host, session, claim);
    if (end && !unfinished.has(end.outcome)) return endOf(end);
    await using place = taken.work && (await workFolder(session, taken.work));
    await using live = await host.open({
      session,
      cwd: place?.cwd ?? taken.cwd,
      movesFrom: place?.movesFrom,
      overrides: overridesOf(taken),
      attended: false,
      joins: false,
      sharedLimit: limits.budgetOf(taken.share),
    });
    const interrupt = (): void => void live.interrupt("The worker lets go of it.");
    signal.addEventListener("abort", interrupt);
    if (signal.aborted) return undefined;
    const input = hasBegun || taken.task === "" ? undefined : taken.task;
    const { result } = await readRun(live, input, new AbortController().signal, (event) => {
      if (event.type === "notice") onNotice(event.text);
    });
    signal.removeEventListener("abort", interrupt);
    if (signal.aborted) return undefined;
    // Refused what it wrote: another worker may have the run by now, and then its end is not for this one to tell.
    if (result.outcome === "storage" && !(await host.sessions.claim?.(session, taken.claim)))
      return undefined;
    // A run hides no end that its journal could not take. The queue must not have an end that the session has not.
    return (await progressOf(host, session, claim)).end ? endOf(result) : notWritten;
  } catch (error) {
    if (taken.signal.aborted) return undefined;
    return { outcome: outcomeOfError(error), error: { code: "failed", message: messageOf(error) } };
  }
}

const notWritten: RunEnd = {
  outcome: "storage",
  error: { code: "unreachable", message: "The end of the run could not be written." },
};

async function progressOf(
  { sessions }: Pick<Host, "sessions">,
  session: string,
  { after }: { readonly after: number },
): Promise<Progress> {
  let hasBegun = false;
  let end: EntryOf<"outcome"> | undefined;
  for await (const entry of sessions.entries(session, after + 1)) {
    if (entry.kind === "run-start") end = undefined;
    if (entry.kind === "user-message") hasBegun = true;
    if (entry.kind === "outcome") end = entry;
  }
  return { hasBegun, end };
}

function overridesOf({ provider, model, mode, settings }: TakenRun): Readonly<Record<string, string>> {
  const given = Object.entries({ ...settings, provider, model, mode });
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function endOf({ outcome, error, costUsd }: RunEnd): RunEnd {
  return {
    outcome,
    ...(error ? { error } : {}),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}
