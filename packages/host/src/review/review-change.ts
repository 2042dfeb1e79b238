import { exitCodes } from "@skein/protocol";
import { hasFailed, type ReviewReport } from "@skein/review";
import { openHost, type HostParts } from "../host.ts";
import { findChecks } from "./find-checks.ts";
import { readChange } from "./read-change.ts";
import { runReview, type ReviewOptions } from "./run-review.ts";

export interface ReviewWish extends Omit<ReviewOptions, "change" | "checks"> {
  readonly change: Parameters<typeof readChange>[1];
  /** Only these checks. Default: all. */
  readonly only: readonly string[] | undefined;
  readonly failOn: Parameters<typeof hasFailed>[1];
}

export interface Reviewed {
  readonly report: ReviewReport;
  readonly checks: Awaited<ReturnType<typeof findChecks>>;
  readonly exitCode: number;
}

/** Reads a change, has it reviewed, and judges the report. Throws `ConfigError`, and the signal's reason. */
export async function reviewChange(parts: HostParts, wish: ReviewWish): Promise<Reviewed> {
  const { change: wanted, only, failOn, ...options } = wish;
  const change = await readChange(parts, wanted, options.signal);
  const checks = await findChecks(change, only, wish.trustsFolder);
  await using host = await openHost(parts);
  const report = await runReview(host, { ...options, change, checks });
  options.signal.throwIfAborted();
  const unfinished = report.checks.find(({ outcome }) => outcome !== "done");
  const failed = hasFailed(report, failOn) ? exitCodes["invalid-output"] : exitCodes.done;
  return { report, checks, exitCode: unfinished ? exitCodes[unfinished.outcome] : failed };
}
