import { asSentence, type AttemptEvent } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import { RunStop } from "../run-stop.ts";

/** The longest backoff of an unattended run, in milliseconds. */
const unattendedMs = 60_000;

/**
 * Ends a run as `provider` when the provider asks for too long a backoff: past the run's time limit or, in an
 * unattended run, more than a minute. Backoffs up to 30 s are the retry layer's own and are never refused.
 */
export function limitBackoff(
  {
    parts,
    endsAt,
  }: { readonly parts: Pick<CompleteParts, "ask" | "clock">; readonly endsAt: number | undefined },
  { asked }: Extract<AttemptEvent, { readonly type: "retry-wait" }>,
): void {
  if (!asked) return;
  const now = parts.clock.now();
  const leftMs = endsAt === undefined ? Infinity : endsAt - now;
  const maxWaitMs = parts.ask === undefined ? unattendedMs : Infinity;
  if (asked.ms <= Math.min(leftMs, maxWaitMs)) return;
  const why =
    leftMs < maxWaitMs
      ? "That is after the time limit of this run."
      : "An unattended run waits 60 s at most.";
  throw new RunStop("provider", {
    code: asked.code,
    message: `${asSentence(asked.message)} The provider asks for a retry after ${timeAfter(now, asked.ms)}. ${why}`,
    hint: "Resume the session then.",
  });
}

/** The largest time value of a `Date`; vendors have sent longer waits. */
const latest = 8.64e15;

function timeAfter(now: number, ms: number): string {
  const time = new Date(Math.min(latest, now + ms)).toISOString();
  return `${time.slice(0, time.indexOf("T"))} ${time.slice(time.indexOf("T") + 1, -5)} UTC`;
}
