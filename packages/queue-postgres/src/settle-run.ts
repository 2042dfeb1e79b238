import type { JobResult } from "pg-boss";
import type { RunEnd, TakenRun } from "./queued-run.ts";

/** How often a run may be begun in all: by workers that stopped or died, and again after what is safe to try again. */
export const maxAttempts = 20;

/** Attempts that end for the same passing reason. */
const maxTries = 5;

/** Its cause may pass, and the session knows what was done: the next attempt goes on from there. */
const passing: ReadonlySet<string> = new Set(["provider", "storage"]);

/** It needs no one's look. */
const fine: ReadonlySet<string> = new Set(["done", "needs-input", "cancelled"]);

/** What becomes of a run in the queue once a worker has let go of it. @param end - absent: it is given back. */
export function settled(
  id: string,
  { attempt }: Pick<TakenRun, "attempt">,
  end: RunEnd | undefined,
): JobResult {
  if (end === undefined) return { id, status: "failed" };
  if (fine.has(end.outcome)) return { id, status: "completed", output: end };
  const isTriedAgain = passing.has(end.outcome) && attempt < maxTries;
  return { id, status: isTriedAgain ? "failed" : "deadletter", output: end };
}
