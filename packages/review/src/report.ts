import type { OutcomeName } from "@skein/protocol";
import { isAtLeast, type ReviewFinding, type Severity } from "./finding.ts";

/** How one check went. */
export interface CheckReport {
  readonly name: string;
  /** Other than `done`: the change was not, or only partly, looked at for it. */
  readonly outcome: OutcomeName;
  /** Why, as a sentence. */
  readonly problem?: string;
  /** Its sessions, which can be looked at. */
  readonly sessions: readonly string[];
  /** US dollars; absent when unknown. */
  readonly costUsd?: number;
}

export interface ReviewReport {
  /** What was reviewed, in words. */
  readonly subject: string;
  /** Number of files in the change. */
  readonly files: number;
  readonly findings: readonly ReviewFinding[];
  readonly checks: readonly CheckReport[];
  /** Sentences: findings that were dropped, and why. */
  readonly notes: readonly string[];
}

/** Whether findings are that severe. `never`: none is. */
export function hasFailed({ findings }: ReviewReport, failOn: Severity | "never"): boolean {
  return failOn !== "never" && findings.some(({ severity }) => isAtLeast(severity, failOn));
}
