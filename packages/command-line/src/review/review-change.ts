import { exitCodes } from "@skein/protocol";
import {
  findChecks,
  hasFailed,
  readChange,
  runReview,
  type ChangeSource,
  type ChangeWish,
  type Check,
  type ReviewOptions,
  type ReviewReport,
} from "@skein/review";
import { isKeptFromModel, isPlainRepository, readGit } from "@skein/runtime/repository";
import { openHost, type HostParts } from "@skein/host";
import type { SessionWishes } from "@skein/host/sessions";
import { chooseChecks } from "./choose-checks.ts";
import { openReviewers } from "./open-reviewers.ts";

export interface ReviewWish
  extends Pick<ReviewOptions, "parallel" | "tell" | "signal">, Pick<SessionWishes, "overrides"> {
  readonly change: ChangeWish;
  /** Only these checks. Default: all. */
  readonly only: readonly string[] | undefined;
  readonly failOn: Parameters<typeof hasFailed>[1];
  /** Whether notes, skills and checks of the folder count: not where others wrote them. Default true. */
  readonly trustsFolder?: boolean;
}

export interface Reviewed {
  readonly report: ReviewReport;
  readonly checks: readonly Check[];
  readonly exitCode: number;
}

/** Reads a change, has it reviewed, and judges the report. Throws `ConfigError`, and the signal's reason. */
export async function reviewChange(parts: HostParts, wish: ReviewWish): Promise<Reviewed> {
  const { change: wanted, only, failOn, overrides, trustsFolder = true, ...options } = wish;
  const { signal } = options;
  const source: ChangeSource = {
    git: (args, folder) => readGit(args, { cwd: folder, env: parts.env, signal }),
    isPlainRepository,
    isKeptFromModel,
  };
  const change = await readChange(wanted, source);
  const checks = chooseChecks(await findChecks(change, trustsFolder), only);
  await using host = await openHost(parts);
  const report = await runReview({
    ...options,
    change,
    checks,
    openReviewers: (count) => openReviewers(host, { root: change.root, overrides, trustsFolder }, count),
  });
  signal.throwIfAborted();
  const unfinished = report.checks.find(({ outcome }) => outcome !== "done");
  const failed = hasFailed(report, failOn) ? exitCodes["invalid-output"] : exitCodes.done;
  return { report, checks, exitCode: unfinished ? exitCodes[unfinished.outcome] : failed };
}
