// Runs of cases without a test framework. A report of several providers needs
// all results, also after a failure, so nothing here stops at the first one.

import { conformanceCases } from "./cases/all.ts";
import type { ConformanceCase } from "./cases/case.ts";
import { recordedCases, type Material } from "./recorded/cases.ts";
import type { Subject } from "./subject.ts";

/**
 * Result of a case.
 *
 * `not-applicable` is separate from `pass`: a wire without signatures has not
 * shown that it returns them.
 */
export type CaseVerdict =
  | { readonly kind: "pass" }
  | {
      readonly kind: "fail";
      /** Message of the assertion. */
      readonly message: string;
    }
  | {
      readonly kind: "not-applicable";
      /** Reason why the case could not be tried. */
      readonly why: string;
    };

/**
 * Case with its verdict.
 *
 * Plain data, so results can be stored as JSON and compared between two
 * versions of a provider.
 */
export interface CaseResult {
  /** Id of the case. */
  readonly id: string;
  /** Requirement that the case is about. */
  readonly title: string;
  /** Result of the case. */
  readonly verdict: CaseVerdict;
}

/**
 * Lists the cases of a subject: those for every provider, and one for each
 * recording in its wire.
 *
 * The order is fixed: conformance cases first, in the order of the report, then
 * recordings in the order of their files.
 */
export function casesOf(subject: Subject, material: Material = {}): readonly ConformanceCase[] {
  return [...conformanceCases, ...recordedCases(subject, material)];
}

/**
 * Returns the reason why a case cannot be tried: the subject's own, or the
 * wire's.
 *
 * The subject's reason wins, because it is the more specific one.
 */
export function notApplicable(one: ConformanceCase, subject: Subject): string | undefined {
  return subject.notApplicable?.[one.id] ?? one.notApplicable(subject);
}

/**
 * Runs cases one after the other. Never rejects because of a provider: see
 * `CaseResult.verdict`.
 *
 * Cases do not run at the same time: some measure how many connections were
 * opened, and some wait for a silent stream.
 *
 * @example
 * ```ts
 * async function report(subject: Subject): Promise<string> {
 *   const results = await runConformance(subject, casesOf(subject));
 *   return conformanceReport([{ name: subject.name, results }]);
 * }
 * ```
 */
export async function runConformance(
  subject: Subject,
  cases: readonly ConformanceCase[],
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const one of cases)
    results.push({ id: one.id, title: one.title, verdict: await verdictOf(one, subject) });
  return results;
}

/**
 * Runs one case. Never throws for what a provider does.
 *
 * Any exception counts as a failure, including those of a provider that throws
 * something other than an `Error`.
 */
export async function verdictOf(one: ConformanceCase, subject: Subject): Promise<CaseVerdict> {
  // Before the case runs, because it could not work.
  const why = notApplicable(one, subject);
  if (why !== undefined) return { kind: "not-applicable", why };
  try {
    await one.run(subject);
    return { kind: "pass" };
  } catch (error) {
    return { kind: "fail", message: error instanceof Error ? error.message : String(error) };
  }
}
