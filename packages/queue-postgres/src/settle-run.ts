import type { JobResult } from "pg-boss";
import type { RunEnd } from "./queued-run.ts";

/** How often a run may lose its worker before it is dead: it may be what kills them. */
export const maxLosses = 20;

/** Attempts that end for the same passing reason. */
const maxTries = 5;
const longestWaitSeconds = 60;

/** Its cause may pass, and the session knows what was done: the next attempt goes on from there. */
const passing: ReadonlySet<string> = new Set(["provider", "storage"]);

/** It needs no one's look. */
const fine: ReadonlySet<string> = new Set(["done", "needs-input", "cancelled"]);

/** What becomes of a run in the queue once a worker has let go of it. */
export interface Settlement {
  readonly status: JobResult["status"];
  /** Before the next attempt. */
  readonly waitSeconds?: number;
}

/**
 * @param tries - how many attempts have ended for a passing reason before this one. Workers that stopped or were lost are
 *   not counted: the run is not the reason.
 * @param end - absent: it is given back.
 */
export function settlementOf(tries: number, end: RunEnd | undefined): Settlement {
  if (end === undefined) return { status: "failed", waitSeconds: 0 };
  if (fine.has(end.outcome)) return { status: "completed" };
  if (!passing.has(end.outcome) || tries + 1 >= maxTries) return { status: "deadletter" };
  return { status: "failed", waitSeconds: Math.min(longestWaitSeconds, 2 ** (tries + 1)) };
}
