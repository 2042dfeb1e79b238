import { SkeinError } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import { interruption, RunStop, stopOf } from "../run-stop.ts";

/** What ends a run early. */
export interface RunStopper {
  /** Aborted with a `RunStop` when the run is to end. */
  readonly signal: AbortSignal;
  readonly stop: (error: unknown) => void;
  /**
   * Stops the run at a time, or when memory runs short.
   *
   * @param endsAt - milliseconds since the epoch; undefined: never.
   * @returns what lifts the limit.
   */
  limit(parts: LimitedParts, endsAt: number | undefined): () => void;
  /** The run is over: the signal of the caller is not watched any more. */
  release(): void;
}

interface LimitedParts {
  readonly clock: Pick<CompleteParts["clock"], "now">;
  readonly limits: Pick<CompleteParts["limits"], "maxTimeMs">;
  readonly watchMemory?: CompleteParts["watchMemory"];
}

/** @param outer - signal of the caller. */
export function createRunStopper(outer: AbortSignal | undefined): RunStopper {
  const stopper = new AbortController();
  const stop = (error: unknown) => stopper.abort(stopOf(error));
  const onAbort = () => stop(isOwnReason(outer?.reason) ? outer?.reason : interruption());
  outer?.addEventListener("abort", onAbort, { once: true });
  if (outer?.aborted) onAbort();
  return {
    signal: stopper.signal,
    stop,
    limit(parts, endsAt) {
      const timer = endsAt === undefined ? undefined : limitTime(parts, endsAt, stop);
      const unwatch = parts.watchMemory?.((error) => stop(new RunStop("limit", error)));
      return () => {
        clearTimeout(timer);
        unwatch?.();
      };
    },
    release: () => outer?.removeEventListener("abort", onAbort),
  };
}

/** Our own abort reasons say how the run ends; any other abort is an interruption. */
function isOwnReason(reason: unknown): boolean {
  return reason instanceof RunStop || SkeinError.is(reason);
}

/** Node's timers cannot wait longer (about 24 days). */
const longestTimerMs = 2_147_483_647;

function limitTime(
  { clock, limits: { maxTimeMs = 0 } }: Pick<LimitedParts, "clock" | "limits">,
  endsAt: number,
  stop: (error: unknown) => void,
): NodeJS.Timeout {
  const message = `The time limit of ${maxTimeMs / 1000} s was reached before the work was done.`;
  const leftMs = Math.min(longestTimerMs, Math.max(0, endsAt - clock.now()));
  return setTimeout(() => stop(new RunStop("limit", { code: "max-time", message })), leftMs);
}
