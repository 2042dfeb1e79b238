import type { AttemptEvent } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import { RunStop } from "../loop/run-stop.ts";

/** The longest wait for a provider, in milliseconds, of a run with nobody there to see it wait. */
const unattendedMs = 60_000;

/**
 * Ends a run as `provider` rather than have it wait for a retry that would come too late: after the run's time limit,
 * or, with nobody to ask, after more than a minute. Waits of up to 30 s are the retry layer's own and are never refused.
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
  const patienceMs = parts.ask === undefined ? unattendedMs : Infinity;
  if (asked.ms <= Math.min(leftMs, patienceMs)) return;
  const why =
    leftMs < patienceMs
      ? "That is after the time limit of this run."
      : "An unattended run waits 60 s at most.";
  throw new RunStop("provider", {
    code: asked.code,
    message: `${asked.message} The provider asks to wait until ${timeAfter(now, asked.ms)}. ${why}`,
    hint: "Resume the session then.",
  });
}

/** The farthest time that a date can hold; vendors have sent longer waits. */
const latest = 8.64e15;

function timeAfter(now: number, ms: number): string {
  const time = new Date(Math.min(latest, now + ms)).toISOString();
  return `${time.slice(0, time.indexOf("T"))} ${time.slice(time.indexOf("T") + 1, -5)} UTC`;
}
