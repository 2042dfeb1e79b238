import { NotStartedError } from "@skein/protocol";
import type { AgentSettings, OpenAgent, Runtime } from "@skein/runtime";

export interface OpeningLimits {
  /** Stops the start of the extensions. */
  readonly signal: AbortSignal;
  /** When the time limit began to count, in milliseconds since the epoch. Default: it does not count yet. */
  readonly countedFrom?: number | undefined;
}

/**
 * Opens an agent. Extensions that are still starting when it is stopped, or when the time limit is over, are ended, and it
 * rejects with `NotStartedError`.
 */
export async function openInTime(
  runtime: Pick<Runtime, "open">,
  settings: AgentSettings,
  { signal, countedFrom }: OpeningLimits,
): Promise<OpenAgent> {
  const maxTimeMs = settings.limits?.maxTimeMs;
  if (maxTimeMs === undefined || countedFrom === undefined) return orStopped(runtime, settings, signal);
  const late = new AbortController();
  const leftMs = Math.max(0, countedFrom + maxTimeMs - Date.now());
  if (leftMs === 0) throw tooLate(maxTimeMs, "before the extensions could be started");
  const stop = () => late.abort(tooLate(maxTimeMs, "while the extensions were starting"));
  const timer = setTimeout(stop, Math.min(longestTimerMs, leftMs));
  try {
    return await orStopped(runtime, settings, AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

async function orStopped(
  runtime: Pick<Runtime, "open">,
  settings: AgentSettings,
  signal: AbortSignal,
): Promise<OpenAgent> {
  try {
    return await runtime.open(settings, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const { reason } = signal;
    throw NotStartedError.is(reason) ? reason : new NotStartedError("interrupted", String(reason));
  }
}

/** A timer cannot wait longer. */
const longestTimerMs = 2_147_483_647;

function tooLate(maxTimeMs: number, when: string): NotStartedError {
  const message = `The time limit of ${maxTimeMs / 1000} s was reached ${when}.`;
  return new NotStartedError("max-time", message, { nextStep: { do: "raise-time-limit" } });
}
