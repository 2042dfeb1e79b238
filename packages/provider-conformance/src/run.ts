import { conformanceCases } from "./cases/all.ts";
import type { ConformanceCase } from "./cases/case.ts";
import { recordedCases } from "./recorded/cases.ts";
import type { Material } from "./recorded/cases.ts";
import type { Subject } from "./subject.ts";

export type Verdict =
  | { readonly kind: "pass" }
  | { readonly kind: "fail"; readonly message: string }
  | { readonly kind: "not-applicable"; readonly why: string };

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
}

/** The cases of a subject: those for every provider, and one for each recording in its wire. */
export function casesOf(subject: Subject, material: Material = {}): readonly ConformanceCase[] {
  return [...conformanceCases, ...recordedCases(subject, material)];
}

/** Why there is nothing to try: the subject's own reason, or the wire's. */
export function notApplicable(one: ConformanceCase, subject: Subject): string | undefined {
  return subject.notApplicable?.[one.id] ?? one.notApplicable(subject);
}

/** Runs the cases one after the other. */
export async function runConformance(
  subject: Subject,
  cases: readonly ConformanceCase[],
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const one of cases)
    results.push({ id: one.id, title: one.title, verdict: await verdictOf(one, subject) });
  return results;
}

/** Never throws for what a provider does. */
export async function verdictOf(one: ConformanceCase, subject: Subject): Promise<Verdict> {
  const why = notApplicable(one, subject);
  if (why !== undefined) return { kind: "not-applicable", why };
  try {
    await one.run(subject);
    return { kind: "pass" };
  } catch (error) {
    return { kind: "fail", message: error instanceof Error ? error.message : String(error) };
  }
}
