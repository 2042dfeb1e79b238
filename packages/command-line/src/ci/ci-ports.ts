import type { OutcomeName } from "@skein/protocol";
import type { ReviewReport, Severity } from "@skein/review";
import type { GitHubApi } from "./github/api.ts";

/** What a run may do and spend, as the flags of a command would say it. */
interface CiLimits {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly maxCost: string;
  readonly maxTime: string;
}

export interface CiTask extends CiLimits {
  readonly text: string;
  /** Added to the system prompt. */
  readonly system: string;
  readonly recipe: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly trustHashes: readonly string[];
  /** `undefined` with `readOnly`. */
  readonly mode: string | undefined;
  readonly readOnly: boolean;
  readonly maxTurns: string;
  /** Whether notes, skills and other files of the checkout may shape the run. */
  readonly trustsCheckout: boolean;
}

/** How a run has ended. */
export interface CiRun {
  readonly outcome: OutcomeName;
  readonly exitCode: number;
  readonly text: string;
  /** Why it did not end as `done`. */
  readonly problem?: string | undefined;
  readonly costUsd?: number | undefined;
  readonly turns: number;
  readonly sessions: readonly string[];
}

export interface CiReviewTask extends CiLimits {
  /** As `git diff` writes it. */
  readonly diff: string;
  /** What it is, in words. */
  readonly subject: string;
  readonly failOn: Severity | "never";
  readonly trustsCheckout: boolean;
}

interface CiReview {
  readonly report: ReviewReport;
  readonly exitCode: number;
  readonly sarif: string;
}

/** What the job is, from its environment. */
export interface CiJob {
  /** Same for all runs of a job: `workflow/job`. */
  readonly name: string;
  /** Address of this run; `undefined` when it has none. */
  readonly url: string | undefined;
  /** The commit that the event is about: `GITHUB_SHA`. */
  readonly sha: string;
  /** What is checked out; `undefined`: not known. */
  readonly head: string | undefined;
}

/** What the decisions are carried out with. */
export interface CiPorts {
  readonly api: GitHubApi;
  run(task: CiTask): Promise<CiRun>;
  review(task: CiReviewTask): Promise<CiReview>;
  /** A line of the log. */
  say(level: "notice" | "warning" | "error", text: string): void;
  /** Puts outputs behind those of the step. */
  writeOutputs(outputs: Readonly<Record<string, string>>): Promise<void>;
  writeSummary(markdown: string): Promise<void>;
  writeSarif(file: string, sarif: string): Promise<void>;
  /** Hides secrets. */
  redact(text: string): string;
  /** Random letters and digits. */
  mark(): string;
}
